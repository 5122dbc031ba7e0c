"""A short form of `make fuzz`: no reader and no search fails, whatever it is given."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.generated import try_generated
from tests.fuzz.guided import is_available, try_guided
from tests.fuzz.questions import ask_each
from tests.fuzz.readers import Reader, readers
from tests.needed import missing


@pytest.mark.parametrize("reader", readers(), ids=lambda reader: reader.name)
def test_a_reader_takes_what_it_is_made_for(reader: Reader) -> None:
    for seed in reader.seeds:
        reader.read(seed)


@pytest.mark.parametrize("reader", readers(), ids=lambda reader: reader.name)
def test_a_reader_refuses_odd_inputs_well(reader: Reader, compiled: bool) -> None:
    figures = try_generated(reader, 150 if compiled else 10, first=1)
    assert figures.faults == []
    assert figures.inputs >= 10


def test_small_budgets_are_kept(compiled: bool) -> None:
    figures = ask_each(range(1_000_000, 1_000_000 + (1_000 if compiled else 20)))
    assert figures.faults == []


def test_inputs_are_guided_by_coverage(tmp_path: Path) -> None:
    if not is_available():
        missing("atheris, which there is for Linux on x86-64")
    figures = try_guided("turn", 300, tmp_path)
    assert figures.faults == []
    assert figures.inputs >= 300


def test_a_fault_is_found_and_shown() -> None:
    """The net has no hole: a reader that fails on one sign is caught."""

    def fails_at_a_slash(data: bytes) -> None:
        assert b"/" not in data

    broken = Reader("broken", fails_at_a_slash, (b"B/W",), (b"/", b"B"))
    figures = try_generated(broken, 100)
    assert len(figures.faults) == 1
    assert figures.faults[0].startswith("broken: b'")


def test_an_overdrawn_budget_is_found_and_shown() -> None:
    def fail_at_three(number: int) -> None:
        assert number != 3, "overdrawn"

    figures = ask_each(range(6), fail_at_three)
    assert figures.inputs == 6
    assert [fault.partition(":")[0] for fault in figures.faults] == ["question 3"]
