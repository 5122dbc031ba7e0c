"""The shapes of the answers, as the specification publishes them: derived from their dataclasses.

`solver/as_json.py` writes an answer, `components_of` describes what it writes.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from inspect import getdoc
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from fanorona.service.contract.descriptions import DESCRIPTIONS
from fanorona.service.contract.documented_fields import Named
from fanorona.service.problems import Fault, Kind
from fanorona.solver import answers
from fanorona.solver.as_json import published_name, publishes_code
from fanorona.solver.games.review import Review, ReviewedTurn
from fanorona.solver.puzzles.puzzle import Doubt, DoubtCode
from fanorona.solver.puzzles.verdict import Code, Verdict
from fanorona.solver.rules import Captured, Choice, Paika, Stopping
from fanorona.solver.search import analysis, forced_win
from fanorona.solver.value import SearchInfo
from fanorona.words import Message

Schema = dict[str, Any]

NAMES: dict[type, str] = {
    answers.Result: "ListedTurn",
    answers.RuleSetData: "RuleSet",
    SearchInfo: "Search",
    Verdict: "PuzzleVerdict",
    Captured: "CapturedStones",
    Choice: "CaptureChoice",
    Code: "DefectCode",
    Doubt: "Warning",
    DoubtCode: "WarningCode",
    Paika: "PaikaRule",
    Stopping: "StoppingRule",
}
"""Published names of what has another name in the code; all else has its own. A name that is also
that of one of its fields trips generators of clients."""

LEFT_OUT: dict[type, tuple[str, ...]] = {answers.Result: ("routes", "routes_count")}
"""Fields that an answer may be without."""

AS_LISTED: dict[tuple[type, str], type] = {(answers.Moves, "turns"): answers.Result}
"""Where a list may have more in it than its type says."""

PLAIN: dict[object, Schema] = {
    str: {"type": "string"},
    Message: {"type": "string"},
    int: {"type": "integer", "minimum": 0},
    float: {"type": "number"},
    bool: {"type": "boolean"},
}
"""No whole number in an answer is below zero."""


def reference(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def name_of(kind: type) -> str:
    """The published name of an answer, a part of one, or a list of choices."""
    return NAMES.get(kind, kind.__name__)


def components_of(kind: type) -> dict[str, Schema]:
    """The schema of a dataclass or an enum, and those of all that it consists of, by name."""
    found: dict[str, Schema] = {}
    _add(kind, found)
    return found


def _add(kind: type, found: dict[str, Schema]) -> Schema:
    """Refer to a component, which is added if it is not there."""
    name = name_of(kind)
    if name not in found:
        found[name] = {}
        found[name] |= _listed(kind) if issubclass(kind, Enum) else _object(kind, found)
    return reference(name)


def _listed(kind: type[Enum]) -> Schema:
    return Named(name_of(kind), [one.value for one in kind], _about(kind)).component()


def _object(kind: type, found: dict[str, Schema]) -> Schema:
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind)]
    if publishes_code(kind):
        names.append("code")
        hints["code"] = str
    left_out = LEFT_OUT.get(kind, ())
    return {
        "type": "object",
        "description": _about(kind),
        "properties": {
            published_name(name): {
                **_value(_hint(kind, name, hints), found),
                "description": description(kind, name),
            }
            for name in names
        },
        "required": [published_name(name) for name in names if name not in left_out],
    }


def _hint(kind: type, name: str, hints: dict[str, Any]) -> Any:
    listed = AS_LISTED.get((kind, name))
    return hints[name] if listed is None else tuple[listed, ...]  # type: ignore[valid-type]


def _value(hint: Any, found: dict[str, Schema]) -> Schema:
    """The schema of a value of a type."""
    if hint in PLAIN:
        return PLAIN[hint]
    if isinstance(hint, type) and (is_dataclass(hint) or issubclass(hint, Enum)):
        return _add(hint, found)
    origin, inner = get_origin(hint), get_args(hint)
    if origin is tuple:
        return {"type": "array", "items": _value(inner[0], found)}
    if origin in (Union, UnionType) and inner[1:] == (NoneType,):
        return _or_null(_value(inner[0], found))
    raise TypeError(f"an answer cannot have a {hint}")


def _or_null(schema: Schema) -> Schema:
    if "$ref" in schema:
        return {"anyOf": [schema, {"type": "null"}]}
    return {**schema, "type": [schema["type"], "null"]}


def description(kind: type, name: str) -> str:
    """What a field means: in this answer, in those it is derived from, or wherever it stands."""
    keys = [f"{one.__name__}.{name}" for one in kind.__mro__]
    return next(DESCRIPTIONS[key] for key in (*keys, name) if key in DESCRIPTIONS)


def _about(kind: type) -> str:
    """The first paragraph of what a class says of itself."""
    return " ".join((getdoc(kind) or "").partition("\n\n")[0].split())


PROBLEM: Schema = {
    "type": "object",
    "description": "An error as RFC 9457 describes it.",
    "properties": {
        "type": {"type": "string", "description": "Address of the page that explains the code."},
        "title": {"type": "string", "description": "What the code means, in a few words."},
        "status": {"type": "integer", "description": "The HTTP status."},
        "detail": {"type": "string", "description": "What is wrong with this request."},
        "code": {**reference("ProblemCode"), "description": "What programs look at."},
        "errors": {
            "type": "array",
            "items": reference("Fault"),
            "description": "Everything that is wrong, with its location.",
        },
        "step": {
            "type": ["integer", "null"],
            "description": "The failing step of an illegal turn, from 1.",
        },
        "turn_number": {"type": "integer", "description": "The failing turn of a line, from 1."},
        "turns": {
            "type": "array",
            "items": {"type": "string"},
            "description": "The legal turns that an ambiguous text fits.",
        },
    },
    "required": ["type", "title", "status", "detail", "code"],
}

HEARTBEAT: Schema = {
    "type": "object",
    "description": "A sign of life from a search without news.",
    "properties": {"event": {"const": "heartbeat", "description": "Which event it is."}},
    "required": ["event"],
}


def problem_components() -> dict[str, Schema]:
    """What every error consists of."""
    codes = [kind.code for kind in Kind]
    listed = Named("ProblemCode", codes, "What kind of problem it is; its meaning never changes.")
    return {"Problem": PROBLEM, "ProblemCode": listed.component(), **components_of(Fault)}


STREAMED: dict[type, type] = {
    analysis.Analysis: analysis.Analysis,
    forced_win.ForcedWin: forced_win.ForcedWin,
    Review: ReviewedTurn,
}
"""Answers that may come event by event, and what their `progress` events have."""


def event_components() -> dict[str, Schema]:
    """What the lines of streamed answers are."""
    found = {"Heartbeat": HEARTBEAT, "ProblemEvent": _event("problem", "Problem")}
    for kind, part in STREAMED.items():
        name = name_of(kind)
        found[f"{name}Progress"] = _event("progress", name_of(part))
        found[f"{name}Answer"] = _event("answer", name)
        members = {
            "progress": f"{name}Progress",
            "heartbeat": "Heartbeat",
            "answer": f"{name}Answer",
            "problem": "ProblemEvent",
        }
        found[f"{name}Event"] = {
            "description": "One line of a streamed answer.",
            "oneOf": [reference(one) for one in members.values()],
            "discriminator": {
                "propertyName": "event",
                "mapping": {event: reference(one)["$ref"] for event, one in members.items()},
            },
        }
    return found


EVENTS = {
    "progress": "What is known so far.",
    "answer": "The answer; it is the last line.",
    "problem": "Why there is no answer; it is the last line.",
}


def _event(event: str, content: str) -> Schema:
    told = {
        "type": "object",
        "properties": {"event": {"const": event, "description": "Which event it is."}},
        "required": ["event"],
    }
    return {"description": EVENTS[event], "allOf": [reference(content), told]}
