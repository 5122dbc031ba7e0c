"""The errors that people meet: what is wrong, where, and how to mend it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class FanoronaError(ValueError):
    """Any input that cannot be used; the message is written for the person who typed it."""

    turn_number: int | None = None
    """Which of several turns is at fault, counted from 1."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by its message and fields, not by the arguments that these were made from."""
        return _restored, (type(self), self.args, self.__dict__)


class NotationError(FanoronaError):
    """A text that cannot be read. `line` and `column` count from 1; None where unknown."""

    def __init__(self, message: str, *, line: int | None = None, column: int | None = None) -> None:
        self.message = message
        self.line = line
        self.column = column
        super().__init__(self.place() + message)

    def place(self) -> str:
        """'line 3, column 7: ', as far as it is known."""
        parts = [
            f"{word} {number}"
            for word, number in (("line", self.line), ("column", self.column))
            if number is not None
        ]
        return ", ".join(parts) + ": " if parts else ""


class IllegalPosition(FanoronaError):  # noqa: N818 - the name is part of the published interface
    """A readable position that its rule set does not allow; `defects` lists every reason."""

    def __init__(self, defects: Sequence[str]) -> None:
        self.defects = tuple(defects)
        super().__init__("illegal position: " + "; ".join(self.defects))


class IllegalTurn(FanoronaError):  # noqa: N818 - the name is part of the published interface
    """A readable turn that is not legal here; `step` is the failing step, counted from 1."""

    def __init__(self, message: str, *, step: int | None = None) -> None:
        self.step = step
        super().__init__(message)


class AmbiguousTurn(FanoronaError):  # noqa: N818 - the name is part of the published interface
    """A text that fits several legal turns; `turns` lists their canonical texts."""

    def __init__(self, message: str, turns: Sequence[str]) -> None:
        self.turns = tuple(turns)
        super().__init__(message)


def _restored(
    kind: type[FanoronaError], message: tuple[str, ...], fields: dict[str, Any]
) -> FanoronaError:
    error = kind.__new__(kind, *message)
    error.__dict__.update(fields)
    return error
