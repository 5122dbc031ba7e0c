"""The modules that the board's script needs before it draws, as one file: one request, not ten.

The sources are plain modules. Each becomes a function's body here, and what they export is exported
once more by the whole; modules that are loaded later import it from there. Only the forms of import
and export that the sources have are known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).absolute().parents[1] / "static" / "board"
ENTRY = "main.js"
BUNDLE = "board.js"

_IMPORT = re.compile(r'^import \{ ([^}]*) \} from "\./([\w-]+\.js)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE)


@cache
def script(name: str) -> str:
    """A script of the board as it is sent."""
    return bundle() if name == BUNDLE else _with_bundle(_source(name))


@cache
def bundled_modules() -> tuple[str, ...]:
    """What the first script imports, directly or not, and itself last: each after what it needs."""
    return tuple(dict.fromkeys(_needed(ENTRY)))


@cache
def bundle() -> str:
    """All of them in one module."""
    modules = [_as_function(name) for name in bundled_modules()]
    exports = [
        f"export const {{ {', '.join(names)} }} = {_variable(name)};"
        for name in bundled_modules()
        if (names := exported(name))
    ]
    return "\n".join([*modules, *exports, ""])


def exported(name: str) -> list[str]:
    """The names that a module exports."""
    return [found[2] for found in _EXPORT.finditer(_source(name))]


def _needed(name: str) -> Iterator[str]:
    for _, other in _IMPORT.findall(_source(name)):
        yield from _needed(other)
    yield name


def _as_function(name: str) -> str:
    body = _IMPORT.sub(_as_constants, _source(name))
    body = _EXPORT.sub(r"\1", body)
    returned = f"return {{ {', '.join(exported(name))} }};"
    return f"const {_variable(name)} = (() => {{\n{body}{returned}\n}})();\n"


def _as_constants(found: re.Match[str]) -> str:
    return f"const {{ {found[1].replace(' as ', ': ')} }} = {_variable(found[2])};"


def _with_bundle(source: str) -> str:
    def renamed(found: re.Match[str]) -> str:
        return found[0].replace(f"./{found[2]}", f"./{BUNDLE}")

    return _IMPORT.sub(
        lambda found: renamed(found) if found[2] in bundled_modules() else found[0], source
    )


def _variable(name: str) -> str:
    return "$" + name.removesuffix(".js").replace("-", "_")


def _source(name: str) -> str:
    return (FOLDER / name).read_text("utf-8")
