"""Which codes of the catalogue the sources say, in Python, in the page's scripts and templates.

A code is a literal, or put together from literals: `f"text.kind.{what}"` says an entry only if what
stands for `what` is a literal somewhere, the name of a field or the name of an enum's member.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from pathlib import Path

from fanorona.service.page_words import SECTION
from fanorona.solver.board import Colour, Direction
from fanorona.solver.turn import Capture

PROJECT = Path(__file__).parents[2]
FOLDERS = ("solver", "service", "cli", "words")
SCRIPTS = sorted((PROJECT / "service" / "static" / "board").glob("*.js"))
TEMPLATES = sorted((PROJECT / "service" / "templates").glob("*.html"))
SLUG = re.compile(r"[a-z0-9][a-z0-9_.-]*")
VALUES: tuple[type[Enum], ...] = (Colour, Capture, Direction)
"""The enums whose members stand for values in a text."""


@dataclass(slots=True)
class Said:
    """Literals, and literals with gaps in them."""

    whole: set[str] = field(default_factory=set)
    with_gaps: set[tuple[str, ...]] = field(default_factory=set)
    answered: set[str] = field(default_factory=set)
    """What may fill a gap, though it is said elsewhere."""

    def unsaid(self, codes: Iterator[str]) -> list[str]:
        """Those of some codes that nothing says."""
        fillers = {one for one in self.whole | self.answered if SLUG.fullmatch(one)}
        composed = [one for one in self.with_gaps if _may_be_code(one)]
        return [
            one
            for one in codes
            if one not in self.whole and not any(_fits(one, parts, fillers) for parts in composed)
        ]


def _fits(code: str, parts: tuple[str, ...], fillers: set[str]) -> bool:
    """Are these the parts of the code, with something that can fill each gap between them?"""
    first, *others = parts
    if not others or not code.startswith(first):
        return code == first
    rest = code[len(first) :]
    return any(
        rest[:end] in fillers and _fits(rest[end:], tuple(others), fillers)
        for end in range(1, len(rest) + 1)
    )


def _may_be_code(parts: tuple[str, ...]) -> bool:
    """Does it begin or end as a code does?"""
    return bool(re.match(r"[a-z]+[.-]", parts[0]) or re.fullmatch(r"\.[a-z-]+", parts[-1]))


@cache
def said_in_python() -> Said:
    """What the modules say, and the members of enums that stand for values."""
    said = Said()
    for folder in FOLDERS:
        for source in (PROJECT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(source.read_text("utf-8"))):
                _add_node(said, node)
    for kind in VALUES:
        for member in kind:
            code = f"{kind.__name__.lower()}.{_slug(member.name)}"
            said.whole |= {code, f"{code}.stone"}
    return said


def _add_node(said: Said, node: ast.AST) -> None:
    match node:
        case ast.Constant(value=str(text)):
            said.whole.add(text)
        case ast.JoinedStr(values=parts):
            said.with_gaps.add(_around_gaps(parts))
        case ast.ClassDef(body=body):
            said.whole |= {name for inner in body for name in _names(inner)}


def _around_gaps(parts: list[ast.expr]) -> tuple[str, ...]:
    texts = [""]
    for part in parts:
        if isinstance(part, ast.Constant):
            texts[-1] += str(part.value)
        else:
            texts.append("")
    return tuple(texts)


def _names(statement: ast.stmt) -> Iterator[str]:
    """A member of an enum, as codes name it; a field."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)]):
            yield _slug(name)
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name


def _slug(name: str) -> str:
    return name.lower().replace("_", "-")


def said_on_the_page() -> Said:
    """What scripts and templates say; an answer of the service may fill a gap."""
    said = Said(answered=said_in_python().whole)
    for source in (*SCRIPTS, *TEMPLATES):
        text = source.read_text("utf-8")
        said.whole |= {one[1:-1] for one in re.findall(r"\"[^\"\n]*\"|'[^'\n]*'", text)}
        said.whole |= said_by_name(source) | set(re.findall(r"[\w-]+(?=:)|\b\d+\b", text))
        for before, after in re.findall(r"`([\w-]+)\$\{[^`}]*\}([\w-]*)`", text):
            said.with_gaps.add((before, after))
        for before, after in re.findall(r"\[\"([\w-]+)\" ~ (?:\w+ ~ \"([\w-]+)\")?", text):
            said.with_gaps.add((before, after))
    return said


def page_codes(codes: Iterator[str]) -> Iterator[str]:
    """The codes of the page's words as its scripts name them."""
    return (one.removeprefix(SECTION) for one in codes if one.startswith(SECTION))


def said_by_name(source: Path) -> set[str]:
    """The page's words that a script or template names in full."""
    text = source.read_text("utf-8")
    in_script = re.findall(r"\bsay(?:Count)?\(\s*\"([\w-]+)\"", text)
    return {*in_script, *re.findall(r"words\[[\"']([\w-]+)[\"']\]", text)}
