"""Game files on the board, and the review: graph, marks, and what would have been better."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from fanorona import Game
from fanorona.cli.exit_status import ExitStatus
from tests.cli.running import in_own_process
from tests.page.board import START, Board
from tests.page.watching import Faults

GAMES = Path(__file__).parents[1] / "data" / "games"
ENDGAME = "4BBB2/8B/1W7/3W5/6W2 B"
MISTAKE = "g5-f4 d2-e3A-e4A i4-h4 e4-e3"


def save(page: Page, to: Path) -> Game:
    """Press the button, and read the file that comes."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Save", exact=True).click()
    download.value.save_as(to)
    return Game.parse(to.read_text("utf-8"))


def review(board: Board) -> None:
    board.page.get_by_role("button", name="Review", exact=True).click()
    expect(board.page.locator("#review")).to_contain_text("accuracy")


def listed(board: Board) -> list[str]:
    """The turns of the list, with their marks."""
    return board.turns.get_by_role("button").all_inner_texts()


def try_instead(board: Board, item: Locator, task: str, turn: str, said: str) -> None:
    """Set out to find what was better, play a turn, and read what the review says of it."""
    item.get_by_role("button", name="Find the better turn").click()
    expect(item).to_contain_text(task)
    board.play(turn)
    expect(item).to_contain_text(said)


def show_the_answer(board: Board, item: Locator, said: str) -> None:
    item.get_by_role("button", name="Show the answer").click()
    expect(item).to_contain_text(said)
    expect(board.turns.locator(".variation").first).to_be_visible()


def test_a_review_marks_the_turns_and_draws_the_graph(board: Board) -> None:
    board.open(ENDGAME, turns=MISTAKE)
    review(board)
    assert listed(board)[0] == "g5-f4??"
    expect(board.page.get_by_role("img", name="White’s chances, turn by turn")).to_be_visible()
    cost = re.compile(r"the loss is now proven|loses \d")
    expect(board.page.locator("#review li")).to_contain_text(cost)


def test_the_better_turn_is_to_be_found_and_then_shown(board: Board) -> None:
    board.open(ENDGAME, turns=MISTAKE)
    review(board)
    item = board.page.locator("#review li").first
    task = "Black to move: find a better turn than g5-f4."
    try_instead(board, item, task, "g5-f4", "g5-f4 was played in the game.")
    try_instead(board, item, task, "i4-h4", "i4-h4 is")
    show_the_answer(board, item, "Best: ")


def test_the_graph_leads_to_a_turn(board: Board) -> None:
    board.open(ENDGAME, turns=MISTAKE)
    review(board)
    board.page.locator("#graph").click(position={"x": 5, "y": 20})
    expect(board.current).to_have_text("g5-f4??")


def test_another_game_ends_the_review(board: Board) -> None:
    board.open(ENDGAME, turns=MISTAKE)
    review(board)
    board.open(START)
    expect(board.page.locator("#graph")).to_have_count(0)


def test_a_game_without_turns_has_no_review(board: Board) -> None:
    board.open(START)
    board.page.get_by_role("button", name="Review", exact=True).click()
    expect(board.message).not_to_be_empty()


def test_a_game_against_the_engine_is_saved_and_reviewed_alike_everywhere(
    board: Board, tmp_path: Path
) -> None:
    board.open(START)
    board.page.get_by_label("Opponent").select_option("Engine: Black")
    board.play("f2-e3")
    expect(board.turns.get_by_role("button")).to_have_count(2)
    so_far = save(board.page, tmp_path / "so-far.fgn")
    board.play(str(so_far.end.position.turns()[0]))
    if board.page.locator("#end-turn").is_visible():
        board.page.locator("#end-turn").click()
    expect(board.turns.get_by_role("button")).to_have_count(4)
    file = tmp_path / "game.fgn"
    game = save(board.page, file)
    assert game.headers["Black"] == "Engine"
    review(board)
    ran = in_own_process(["review", str(file), "--no-tables", "--json"])
    assert ran.status == ExitStatus.YES
    marks = [f"{turn['turn']}{turn['mark'] or ''}" for turn in json.loads(ran.out)["turns"]]
    assert listed(board) == marks


def test_a_finished_game_against_the_engine_is_reviewed_from_its_card(board: Board) -> None:
    """White steps in front of the only enemy stone, whose only turn takes it."""
    board.open("5/5/W2B1 W")
    board.page.get_by_label("Opponent").select_option("Engine: Black")
    board.page.get_by_label("Level").select_option("1 · Tortoise")
    board.play("a1-b1")
    card = board.page.get_by_role("region", name="Your game")
    expect(card).to_contain_text("Tortoise has won")
    card.get_by_role("button", name="Review", exact=True).click()
    expect(board.page.locator("#review")).to_contain_text("accuracy")
    expect(board.page.locator("#graph .dots path")).to_have_count(1)
    assert listed(board) == ["a1-b1??", "d1-c1A"]
    item = board.page.locator("#review li")
    expect(item).to_contain_text("throws away a proven win")
    task = "White to move: find a better turn than a1-b1."
    try_instead(board, item, task, "a1-a2", "a1-a2 is not good enough.")
    try_instead(board, item, task, "a1-b2", "Right: a1-b2 is the best turn.")
    show_the_answer(board, item, "Best: a1-b2 ")


