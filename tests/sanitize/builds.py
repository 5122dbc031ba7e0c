"""A copy of the project with a sanitized kernel, and programs that run in it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree, ignore_patterns, rmtree, which
from time import perf_counter

PROJECT = Path(__file__).parents[2]
SANITIZERS = {"address": "address,undefined", "thread": "thread"}
OPTIONS = {
    "ASAN_OPTIONS": "detect_leaks=0",  # Python itself keeps much until its end.
    "UBSAN_OPTIONS": "print_stacktrace=1",
    "TSAN_OPTIONS": f"exitcode=66 suppressions={Path(__file__).with_name('benign.supp')}",
}


@dataclass(frozen=True, slots=True)
class Ran:
    """What a program did."""

    status: int
    said: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Build:
    """A folder with sources, tests and a sanitized kernel."""

    kind: str
    folder: Path

    def make(self, modules: Sequence[str] = ()) -> Ran:
        """Copy and compile; with modules named, the others stay as they are compiled here."""
        rmtree(self.folder, ignore_errors=True)
        ignored = ["__pycache__", "node_modules", *([] if modules else ["*.so"])]
        for part in ("fanorona", "tests", "puzzles"):
            copytree(PROJECT / part, self.folder / part, ignore=ignore_patterns(*ignored))
        for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
            (self.folder / name).write_bytes((PROJECT / name).read_bytes())
        return self._run(
            [sys.executable, "setup.py", "build_ext", "--inplace", "--parallel", "2"],
            FANORONA_REQUIRE_KERNEL="1",
            FANORONA_SANITIZE=SANITIZERS[self.kind],
            FANORONA_KERNEL_ONLY=",".join(modules),
        )

    def run(self, *arguments: str) -> Ran:
        """Run Python with these arguments; what a sanitizer reports ends it with a bad status."""
        library = _library(self.kind)
        assert library is not None
        return self._run([sys.executable, *arguments], LD_PRELOAD=library, **OPTIONS)

    def _run(self, command: Sequence[str], **environment: str) -> Ran:
        began = perf_counter()
        done = subprocess.run(
            command,
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(self.folder), **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )
        return Ran(done.returncode, done.stdout, perf_counter() - began)


def is_available(kind: str) -> bool:
    """Whether gcc is there, with the sanitizer's library."""
    return sys.platform == "linux" and _library(kind) is not None


def _library(kind: str) -> str | None:
    gcc = which("gcc")
    if gcc is None:
        return None
    name = f"lib{kind[0]}san.so"
    asked = subprocess.run([gcc, f"-print-file-name={name}"], capture_output=True, text=True)
    path = asked.stdout.strip()
    return path if Path(path).is_absolute() and Path(path).exists() else None
