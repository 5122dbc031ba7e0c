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
from fanorona.words import Message


@pytest.mark.parametrize(
    "error",
    [
        NotationError(Message("turn.empty"), line=3, column=7),
        IllegalPosition([Message("defect.no-stones"), Message("tables.state")]),
        IllegalTurn(Message("illegal.somehow"), step=2),
        AmbiguousTurn(Message("turn.too-many-readings"), ["d3-e3A", "d3-e3W"]),
        UnknownRules(Message("rules.unknown", text="'x'", known=("standard",))),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_survives_pickling(error: FanoronaError) -> None:
    error.about(Message("place.position"))
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert str(copy) == str(error)
    assert vars(copy) == vars(error)
