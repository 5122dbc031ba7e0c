"""A name means one thing: no two modules and no two classes share one by accident."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

PROJECT = Path(__file__).parents[1]
MODULES = sorted(
    source
    for folder in ("cli", "service", "solver", "words")
    for source in (PROJECT / folder).rglob("*.py")
)
ONE_SUBJECT_IN_SEVERAL_LAYERS = {
    "analysis",
    "bench",
    "check",
    "diagram",
    "engine",
    "forced_win",
    "games",
    "moves",
    "openapi",
    "play",
    "puzzle",
    "puzzles",
    "review",
    "rules",
    "search",
    "steps",
    "tablebase",
    "tables",
    "turn",
    "worker",
}
"""A command, an address, and what they are about: the same word on purpose."""
CLASSES_IN_TWO_LAYERS = {"Game"}
"""The kernel's `Game` is what a game is played with, the other one is played."""


def more_than_one(named: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """The names that occur in several places."""
    places: dict[str, list[str]] = defaultdict(list)
    for name, place in named:
        places[name].append(place)
    return {name: where for name, where in places.items() if len(where) > 1}


def test_a_module_is_named_once() -> None:
    named = [
        (name, str(source.relative_to(PROJECT)))
        for source in MODULES
        if (name := source.parent.name if source.stem == "__init__" else source.stem)
        not in ONE_SUBJECT_IN_SEVERAL_LAYERS
    ]
    assert more_than_one(named) == {}


def test_a_class_is_named_once() -> None:
    named = [
        (node.name, str(source.relative_to(PROJECT)))
        for source in MODULES
        for node in ast.parse(source.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and node.name not in CLASSES_IN_TWO_LAYERS
    ]
    assert more_than_one(named) == {}
