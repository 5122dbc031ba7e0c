"""axe-core finds no serious fault, wherever one is on the page and in every look."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.board import CHOICE, SMALL, Board

GRAVE = {"serious", "critical"}
LOOKS = ("Light", "Dark", "Wood")


def at_the_start(board: Board) -> None:
    board.open_link("/")


def in_a_game_with_the_engine_on(board: Board) -> None:
    board.open(SMALL, turns="c1-b2A")
    board.engine.check()
    expect(board.verdict).to_contain_text("Proven:")


def at_a_choice(board: Board) -> None:
    board.open(CHOICE)
    board.press("d1", "c1")
    expect(board.button("Approach (A)")).to_be_visible()


def with_a_tab(name: str) -> Callable[[Board], None]:
    def open_tab(board: Board) -> None:
        board.open_link("/")
        board.open_tab(name)

    return open_tab


PLACES: dict[str, Callable[[Board], None]] = {
    "start": at_the_start,
    "choice": at_a_choice,
    "engine": in_a_game_with_the_engine_on,
    "set-up": with_a_tab("Set up"),
    "puzzles": with_a_tab("Puzzles"),
}


@pytest.mark.parametrize("place", PLACES)
def test_axe_finds_no_serious_fault(page: Page, board: Board, axe: str, place: str) -> None:
    PLACES[place](board)
    page.evaluate(axe)
    assert [fault for look in LOOKS for fault in grave_faults(page, look)] == []


def grave_faults(page: Page, look: str) -> list[str]:
    page.get_by_label("Look").select_option(look)
    found: list[dict[str, Any]] = page.evaluate(
        "async () => (await axe.run(document, { resultTypes: ['violations'] })).violations"
    )
    return [
        f"{look}: {fault['id']}: {node['html']} {node['failureSummary']}"
        for fault in found
        for node in fault["nodes"]
        if fault["impact"] in GRAVE
    ]
