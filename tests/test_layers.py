"""Imports only point down: the kernel knows no solver, and the solver knows no outer layer."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
SERVICE = sorted((PROJECT / "service").rglob("*.py"))
SOLVER = sorted((PROJECT / "solver").rglob("*.py"))
KERNEL = sorted((PROJECT / "solver" / "kernel").glob("*.py"))
KERNEL_DECLARATIONS = sorted((PROJECT / "solver" / "kernel").glob("*.pxd"))

OUTER_LAYERS = {"cli", "service", "flask", "click"}
HEAVY = {
    "asyncio",
    "concurrent.futures",
    "ctypes",
    "email",
    "hypothesis",
    "http",
    "logging",
    "multiprocessing",
    "numpy",
    "socket",
    "sqlite3",
    "ssl",
    "subprocess",
    "unittest",
    "xml",
}


def imported_modules(source: Path) -> Iterator[str]:
    """The modules that a source names in its imports, wherever they stand."""
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{source} has a relative import"
            assert node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def is_below(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def named(source: Path) -> str:
    return str(source.relative_to(PROJECT))


@pytest.mark.parametrize("source", SOLVER, ids=named)
def test_the_solver_imports_no_outer_layer(source: Path) -> None:
    assert {
        name for name in imported_modules(source) if name.split(".")[0] in OUTER_LAYERS
    } == set()


@pytest.mark.parametrize("source", SERVICE, ids=named)
def test_the_service_does_not_import_the_command(source: Path) -> None:
    assert {name for name in imported_modules(source) if is_below(name, "cli")} == set()


@pytest.mark.parametrize("source", KERNEL, ids=named)
def test_the_kernel_imports_nothing_from_the_rest_of_the_solver(source: Path) -> None:
    names = [name.removeprefix("cython.cimports.") for name in imported_modules(source)]
    from_solver = {name for name in names if is_below(name, "solver")}
    assert {name for name in from_solver if not is_below(name, "solver.kernel")} == set()


@pytest.mark.parametrize("declarations", KERNEL_DECLARATIONS, ids=named)
def test_kernel_declarations_import_nothing_from_the_rest_of_the_solver(declarations: Path) -> None:
    text = declarations.read_text(encoding="utf-8")
    modules = re.findall(r"^(?:from|cimport|import)\s+(solver[\w.]*)", text, re.MULTILINE)
    assert {name for name in modules if not is_below(name, "solver.kernel")} == set()


def test_importing_the_solver_imports_nothing_heavy() -> None:
    script = (
        "import sys; before = set(sys.modules); import solver; print(*set(sys.modules) - before)"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", script], cwd=PROJECT, capture_output=True, text=True, check=True
    ).stdout.split()
    assert (HEAVY | OUTER_LAYERS) & set(loaded) == set()
