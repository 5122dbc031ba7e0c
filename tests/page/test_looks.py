"""Looks and languages: from phone to desk, light, dark and wood, in every language."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from fanorona.service.page_words import words_in
from tests.cli.running import PROJECT
from tests.page.board import CHOICE, START, Board

STYLES = PROJECT / "service" / "static" / "board" / "board.css"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SMALLEST_TARGET = 24
"""Pixels, by WCAG 2.2 AA."""


@pytest.mark.parametrize("looks", [PHONE], ids=["phone"])
@pytest.mark.parametrize("tab", ["Game", "Set up", "Puzzles"])
def test_a_phone_need_not_scroll_sideways(page: Page, board: Board, tab: str) -> None:
    board.open_link("/")
    board.open_tab(tab)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("looks", [{"viewport": {"width": 320, "height": 568}}], ids=["smallest"])
@pytest.mark.parametrize("code", ["en", "fr", "mg"])
def test_the_tabs_fit_on_the_smallest_phone(page: Page, board: Board, code: str) -> None:
    board.open_link(f"/?lang={code}")
    page.get_by_role("tab").last.click()
    expect(page.locator(".asked")).not_to_be_empty()
    room, needed = page.get_by_role("tablist").evaluate(
        "(list) => [list.clientWidth, list.scrollWidth]"
    )
    assert needed <= room


@pytest.mark.parametrize("looks", [PHONE], ids=["phone"])
def test_the_whole_board_is_seen_on_a_phone(page: Page, board: Board) -> None:
    board.open_link("/")
    expect(page.locator("#board")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("looks", [PHONE], ids=["phone"])
def test_fingers_play_on_a_phone(page: Page, board: Board) -> None:
    board.open_link("/")
    expect(page.locator("#board .movable").first).to_be_attached()
    for name in ("f2", "e3"):
        board.point(name).tap()
    board.expect_turns("f2-e3A")


@pytest.mark.parametrize("looks", [PHONE], ids=["phone"])
def test_everything_to_press_is_large_enough_on_a_phone(page: Page, board: Board) -> None:
    board.open(START, turns="f2-e3A")
    expect(board.turns).to_be_visible()
    targets = page.locator("button:visible, select:visible, label:visible, [data-point]")
    sizes = targets.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().toJSON())")
    assert min(min(size["width"], size["height"]) for size in sizes) >= SMALLEST_TARGET


@pytest.mark.parametrize("width", [390, 768, 1000, 1280])
def test_the_board_stays_where_it_is_while_a_turn_is_entered(
    page: Page, board: Board, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    board.open(CHOICE)
    before = page.locator("#board").bounding_box()
    board.press("d1", "c1")
    expect(board.status).to_contain_text("Approach or withdrawal?")
    assert page.locator("#board").bounding_box() == before


@pytest.mark.parametrize("size", [(320, 640), (768, 1024), (1280, 800), (2560, 1440), (844, 390)])
def test_the_whole_board_is_seen_on_every_screen(
    page: Page, board: Board, size: tuple[int, int]
) -> None:
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    board.open_link("/")
    box = page.locator("#board").bounding_box()
    assert box
    assert box["width"] <= width
    assert box["height"] <= height


@pytest.mark.parametrize("size", [(844, 390), (667, 375), (640, 400)])
def test_a_phone_on_its_side_shows_board_tools_and_panels_at_once(
    page: Page, board: Board, size: tuple[int, int]
) -> None:
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    board.open()
    expect(page.locator("#board")).to_be_in_viewport(ratio=1)
    expect(board.button("Back")).to_be_in_viewport(ratio=1)
    expect(board.engine).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("position", ["9/9/9/9/9/B8/W8 W", "3/B2/W2 W"], ids=["9x7", "3x3"])
def test_tools_are_in_sight_below_a_high_board(page: Page, board: Board, position: str) -> None:
    board.open(position)
    expect(board.button("Back")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("looks", [{"viewport": {"width": 360, "height": 640}}], ids=["small"])
def test_a_small_phone_shows_the_puzzle_s_question_below_the_board(
    page: Page, board: Board
) -> None:
    board.open_link("/")
    expect(board.open_tab("Puzzles").locator(".asked")).to_be_in_viewport(ratio=1)


SMALL_PHONE = {**PHONE, "viewport": {"width": 360, "height": 640}}


@pytest.mark.parametrize("looks", [SMALL_PHONE], ids=["phone"])
def test_the_board_stays_in_sight_above_a_long_panel(page: Page, board: Board) -> None:
    board.open_link("/")
    panel = board.open_tab("Puzzles")
    panel.get_by_role("button", name="Check", exact=True).scroll_into_view_if_needed()
    expect(page.locator("#board")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("looks", [SMALL_PHONE], ids=["phone"])
@pytest.mark.parametrize("group", ["standard-9x5", "standard-5x5"])
def test_a_puzzle_chosen_far_below_comes_into_sight(page: Page, board: Board, group: str) -> None:
    board.open_link(f"/#puzzle={group}-1")
    page.locator(".numbers").get_by_role("button").last.click()
    expect(page.locator("#board")).to_be_in_viewport(ratio=1)
    expect(page.locator(".asked")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("looks", [SMALL_PHONE], ids=["phone"])
def test_a_refutation_comes_into_sight_on_a_small_phone(page: Page, board: Board) -> None:
    board.open_link("/#puzzle=fliporona-problem-1")
    board.play("c4-d4W")
    board.button("End turn").click()
    expect(board.button("Try again")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("looks", [SMALL_PHONE], ids=["phone"])
@pytest.mark.parametrize("locale", ["en", "fr", "mg"])
def test_nothing_moves_on_a_phone_while_a_capture_is_chosen(
    page: Page, board: Board, locale: str
) -> None:
    board.open_link(f"/?lang={locale}#position={CHOICE.replace(' ', '_')}")
    expect(page.locator("#board .movable").first).to_be_attached()
    before = page.locator("#panels").bounding_box()
    for name in ("d1", "c1"):
        board.point(name).click()
    expect(page.locator("#choice")).to_be_visible()
    assert page.locator("#panels").bounding_box() == before


def background(page: Page) -> str:
    colour: str = page.evaluate("getComputedStyle(document.body).backgroundColor")
    return colour


@pytest.mark.parametrize("looks", [{"forced_colors": "active"}], ids=["forced"])
def test_with_the_system_s_colours_the_bar_and_the_turn_looked_at_are_seen(
    page: Page, board: Board
) -> None:
    board.open(START, turns="f2-e3A")
    board.engine.check()
    bar = page.locator("#bar").evaluate("(bar) => getComputedStyle(bar).backgroundImage")
    assert "gradient" in bar
    expect(board.current).to_have_css("outline-style", "solid")


def test_every_look_is_another(page: Page, board: Board) -> None:
    board.open_link("/")
    seen = set()
    for look in ("Light", "Dark", "Wood"):
        page.get_by_label("Theme").select_option(look)
        seen.add(background(page))
    assert len(seen) == 3


@pytest.mark.parametrize("looks", [{"color_scheme": "dark"}], ids=["dark"])
def test_the_system_may_choose_the_look(page: Page, board: Board) -> None:
    board.open_link("/")
    expect(page.get_by_label("Theme")).to_have_value("wood")
    page.get_by_label("Theme").select_option("System")
    dark = background(page)
    page.get_by_label("Theme").select_option("Dark")
    assert background(page) == dark


def test_the_look_is_remembered(page: Page, board: Board) -> None:
    board.open_link("/")
    page.get_by_label("Theme").select_option("Dark")
    page.reload()
    expect(page.get_by_label("Theme")).to_have_value("dark")


@pytest.mark.parametrize(
    ("looks", "code"),
    [
        ({"locale": "en-GB"}, "en"),
        ({"locale": "fr-FR"}, "fr"),
        ({"locale": "mg"}, "mg"),
        ({"locale": "pt-BR"}, "en"),
    ],
    ids=["en", "fr", "mg", "pt"],
)
def test_the_browser_s_language_is_spoken(page: Page, board: Board, code: str) -> None:
    board.open_link("/")
    expect(page.get_by_role("tab").first).to_have_text(words_in(code)["tab-game"])


@pytest.mark.parametrize(("code", "name"), [("fr", "Français"), ("mg", "Malagasy")])
def test_another_language_can_be_chosen(page: Page, board: Board, code: str, name: str) -> None:
    board.open(START, turns="f2-e3A")
    page.get_by_role("link", name=name).click()
    expect(page.locator("html")).to_have_attribute("lang", code)


def test_another_language_keeps_the_game(page: Page, board: Board) -> None:
    board.open(START, turns="f2-e3A")
    page.get_by_role("link", name="Français").click()
    expect(page).to_have_url(re.compile(r"lang=fr.*turns=f2-e3A"))


@pytest.mark.parametrize("looks", [{"viewport": {"width": 1000, "height": 560}}], ids=["low"])
def test_each_colour_has_its_column_in_the_list_of_turns(board: Board) -> None:
    """Even if a chain needs two lines, and the list more room than there is."""
    chains = "e2-e3A-d3W c3-d2A-d1W-e1W-f2A-e3W h2-g3A-f3W-f4A-e4W-e5W-f5A"
    board.open(START, turns=f"f2-e3A (d3-e3A) d5-d4A-c5W {chains}")
    turns = board.turns.locator("> .numbered").get_by_role("button")
    expect(turns).to_have_count(5)
    boxes = [box for turn in turns.all() if (box := turn.bounding_box())]
    lefts = [box["x"] for box in boxes]
    assert lefts[0] == lefts[2] == lefts[4] < lefts[1] == lefts[3]
    # A variation parts the first two; the next two are in one row.
    assert boxes[0]["y"] < boxes[1]["y"] < boxes[2]["y"] == boxes[3]["y"]
    spilt = "(turns) => turns.some((one) => one.scrollHeight > one.clientHeight + 1)"
    wide = "(turns) => turns.some((one) => one.scrollWidth > one.clientWidth + 1)"
    assert board.turns.evaluate("(list) => list.scrollHeight > list.clientHeight")
    assert not turns.evaluate_all(spilt)
    assert not turns.evaluate_all(wide)


ON_THE_SCALE = re.compile(
    r"(?:^|[\s{;])((?:padding|margin|gap|column-gap|row-gap|font-size|border-radius)[a-z-]*"
    r"|(?:background|border|fill|stroke|color)(?:-color)?): ([^;}]+)"
)
OFF_THE_SCALE = re.compile(r"\d(?:rem|px)|#[0-9a-f]{3}|\brgb\(")


def test_room_letters_corners_and_colours_are_on_one_scale() -> None:
    """Lines may be as thick as they like."""
    css = STYLES.read_text("utf-8").partition("/* The page */")[2]
    stray = [
        f"{what}: {value}"
        for what, value in ON_THE_SCALE.findall(css)
        if OFF_THE_SCALE.search(re.sub(r"^[\d.]+px (solid|dashed|dotted)", "", value))
    ]
    assert css
    assert stray == []
