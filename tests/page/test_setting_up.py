"""The set-up tab and the copy buttons: a position comes in by every way, and goes out again."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from fanorona import Position
from fanorona.solver import RULE_SETS, svg
from tests.cli.running import PROJECT
from tests.page.board import SMALL, START, Board
from tests.page.watching import Faults

PROBLEM = (PROJECT / "puzzles" / "fliporona-problem.txt").read_text("utf-8")
DIAGRAM = "X X X\nX . O\nO O O\n"


@pytest.fixture
def panel(board: Board) -> Locator:
    """The set-up tab of a page at the start."""
    board.open_link("/")
    return board.open_tab("Set up")


@pytest.fixture
def clipboard(context: BrowserContext) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])


def edit(panel: Locator, board: Board) -> None:
    panel.get_by_role("button", name="Edit this position").click()
    expect(board.status).to_have_text("Setting up")
    panel.get_by_role("button", name="Clear the board").click()
    board.expect_on("a1", "empty")


def put(panel: Locator, board: Board, tool: str, *points: str) -> None:
    panel.get_by_role("radio", name=tool).check(force=True)
    for point in points:
        board.point(point).click()


def paste(panel: Locator, text: str) -> None:
    panel.get_by_role("textbox", name="Paste").fill(text)
    panel.get_by_role("button", name="Open", exact=True).click()


def test_a_new_game_has_the_chosen_rules_and_board(panel: Locator, board: Board) -> None:
    panel.get_by_label("Rules").first.select_option("fliporona")
    panel.get_by_label("Board").first.select_option("5x5")
    panel.get_by_role("button", name="Start", exact=True).click()
    expect(board.status).to_have_text("White places a stone: 12 stones in hand")


def test_a_new_game_can_be_a_vela(panel: Locator, board: Board) -> None:
    panel.get_by_label("Vela: giver").first.select_option("Black")
    panel.get_by_role("button", name="Start", exact=True).click()
    board.expect_address(f"position={START.replace(' ', '_')}_vela:B")


def test_stones_are_put_flipped_and_erased(panel: Locator, board: Board) -> None:
    edit(panel, board)
    put(panel, board, "White", "a1", "b2", "c3")
    put(panel, board, "Flip", "b2")
    put(panel, board, "Erase", "c3")
    board.expect_stones({"a1": "White", "b2": "Black", "c3": "empty"})


def test_the_rules_of_the_editor_are_named_below_the_board(panel: Locator, board: Board) -> None:
    edit(panel, board)
    panel.locator(".editor").get_by_label("Rules").select_option("livret")
    expect(board.page.locator("#rules")).to_have_text("Rules: With huffing (livret)")
    panel.get_by_role("button", name="Cancel").click()
    expect(board.page.locator("#rules")).to_have_text("Rules: Tournament (standard)")


def test_an_edited_position_is_used(panel: Locator, board: Board) -> None:
    edit(panel, board)
    put(panel, board, "White", "a1")
    put(panel, board, "Black", "c3")
    panel.get_by_label("To move").select_option("Black")
    panel.get_by_role("button", name="Use this position").click()
    board.expect_address("position=9/9/2B6/9/W8_B")


def test_an_illegal_position_is_refused_with_every_defect(
    panel: Locator, board: Board, faults: Faults
) -> None:
    edit(panel, board)
    panel.get_by_label("Position as text").fill("WWW/WWW/WWW W")
    panel.get_by_role("button", name="Use this position").click()
    expect(panel.get_by_role("alert")).to_contain_text("white stones")
    assert faults.take_refusals(422) == 1


def test_a_pasted_position_is_opened(panel: Locator, board: Board) -> None:
    paste(panel, SMALL)
    board.expect_address("position=BBB/B1W/WWW_W")


def test_a_pasted_diagram_is_opened(panel: Locator, board: Board) -> None:
    paste(panel, DIAGRAM)
    board.expect_address("position=BBB/B1W/WWW_W")


def test_a_pasted_puzzle_is_opened_under_its_rules(panel: Locator, board: Board) -> None:
    paste(panel, PROBLEM)
    board.expect_address("rules=fliporona")
    expect(board.status).to_have_text("Black to move")


def test_a_pasted_link_is_opened(panel: Locator, board: Board) -> None:
    paste(panel, "http://elsewhere.example/#rules=escale&position=BBB/B1W/WWW_W&turns=c1-b2A")
    board.expect_turns("c1-b2A")


def test_what_cannot_be_read_is_explained(panel: Locator, board: Board, faults: Faults) -> None:
    paste(panel, "BBB/BB/WWW W")
    expect(panel.get_by_role("alert")).to_contain_text("row 2 has 2 points")
    assert faults.take_refusals(422) == 1


def test_half_a_link_is_refused(panel: Locator, board: Board, faults: Faults) -> None:
    paste(panel, "rules=standard&position=BBB/B1W/WWW_W")
    expect(panel.get_by_role("alert")).to_contain_text("is not a stone")
    assert faults.take_refusals(422) == 1


def test_a_liable_stone_that_is_not_there_does_not_stop_the_editor(
    panel: Locator, board: Board
) -> None:
    edit(panel, board)
    panel.get_by_label("Position as text").fill("BBB/B1W/WWW W huff:zz,b2")
    board.expect_stones({"a1": "White", "b2": "empty", "c3": "Black"})


def test_a_new_game_is_offered_as_the_last_one_was(board: Board) -> None:
    board.open(SMALL, rules="escale")
    board.open_tab("Puzzles")
    panel = board.open_tab("Set up")
    expect(panel.get_by_label("Rules").first).to_have_value("escale")
    expect(panel.get_by_label("Board").first).to_have_value("3x3")


@pytest.mark.usefixtures("clipboard")
def test_pasting_works_anywhere_on_the_page(page: Page, board: Board) -> None:
    board.open_link("/")
    page.evaluate("text => navigator.clipboard.writeText(text)", SMALL)
    page.keyboard.press("Control+v")
    board.expect_address("position=BBB/B1W/WWW_W")


NEXT_COPY = """async first => {
    for (;;) {
        const text = await navigator.clipboard.readText();
        if (text !== first) return text;
        await new Promise(requestAnimationFrame);
    }
}"""
"""What the clipboard has once it is no longer the first text."""


def copied_text(page: Page, board: Board, what: str) -> str:
    board.button(what).click()
    expect(page.get_by_text(f"Copied: {what}")).to_be_visible()
    text: str = page.evaluate("navigator.clipboard.readText()")
    return text


@pytest.mark.usefixtures("clipboard")
def test_the_link_is_copied(page: Page, board: Board) -> None:
    board.open(SMALL, turns="c1-b2A")
    assert copied_text(page, board, "Link") == page.url.replace("/#", "/?")


@pytest.mark.usefixtures("clipboard")
def test_the_position_is_copied(page: Page, board: Board) -> None:
    board.open(SMALL)
    assert copied_text(page, board, "Position") == f"{SMALL} -"


@pytest.mark.usefixtures("clipboard")
def test_a_puzzle_is_copied_with_what_is_proven(page: Page, board: Board) -> None:
    board.open(SMALL)
    assert "Stipulation: White to play and win in 6" in copied_text(page, board, "Puzzle")


@pytest.mark.usefixtures("clipboard")
def test_the_picture_is_copied_as_svg(page: Page, board: Board) -> None:
    board.open(SMALL)
    assert copied_text(page, board, "SVG").startswith("<svg")


@pytest.mark.usefixtures("clipboard")
def test_the_picture_is_turned_as_the_board_is(page: Page, board: Board) -> None:
    board.open(SMALL)
    position = Position.parse(SMALL)
    first = copied_text(page, board, "SVG")
    assert first == svg.board(position, theme="wood")
    board.button("Turn the board").click()
    board.button("SVG").click()
    assert page.evaluate(NEXT_COPY, first) == svg.board(position, theme="wood", turned=True)


@pytest.mark.usefixtures("clipboard")
def test_the_picture_is_copied_as_png(page: Page, board: Board) -> None:
    board.open(SMALL)
    board.button("PNG").click()
    expect(page.get_by_text("Copied: PNG")).to_be_visible()
    types = "async () => (await navigator.clipboard.read()).flatMap((item) => item.types)"
    assert page.evaluate(types) == ["image/png"]


def test_without_a_clipboard_the_text_is_shown(page: Page, board: Board) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    board.open(SMALL)
    board.button("Position").click()
    shown = page.get_by_role("dialog").get_by_role("textbox")
    expect(shown).to_have_value(f"{SMALL} -")


def test_a_pasted_puzzle_is_there_to_be_solved(panel: Locator, board: Board) -> None:
    paste(panel, PROBLEM)
    puzzles = board.page.get_by_role("tabpanel", name="Puzzles")
    expect(puzzles).to_contain_text("Pasted puzzle")
    expect(puzzles).to_contain_text("Black to play and win in 1")
    board.play("c4-d4W-e3W-f4W-e4W-e3W-d3A")
    expect(puzzles).to_contain_text("Solved!")


def test_a_pasted_puzzle_comes_back_after_a_reload(panel: Locator, board: Board) -> None:
    paste(panel, PROBLEM)
    puzzles = board.page.get_by_role("tabpanel", name="Puzzles")
    expect(puzzles).to_contain_text("Pasted puzzle")
    board.expect_address("rules=fliporona")
    board.page.reload()
    expect(puzzles).to_contain_text("Pasted puzzle")
    expect(puzzles.get_by_role("button", name="Hint")).to_be_visible()


@pytest.mark.parametrize(
    "turns",
    ["f2-e3A d5-d4A-c5W", "f2e3A d5d4Ac5W", "1.f2-e3A {good}\n1... d5-d4A-c5W *"],
)
def test_a_pasted_list_of_turns_is_opened(panel: Locator, board: Board, turns: str) -> None:
    paste(panel, turns)
    board.expect_turns("f2-e3A", "d5-d4A-c5W")


def test_a_list_of_turns_may_go_on_from_the_board(board: Board) -> None:
    board.open("W4/5/5/5/4B W")
    paste(board.open_tab("Set up"), "a5-a4 e1-e2")
    board.expect_turns("a5-a4", "e1-e2")
    board.expect_address("position=W4/5/5/5/4B_W")


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("start", START),
        ("start:5x5", "BBBBB/BBBBB/BW1BW/WWWWW/WWWWW W"),
        ("start:vela:B", f"{START} vela:B"),
    ],
)
def test_start_is_a_position(panel: Locator, board: Board, text: str, position: str) -> None:
    board.open(SMALL)
    paste(board.open_tab("Set up"), text)
    board.expect_address(f"position={position.replace(' ', '_')}")


GAME_FILE = """[Event "Friendly"]
[White "Rakoto"]
[Black "Rabe"]
[Result "1-0"]
[Variant "Fanoron-Tsivy"]

