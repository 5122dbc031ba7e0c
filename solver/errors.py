"""The errors that people meet: what is wrong, where, and how to fix it.

An error carries a message, a code with values; `str()` says it in English.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from fanorona.words import Message, placed


class FanoronaError(ValueError):
    """Any input that cannot be used; the message is written for the person who typed it.

    Examples:
        >>> from fanorona import Position
        >>> try:
        ...     Position.parse("nonsense")
        ... except FanoronaError as error:
        ...     print(type(error).__name__)
        NotationError
    """

    turn_number: int | None = None
    """Which of several turns is at fault, counted from 1."""
    inputs: tuple[Message, ...] = ()
    """Which of several inputs is meant, the narrowest first."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(message)

    @property
    def code(self) -> str:
        """The stable name of what is wrong."""
        return self.message.code

    def placed(self) -> Message:
        """The message with its place, if it has one."""
        return self.message

    def about(self, what: Message) -> Self:
        """The same error, which names the input that is meant."""
        self.inputs = (*self.inputs, what)
        return self

    def __str__(self) -> str:
        return str(self.placed())

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by its fields, not by the arguments that these were made from."""
        return _restored, (type(self), self.args, self.__dict__)


class NotationError(FanoronaError):
    """A text that cannot be read. `line` and `column` count from 1; None if unknown.

    Examples:
        >>> from fanorona import Position
        >>> try:
        ...     Position.parse("BBB/BxW/WWW W")
        ... except NotationError as error:
        ...     print(error.column)
        6
    """

    def __init__(
        self, message: Message, *, line: int | None = None, column: int | None = None
    ) -> None:
        self.line = line
        self.column = column
        super().__init__(message)

    def placed(self) -> Message:
        return placed(self.line, self.column, self.message)


class IllegalPosition(FanoronaError):  # noqa: N818 - the name is part of the published interface
    """A readable position that its rule set does not allow; `defects` lists every reason.

    Examples:
        >>> from fanorona import Position
        >>> try:
        ...     Position.parse("BBB/BBB/WWW W").turns()
        ... except IllegalPosition as error:
        ...     print(error.defects[0])
        6 black stones on the board, but the set-up has 4
    """

    def __init__(self, defects: Sequence[Message]) -> None:
        self.defects = tuple(defects)
        super().__init__(Message("position.illegal", defects=self.defects))


class IllegalTurn(FanoronaError):  # noqa: N818 - the name is part of the published interface
    """A readable turn that is not legal here; `step` is the failing step, counted from 1.

    Examples:
        >>> from fanorona import Position
        >>> try:
        ...     Position.start().play("d3-e3A-f3A")
        ... except IllegalTurn as error:
        ...     print(error.step)
        2
    """

    def __init__(self, message: Message, *, step: int | None = None) -> None:
        self.step = step
        super().__init__(message)


class AmbiguousTurn(FanoronaError):  # noqa: N818 - the name is part of the published interface
    """A text that fits several legal turns; `turns` lists their canonical texts.

    Examples:
        >>> from fanorona import Position
        >>> try:
        ...     Position.parse("5/BW1BB/5 W").play("b2-c2")
        ... except AmbiguousTurn as error:
        ...     print(error.turns)
        ('b2-c2A', 'b2-c2W')
    """

    def __init__(self, message: Message, turns: Sequence[str]) -> None:
        self.turns = tuple(turns)
        super().__init__(message)


class OutOfMemory(FanoronaError):  # noqa: N818 - reads as what it says
    """A question that needs more memory than there is.

    Examples:
        >>> from fanorona import TooManyTurns
        >>> issubclass(TooManyTurns, OutOfMemory)
        True
    """


class TooManyTurns(OutOfMemory):
    """A position with more turns than fit the memory that the question was given.

    Examples:
        >>> from fanorona import Position
        >>> try:
        ...     Position.start().listing(memory_mb=0.00001)
        ... except TooManyTurns as error:
        ...     print(error.code)
        budget.turns
    """


def _restored(
    kind: type[FanoronaError], message: tuple[Message, ...], fields: dict[str, Any]
) -> FanoronaError:
    error = kind.__new__(kind, *message)
    error.__dict__.update(fields)
    return error
