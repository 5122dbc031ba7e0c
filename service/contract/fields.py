"""Parameters' fields: strict, so that a slip is an error and not another question.

In an address everything is text; in a JSON body numbers and flags have types of their own.
"""

from __future__ import annotations

import re
from datetime import date
from difflib import get_close_matches
from typing import Any, cast

import marshmallow as ma

from fanorona.service.contract import checks
from fanorona.solver import FanoronaError, rule_set
from fanorona.solver.notation.fen import MAX_TEXT
from fanorona.words import Message

LONGEST_LINE = 8_000
"""Several hundred turns; no address may be set to be longer."""

LONGEST_NAME = 40
"""A misspelt parameter that is longer resembles none."""

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
_WHOLE = re.compile(r"-?[0-9]{1,4000}", re.ASCII)


class QuestionSchema(ma.Schema):
    """Parameters of a question; any other is an error."""

    in_body = False
    """Whether they come as JSON."""

    error_messages = cast(
        "dict[str, str]",
        {"unknown": Message("parameter.unknown"), "type": Message("parameter.object")},
    )

    class Meta:
        unknown = ma.RAISE

    def handle_error(self, error: ma.ValidationError, data: Any, **_: object) -> None:
        """Suggest a parameter for each that there is none of."""
        faults = error.messages_dict
        for name, told in faults.items():
            if told == [self.error_messages["unknown"]]:
                faults[name] = [self._unknown(str(name))]

    def _unknown(self, name: str) -> Message:
        known = {folded(one): one for one in self.fields}
        meant = get_close_matches(folded(name[:LONGEST_NAME]), known, n=1)
        if meant:
            return Message("parameter.unknown.meant", meant=known[meant[0]])
        return Message("parameter.unknown")


def folded(name: str) -> str:
    """A name without what is often written otherwise: `maxTurns`, `max-turns`, `max_turns`."""
    return re.sub("[^a-z0-9]", "", name.lower())


def _in_body(field: ma.fields.Field[Any]) -> bool:
    return bool(getattr(field.parent, "in_body", False))


def _is_whole(value: object) -> bool:
    """To JSON, 5.0 is a whole number, and true is none."""
    if isinstance(value, float):
        return value.is_integer()
    return isinstance(value, int) and not isinstance(value, bool)


class Strict(ma.fields.Field[Any]):
    """A field whose faults are messages; marshmallow hands on whatever stands for its texts."""

    default_error_messages = {  # noqa: RUF012
        "required": [Message("parameter.missing")],
        "null": [Message("parameter.null")],
    }


class Inner(Strict, ma.fields.Nested):
    """An object in an object."""

    default_error_messages = {"type": [Message("parameter.object")]}  # noqa: RUF012


class Several(Strict, ma.fields.List[Any]):
    """A list."""

    default_error_messages = {"invalid": [Message("parameter.list")]}  # noqa: RUF012


class Whole(Strict, ma.fields.Integer):
    """A whole number."""

    default_error_messages = {"invalid": [Message("parameter.whole")]}  # noqa: RUF012

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if not (_is_whole(value) if _in_body(self) else _WHOLE.fullmatch(value)):
            raise self.make_error("invalid")
        return int(value)


class Flag(Strict, ma.fields.Boolean):
    """true or false."""

    default_error_messages = {"invalid": [Message("parameter.flag")]}  # noqa: RUF012

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if _in_body(self):
            if isinstance(value, bool):
                return value
        elif value in ("true", "false"):
            return bool(value == "true")
        raise self.make_error("invalid", input=value)


class Text(Strict, ma.fields.String):
    """Text that can be written out again."""

    default_error_messages = {  # noqa: RUF012
        "invalid": [Message("parameter.text")],
        "invalid_utf8": [Message("parameter.unicode")],
    }

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        text = super()._deserialize(value, attr, data, **kwargs)
        try:
            text.encode()
        except UnicodeEncodeError:
            raise self.make_error("invalid_utf8") from None
        return text


class Day(Strict, ma.fields.Date):
    """A day as year, month and day."""

    default_error_messages = {"invalid": [Message("parameter.day")]}  # noqa: RUF012

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> date:
        # Python reads weeks and days without hyphens, too.
        if not _DAY.fullmatch(value):
            raise self.make_error("invalid", input=value, obj_type=self.OBJ_TYPE)
        return super()._deserialize(value, attr, data, **kwargs)


class TurnText(Text):
    """A turn, or several; `_` stands for a space, as in a position."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        return super()._deserialize(value, attr, data, **kwargs).replace("_", " ")


class RulesText(Text):
    """A rule set; what is asked further on has its canonical name."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        try:
            return rule_set(super()._deserialize(value, attr, data, **kwargs)).id
        except FanoronaError as error:
            raise ma.ValidationError([error.placed()]) from None


def whole(least: int, most: int | None = None, use: str = "", **options: Any) -> Whole:
    return Whole(validate=checks.Between(least, most), metadata={"description": use}, **options)


_POSITION = (
    "The position: ranks from the top, the side to move, and the state, or "
    "`start`, `start:5x5`, `start:vela:B`, `start:5x5:vela:B`. `_` may stand for a space. "
    "`fen` is another name of this parameter."
)


def position(about: str = _POSITION, default: str | None = None) -> Text:
    options: dict[str, Any] = {"required": True} if default is None else {"load_default": default}
    return Text(
        **options,
        validate=checks.Long(1, MAX_TEXT),
        metadata={"description": about, "format": "fanorona-position"},
    )


def rules() -> RulesText:
    return RulesText(
        load_default="standard",
        metadata={
            "description": "The rule set, by its name or as a base and switches: "
            "`standard paika=allowed`. `/v1/rules` describes each; `_` may stand for a space.",
            "format": "fanorona-rules",
        },
    )


def turn() -> TurnText:
    return TurnText(
        validate=checks.Long(1, MAX_TEXT),
        metadata={
            "description": "A turn in any readable notation: `f2-e3A`, `f2-e3A-d3W`, `@c3`, "
            "or directions such as `c4: droite / bas-droit`.",
            "format": "fanorona-turn",
        },
    )


def line() -> TurnText:
    return TurnText(
        validate=checks.Long(1, LONGEST_LINE),
        metadata={
            "description": "Turns of both colours, one after the other, separated by spaces: "
            "`f2-e3A d5-d4A`. `_` may stand for a space. In an address `url_bytes` of "
            "`/v1/limits` bounds it too.",
            "format": "fanorona-line",
        },
    )


def history() -> TurnText:
    return TurnText(
        validate=ma.validate.Length(1, LONGEST_LINE),
        metadata={
            "description": "The turns played since `position`, separated by spaces. The answer is "
            "about the position after them, and to repeat one before it counts as a draw. In an "
            "address `url_bytes` of `/v1/limits` bounds it too.",
            "format": "fanorona-line",
        },
    )
