"""The errors: what they carry, also from one process to another."""

from __future__ import annotations

import pickle

import pytest

from fanorona.solver import (
    AmbiguousTurn,
    FanoronaError,
    IllegalPosition,
    IllegalTurn,
    NotationError,
    UnknownRules,
)


@pytest.mark.parametrize(
    "error",
    [
        NotationError("no stone", line=3, column=7),
        IllegalPosition(["too many stones", "no side"]),
        IllegalTurn("occupied", step=2),
        AmbiguousTurn("fits two turns", ["d3-e3A", "d3-e3W"]),
        UnknownRules("unknown rule set"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_survives_pickling(error: FanoronaError) -> None:
    error.add_note("position")
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert str(copy) == str(error)
    assert vars(copy) == vars(error)
