"""Runs the kernel's tests on a kernel with sanitizers, and its threads; prints figures.

python -m tests.sanitize.everything [--only address|thread]

The builds are in build/sanitize; .venv and the kernel compiled here stay as they are.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable

from tests.sanitize.builds import PROJECT, Build, Ran, is_available

FOLDER = PROJECT / "build" / "sanitize"
TESTS = (
    "against_reference",
    "analysis",
    "changed_tables",
    "evaluation",
    "forced",
    "forced_tables",
    "legal_turns",
    "packing",
    "perft",
    "player",
    "position",
    "proof",
    "prover",
    "retro",
    "safety",
    "small_budgets",
    "switches_searched",
    "symmetry",
    "tablebase",
    "tablebase_files",
    "threads",
)
FILES = tuple(PROJECT / "tests" / "solver" / f"test_{name}.py" for name in TESTS)
PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:faulthandler")
REPORT = re.compile(r"runtime error|ERROR: AddressSanitizer|WARNING: ThreadSanitizer")
LONGEST_REPORT = 6_000


def run_address(build: Build) -> Ran:
    return build.run(*PYTEST, *(str(one.relative_to(PROJECT)) for one in FILES))


def run_thread(build: Build) -> Ran:
    return build.run("-m", "tests.sanitize.threads")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.sanitize.everything")
    parser.add_argument("--only", choices=("address", "thread"))
    only = parser.parse_args().only
    runs = {"address": run_address, "thread": run_thread}
    statuses = [
        _tried(Build(kind, FOLDER / kind), run)
        for kind, run in runs.items()
        if only in (None, kind)
    ]
    sys.exit(max(statuses))


def _tried(build: Build, run: Callable[[Build], Ran]) -> int:
    if not is_available(build.kind):
        print(f"{build.kind}: gcc has no such sanitizer here")
        return 1
    made = build.make()
    if made.status:
        print(made.said[-LONGEST_REPORT:], file=sys.stderr)
        return 1
    ran = run(build)
    reports = len(REPORT.findall(ran.said))
    summary = re.findall(r"^\d+ (?:passed|failed).*$", ran.said, re.MULTILINE)
    print(
        f"{build.kind}: compiled in {made.seconds:.0f} s, ran {ran.seconds:.0f} s, "
        f"{reports} reports, status {ran.status} {''.join(summary)}",
        flush=True,
    )
    if ran.status:
        print(ran.said[-LONGEST_REPORT:], file=sys.stderr)
    return 1 if ran.status or reports else 0


if __name__ == "__main__":
    main()
