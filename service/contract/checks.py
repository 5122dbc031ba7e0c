"""Checks of what a parameter may be; what is wrong is a message."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import marshmallow as ma

from fanorona.words import Message


class Said(ma.validate.Validator):
    """A check of marshmallow's whose fault is a message."""

    @abstractmethod
    def fault(self, value: Any) -> Message:
        """What is wrong with the value."""

    def __call__(self, value: Any) -> Any:
        try:
            return super().__call__(value)  # type: ignore[safe-super]
        except ma.ValidationError:
            raise ma.ValidationError([self.fault(value)]) from None


class Between(Said, ma.validate.Range):
    """A number within bounds, of which the upper one may be missing."""

    def fault(self, _value: Any) -> Message:
        if self.max is None:
            return Message("parameter.too-small", least=self.min)
        return Message("parameter.range", least=self.min, most=self.max)


class Long(Said, ma.validate.Length):
    """A text or a list that is neither empty nor too long."""

    def fault(self, value: Any) -> Message:
        if len(value) < (self.min or 0):
            return Message("parameter.empty")
        return Message("parameter.long", number=len(value), most=self.max)


class Exactly(Said, ma.validate.Equal):
    """One value only."""

    def fault(self, _value: Any) -> Message:
        return Message("parameter.choice", known=(self.comparable,))


class Shaped(Said, ma.validate.Regexp):
    """A text of some shape."""

    def __init__(self, shape: str, example: str) -> None:
        super().__init__(shape)
        self.example = example

    def fault(self, _value: Any) -> Message:
        return Message("parameter.shape", example=self.example)


class OneOf(Said, ma.validate.OneOf):
    """One of several texts."""

    def fault(self, _value: Any) -> Message:
        return Message("parameter.choice", known=tuple(self.choices))
