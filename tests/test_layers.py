"""Imports only point down: the kernel knows no solver, and the solver knows no outer layer."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
COMMAND = sorted((PROJECT / "cli").rglob("*.py"))
SERVICE = sorted((PROJECT / "service").rglob("*.py"))
SOLVER = sorted((PROJECT / "solver").rglob("*.py"))
KERNEL = sorted((PROJECT / "solver" / "kernel").glob("*.py"))
KERNEL_DECLARATIONS = sorted((PROJECT / "solver" / "kernel").glob("*.pxd"))

EVERYTHING = sorted(
    source
    for folder in ("benchmarks", "cli", "service", "solver", "tests")
    for source in (PROJECT / folder).rglob("*.py")
    if "node_modules" not in source.parts
)
PRINTING = [
    *sorted((PROJECT / "cli" / "output").glob("*.py")),
    *(PROJECT / "solver" / f"{name}.py" for name in ("svg", "svg_themes", "png")),
]
GROUND = [PROJECT / "solver" / f"{name}.py" for name in ("board", "rules")]

OUTER_LAYERS = {"fanorona.cli", "fanorona.service", "flask", "click"}
FOLDERS = {"cli", "service", "solver"}
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


def below(sources: Iterable[str], packages: Iterable[str]) -> set[str]:
    """Those of the modules that belong to one of the packages."""
    return {name for name in sources if any(is_below(name, package) for package in packages)}


@pytest.mark.parametrize("source", EVERYTHING, ids=named)
def test_a_module_has_one_name(source: Path) -> None:
    """An import of `solver` would be a second copy, with classes of its own."""
    assert below(imported_modules(source), FOLDERS) == set()


@pytest.mark.parametrize("source", SOLVER, ids=named)
def test_the_solver_imports_no_outer_layer(source: Path) -> None:
    assert below(imported_modules(source), OUTER_LAYERS) == set()


@pytest.mark.parametrize("source", SERVICE, ids=named)
def test_the_service_does_not_import_the_command(source: Path) -> None:
    assert below(imported_modules(source), {"fanorona.cli"}) == set()


@pytest.mark.parametrize("source", COMMAND + SERVICE, ids=named)
def test_outer_layers_do_not_reach_past_the_solver_into_the_kernel(source: Path) -> None:
    assert below(imported_modules(source), {"fanorona.solver.kernel"}) == set()


@pytest.mark.parametrize("source", PRINTING, ids=named)
def test_printing_never_searches(source: Path) -> None:
    """What is printed was found before: a picture or a table takes an answer."""
    assert below(imported_modules(source), {"fanorona.solver.search"}) == set()


@pytest.mark.parametrize("source", GROUND, ids=named)
def test_board_and_rules_know_no_notation(source: Path) -> None:
    outside = {"fanorona.solver.notation", "fanorona.solver.typed_turns"}
    assert below(imported_modules(source), outside) == set()


@pytest.mark.parametrize("source", KERNEL, ids=named)
def test_the_kernel_imports_nothing_from_the_rest_of_the_solver(source: Path) -> None:
    names = [name.removeprefix("cython.cimports.") for name in imported_modules(source)]
    ours = below(names, {"fanorona", *FOLDERS})
    assert ours - below(ours, {"fanorona.solver.kernel"}) == set()


@pytest.mark.parametrize("declarations", KERNEL_DECLARATIONS, ids=named)
def test_kernel_declarations_import_nothing_from_the_rest_of_the_solver(declarations: Path) -> None:
    text = declarations.read_text(encoding="utf-8")
    modules = set(re.findall(r"^(?:from|cimport|import)\s+([\w.]+)", text, re.MULTILINE))
    ours = below(modules, {"fanorona", *FOLDERS})
    assert ours - below(ours, {"fanorona.solver.kernel"}) == set()


def test_importing_the_solver_imports_nothing_heavy() -> None:
    script = (
        "import sys; before = set(sys.modules); from fanorona import solver; "
        "print(*set(sys.modules) - before)"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", script], cwd=PROJECT, capture_output=True, text=True, check=True
    ).stdout.split()
    assert (HEAVY | OUTER_LAYERS) & set(loaded) == set()
