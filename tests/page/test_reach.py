"""On a phone a turn's buttons are at hand, nothing lies below the board, no word is cut off."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from fanorona.service.course import lessons
from fanorona.words import LANGUAGES, catalogue
from tests.page.board import CHOICE, START, Board

PHONES = [
    {
        "viewport": {"width": width, "height": height},
        "has_touch": True,
        "is_mobile": True,
        "reduced_motion": "no-preference",
    }
    for width, height in ((390, 844), (320, 568))
]
IDS = ["phone", "small"]

COVERED = """() => [...document.querySelectorAll(
    "#panels :is(button, select, input, summary, textarea):not(.as-button input, .tool input)")]
  .filter((one) => one.checkVisibility())
  .filter((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    const panel = one.closest("[role=tabpanel]")?.getBoundingClientRect();
    const inside = !panel || (y >= panel.top && y + height <= panel.bottom);
    return inside && top && !one.contains(top) && !top.contains(one);
  }).map((one) => one.outerHTML)"""

CUT_OFF = """() => [...document.querySelectorAll(
    "button, select, label, legend, summary, h1, h2, p, dt, dd, td, [role=tab]")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .filter((one) => getComputedStyle(one).display !== "inline")
  .filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => `${one.id || one.className || one.tagName}: ${one.textContent.trim()}`)"""


def expect_at_hand(page: Page, what: Locator) -> None:
    """In sight, and in the lower half of the screen, where the thumb is."""
    expect(what).to_be_in_viewport(ratio=1)
    box, size = what.bounding_box(), page.viewport_size
    assert box
    assert size
    assert box["y"] > size["height"] / 2


@pytest.mark.parametrize("looks", PHONES, ids=IDS)
def test_the_choice_and_the_end_of_a_turn_are_at_hand(page: Page, board: Board) -> None:
    board.open(CHOICE)
    page.get_by_text("How to play").scroll_into_view_if_needed()
    for name in ("d1", "c1"):
        board.point(name).tap()
    for what in ("Approach (A)", "Withdrawal (W)"):
        expect_at_hand(page, board.button(what))
    expect_at_hand(page, board.status)
    board.button("Approach (A)").tap()
    expect_at_hand(page, board.button("End turn"))
    board.button("End turn").tap()
    board.expect_turns("d1-c1A")


@pytest.mark.parametrize("looks", PHONES, ids=IDS)
@pytest.mark.parametrize("tab", ["Game", "Set up", "Puzzles"])
def test_nothing_lies_below_the_board(page: Page, board: Board, tab: str) -> None:
    board.open(START, turns="f2-e3A")
    panel = board.open_tab(tab)
    page.wait_for_load_state("networkidle")
    for place in (0, 200, 100_000):
        panel.evaluate("(panel, place) => { panel.scrollTop = place; }", place)
        assert page.evaluate(COVERED) == []
    expect(page.locator("#board")).to_be_in_viewport(ratio=1)


def longest_task(code: str) -> str:
    """The step whose words need most room: LESSON-NUMBER."""
    words = catalogue(code)
    steps = [(one.id, number) for one in lessons() for number, _ in enumerate(one.steps, start=1)]
    lesson, number = max(steps, key=lambda step: len(words[f"lesson.{step[0]}.{step[1]}"]))
    return f"{lesson}-{number}"


@pytest.mark.parametrize("looks", PHONES, ids=IDS)
@pytest.mark.parametrize("code", LANGUAGES)
def test_the_hint_of_a_lesson_is_at_hand(page: Page, board: Board, code: str) -> None:
    board.open_link(f"/?lang={code}#lesson={longest_task(code)}")
    hint = page.locator(".lesson-card [data-key=hint]")
    expect(hint).to_be_enabled()
    expect_at_hand(page, hint)
    hint.tap()
    expect_at_hand(page, hint)


WIDTHS = (320, 390, 844, 1280)


def cut_off(page: Page) -> list[str]:
    """The words that are cut off on screens of every width."""
    cut = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 740})
        page.evaluate("() => new Promise(requestAnimationFrame)")
        cut += [f"{width}: {one}" for one in page.evaluate(CUT_OFF)]
    return cut


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_word_is_cut_off(page: Page, board: Board, code: str) -> None:
    board.open_link(f"/?lang={code}#position={CHOICE.replace(' ', '_')}")
    page.locator("#opponent").select_option("black")
    for name in ("d1", "c1"):
        board.point(name).click()
    expect(page.locator("#choice")).to_be_visible()
    cut = cut_off(page)
    for number in (1, 2):
        page.get_by_role("tab").nth(number).click()
        expect(page.get_by_role("tabpanel").get_by_role("button").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        cut += cut_off(page)
    assert cut == []