def test_what_was_taken_back_is_not_the_game_that_the_card_reviews(board: Board) -> None:
    board.open("5/5/W2B1 W", turns="a1-a2 d1-d2")
    board.page.locator("#first").click()
    board.page.get_by_label("Opponent").select_option("Engine: Black")
    board.play("a1-b1")
    card = board.page.get_by_role("region", name="Your game")
    card.get_by_role("button", name="Review", exact=True).click()
    expect(board.page.locator("#review li")).to_contain_text("a1-b1??")
    assert listed(board)[0] == "a1-b1??"


def test_variations_and_marks_are_saved(board: Board, tmp_path: Path) -> None:
    board.open(ENDGAME, turns="g5-f4 (g5-h4 b3-a3) d2-e3A-e4A")
    review(board)
    game = save(board.page, tmp_path / "game.fgn")
    assert game.start.fen() == f"{ENDGAME} -"
    assert [str(node.turn) for node in game.variations] == ["g5-f4", "g5-h4"]
    assert game.main_line[0].marks == ["??"]


ANNOTATED = """[Event "Club"]
[Site "Antsirabe"]
[White "Rakoto \\"Be\\""]
[Black "Éva"]
[Result "1-0"]
[Rules "livret"]
[Annotator "Solo"]
[Variant "Fanoron-Tsivy"]

{ played in the rain } 1. d3-e3A! { +1.2 } { centre } d4-d3A?! $10
({ or } 1... c3-d3W!? { safer } 2. f2-f3A (2. e3-f3W $5) ; a } in a comment
) 2. e3-d4A { long enough to be broken into two lines when the file is written again } 1-0
"""


def opened(board: Board, file: Path) -> None:
    board.page.locator("#open-game").set_input_files(file)
    expect(board.turns).to_contain_text("played in the rain")


def test_a_file_keeps_its_headers_comments_and_marks(board: Board, tmp_path: Path) -> None:
    file = tmp_path / "annotated.fgn"
    file.write_text(ANNOTATED, "utf-8")
    game = Game.parse(ANNOTATED)
    board.open(START)
    opened(board, file)
    assert listed(board)[:2] == ["d3-e3A!", "d4-d3A?!"]
    expect(board.turns.locator(".remark").nth(1)).to_have_text("+1.2")
    assert save(board.page, tmp_path / "saved.fgn") == game
    board.page.reload()
    expect(board.turns).to_contain_text("a } in a comment")
    assert save(board.page, tmp_path / "again.fgn") == game
    saved = tmp_path / "saved.fgn"
    opened(board, saved)
    assert save(board.page, tmp_path / "third.fgn") == game


def test_a_game_that_goes_on_has_lost_its_result(board: Board, tmp_path: Path) -> None:
    file = tmp_path / "two.fgn"
    file.write_text('[White "A"]\n[Result "1-0"]\n\n{ played in the rain } 1. d3-e3A 1-0\n')
    board.open(START)
    opened(board, file)
    assert save(board.page, tmp_path / "same.fgn").result == "1-0"
    board.play("d4-d3A")
    game = save(board.page, tmp_path / "longer.fgn")
    assert (game.result, game.headers["White"], len(game.turns)) == ("*", "A", 2)


def test_a_french_file_of_an_old_editor_is_opened(board: Board, tmp_path: Path) -> None:
    file = tmp_path / "partie.fgn"
    text = '[Blancs "Éva"]\r\n[Règles "livret"]\r\n\r\n1. d3e3A { très bon }\r\n'
    file.write_bytes(text.encode("latin-1"))
    board.open(START)
    board.page.locator("#open-game").set_input_files(file)
    expect(board.turns).to_contain_text("très bon")
    game = save(board.page, tmp_path / "saved.fgn")
    assert (game.headers["White"], game.rules.id) == ("Éva", "livret")


def test_a_file_with_faults_says_where_and_opens_what_it_can(board: Board, tmp_path: Path) -> None:
    file = tmp_path / "faulty.fgn"
    file.write_text('[White "A"]\n\n1. d3-e3A a1-a2 *\n\n[White "B"]\n\n1. f2-e3A d5-d4 *\n')
    board.open(START)
    board.page.locator("#open-game").set_input_files(file)
    dialog = board.page.get_by_role("dialog", name="Which game?")
    expect(dialog).to_contain_text("Line 3, column 11")
    dialog.get_by_role("button", name="A", exact=True).click()
    expect(board.turns.get_by_role("button")).to_have_text(["d3-e3A"])


def test_a_file_is_opened_by_the_button(board: Board) -> None:
    board.open(START)
    board.page.locator("#open-game").set_input_files(GAMES / "played.fgn")
    expect(board.turns.get_by_role("button")).to_have_count(37)


def test_of_several_games_one_is_chosen(board: Board, tmp_path: Path) -> None:
    file = tmp_path / "two.fgn"
    file.write_text('[White "A"]\n\n1. d3-e3A *\n\n[White "B"]\n\n1. f2-e3A d5-d4 *\n')
    board.open(START)
    board.page.locator("#open-game").set_input_files(file)
    board.page.get_by_role("dialog").get_by_role("button", name="B").click()
    expect(board.turns.get_by_role("button")).to_have_count(2)


def test_another_game_is_refused(board: Board, tmp_path: Path, faults: Faults) -> None:
    file = tmp_path / "telo.fgn"
    file.write_text('[Variant "Fanoron-Telo"]\n\n1. @b2 *\n')
    board.open(START)
    board.page.locator("#open-game").set_input_files(file)
    expect(board.message).to_contain_text("Line 1, column 11: Fanoron-Telo")
