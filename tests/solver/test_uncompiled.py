"""The kernel uncompiled: the same sources as plain Python pass the same tests, a smaller sample."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.solver.uncompiled import copy_without_libraries, run_uncompiled

SAME_TESTS = {
    "fanorona.solver.kernel.cython_shim": (
        "perft",
        "prover",
        "tablebase",
        "rules",
        "position",
        "against_reference",
        "symmetry",
    ),
    # The same sources once more: what differs is only where their decorators come from.
    "cython": ("perft", "prover"),
}

RUN = """
import pytest
from fanorona.solver.kernel import turns

assert turns.cython.__name__ == sys.argv[1], turns.cython
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", *sys.argv[2:]]))
"""
HIDDEN = 'raise ImportError("hidden, as if Cython were not installed")\n'


@pytest.mark.parametrize("module", SAME_TESTS)
def test_the_uncompiled_kernel_passes_the_same_tests(tmp_path: Path, module: str) -> None:
    copy = copy_without_libraries(tmp_path)
    if module == "fanorona.solver.kernel.cython_shim":
        (copy / "cython.py").write_text(HIDDEN, encoding="utf-8")
    else:
        pytest.importorskip("cython")
    tests = [f"tests/solver/test_{subject}.py" for subject in SAME_TESTS[module]]
    run_uncompiled(copy, RUN, module, *tests)