1. f2-e3A {the usual} (1. d2-e3A) 1... d5-d4A-c5W?! { +0.4 } 1-0
"""


def test_a_pasted_game_file_is_opened(panel: Locator, board: Board) -> None:
    paste(panel, GAME_FILE)
    board.expect_turns("f2-e3A", "d2-e3A", "d5-d4A-c5W?!")
    expect(board.turns.locator(".remark")).to_have_text(["the usual", "+0.4"])
    expect(board.message).to_have_text("Rakoto – Rabe · 1-0")


@pytest.mark.parametrize("state", ["hand:4,4", "first:WB"])
def test_the_state_of_a_position_chooses_its_rules(
    panel: Locator, board: Board, state: str
) -> None:
    board_text = "3/3/3 W" if state.startswith("hand") else SMALL
    paste(panel, f"{board_text} {state}")
    rules = "fliporona" if state.startswith("hand") else "livret"
    board.expect_address(f"rules={rules}")


def test_a_game_with_rules_of_its_own_names_and_keeps_them(board: Board) -> None:
    board.open_link("/?rules=standard_paika=allowed&position=BBB/B1W/WWW_W")
    expect(board.page.locator("#rules")).to_have_text("Rules: standard paika=allowed")
    panel = board.open_tab("Set up")
    expect(panel.get_by_label("Rules").first).to_have_value("standard paika=allowed")
    panel.get_by_role("button", name="Start", exact=True).click()
    board.expect_address("rules=standard_paika=allowed")


def test_the_page_knows_no_rule_set_by_name() -> None:
    """Apart from the files of the collection, which it groups."""
    scripts = (PROJECT / "service" / "static" / "board").glob("*.js")
    named = [
        (script.name, name)
        for script in scripts
        for name in RULE_SETS
        if script.name != "collection.js" and name in script.read_text("utf-8")
    ]
    assert named == []
