"""Runs the kernel uncompiled for the tests: in a copy of the sources without the libraries."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

PROJECT = Path(__file__).parents[2]

# Run in the copy, so that its sources come first; what it asserts holds for all that follows.
SURELY_UNCOMPILED = """
import sys
from importlib import import_module
from pathlib import Path
from fanorona.solver.kernel import COMPILED_MODULES, is_compiled

for name in COMPILED_MODULES:
    module = import_module(f"fanorona.solver.kernel.{name}")
    source = Path.cwd() / f"fanorona/solver/kernel/{name}.py"
    assert Path(module.__file__) == source, module.__file__
    assert not module.cython.compiled
assert not is_compiled()
"""


def copy_without_libraries(folder: Path) -> Path:
    """The project's Python sources and its tests, without anything compiled."""
    leave_out = ignore_patterns("*.so", "*.pyd", "__pycache__")
    for part in ("fanorona", "tests"):
        copytree(PROJECT / part, folder / part, ignore=leave_out)
    (folder / "pyproject.toml").write_bytes((PROJECT / "pyproject.toml").read_bytes())
    return folder


def run_uncompiled(copy: Path, script: str, *arguments: str) -> str:
    """What a script prints that uses the kernel of the copy."""
    done = subprocess.run(
        [sys.executable, "-c", SURELY_UNCOMPILED + script, *arguments],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
