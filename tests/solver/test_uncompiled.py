"""The kernel uncompiled: the same sources as plain Python pass the same tests, a smaller sample."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

PROJECT = Path(__file__).parents[2]
SAME_TESTS = [
    f"tests/solver/test_{subject}.py"
    for subject in ("rules", "position", "perft", "against_reference", "symmetry")
]

# Run in the copy, so that its sources come first; what it asserts holds for the tests after it.
RUN = """
import sys
from pathlib import Path
import pytest
from solver.kernel import is_compiled, stop, turns

assert Path(turns.__file__) == Path.cwd() / "solver/kernel/turns.py", turns.__file__
assert Path(stop.__file__) == Path.cwd() / "solver/kernel/stop.py", stop.__file__
assert turns.cython.__name__ == sys.argv[1], turns.cython
assert not turns.cython.compiled
assert not is_compiled()
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", *sys.argv[2:]]))
"""
HIDDEN = 'raise ImportError("hidden, as if Cython were not installed")\n'


@pytest.fixture
def copy_without_libraries(tmp_path: Path) -> Path:
    """The project's Python sources and its tests, without anything compiled."""
    leave_out = ignore_patterns("*.so", "*.pyd", "__pycache__")
    for folder in ("solver", "tests"):
        copytree(PROJECT / folder, tmp_path / folder, ignore=leave_out)
    (tmp_path / "pyproject.toml").write_bytes((PROJECT / "pyproject.toml").read_bytes())
    return tmp_path


@pytest.mark.parametrize("module", ["cython", "solver.kernel.cython_shim"])
def test_the_uncompiled_kernel_passes_the_same_tests(
    copy_without_libraries: Path, module: str
) -> None:
    if module == "solver.kernel.cython_shim":
        (copy_without_libraries / "cython.py").write_text(HIDDEN, encoding="utf-8")
    else:
        pytest.importorskip("cython")
    done = subprocess.run(
        [sys.executable, "-c", RUN, module, *SAME_TESTS],
        cwd=copy_without_libraries,
        env={**os.environ, "PYTHONPATH": str(copy_without_libraries)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
