"""Inputs guided by coverage: libFuzzer, through atheris, in a process of its own.

python -m tests.fuzz.guided READER RUNS FOLDER [FILE]

With a FILE, that input alone is tried again.
"""

from __future__ import annotations

import re
import resource
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter

from tests.fuzz.figures import Figures

MEMORY = 6 << 30
"""Address space: what asks for more is refused, as on a machine that has no more."""
LONGEST_INPUT = 1_500
SECONDS_PER_INPUT = 20
PROJECT = Path(__file__).parents[2]
_EXECUTED = re.compile(r"stat::number_of_executed_units:\s*(\d+)")


def is_available() -> bool:
    """Whether there is an atheris for this machine."""
    return find_spec("atheris") is not None


def try_guided(name: str, runs: int, folder: Path) -> Figures:
    """Try that many inputs in another process, which ends with the first fault."""
    began = perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz.guided", name, str(runs), str(folder)],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    counted = _EXECUTED.search(done.stderr)
    figures = Figures(int(counted[1]) if counted else 0, perf_counter() - began)
    if done.returncode:
        said = "\n".join(
            line for line in (done.stdout + done.stderr).splitlines() if "INFO:" not in line
        )
        figures.faults.append(f"{name}: {said[-3_000:]}")
    return figures


def main(name: str, runs: str, folder: str, *again: str) -> None:
    import atheris

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    with atheris.instrument_imports(include=["fanorona"], enable_loader_override=False):
        from tests.fuzz.readers import reader

        chosen = reader(name)
    inputs = Path(folder, name)
    inputs.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(chosen.seeds):
        (inputs / f"seed-{number}").write_bytes(seed)
    words = Path(folder, f"{name}.dict")
    words.write_text("".join(f'"{_escaped(word)}"\n' for word in chosen.words))
    options = [
        f"-runs={runs}",
        "-seed=1",
        f"-max_len={LONGEST_INPUT}",
        f"-timeout={SECONDS_PER_INPUT}",
        "-rss_limit_mb=0",
        "-verbosity=0",
        "-print_final_stats=1",
        f"-dict={words}",
        f"-artifact_prefix={folder}/{name}-",
    ]
    atheris.Setup([sys.argv[0], *options, *(again or [str(inputs)])], chosen.read)
    atheris.Fuzz()


def _escaped(word: bytes) -> str:
    return "".join(f"\\x{byte:02x}" for byte in word)


if __name__ == "__main__":
    main(*sys.argv[1:])
