"""Game files: FGN of other programs and ours, lists of turns, every fault with its place."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random

import pytest

from fanorona import (
    Colour,
    FanoronaError,
    Game,
    NotationError,
    Position,
    UnreadableGame,
    read_games,
    write_games,
)
from fanorona.solver.games import game_splitting
from fanorona.solver.games.game_splitting import MOST_ERRORS, split_games
from tests.random_games import random_game

GAMES = Path(__file__).parents[1] / "data" / "games"
HEAD = '[White "A"]\n\n'


def games_in(text: str | bytes) -> list[Game]:
    """The games of a text without faults."""
    games = []
    for game in read_games(text):
        assert isinstance(game, Game), game.errors
        games.append(game)
    return games


def only(text: str | bytes) -> Game:
    (game,) = games_in(text)
    return game


def texts(game: Game) -> list[str]:
    return [str(turn) for turn in game.turns]


def check_round_trips(numbers: range) -> None:
    for number in numbers:
        game = random_game(Random(number))
        assert only(f"{game}\n") == game, number


def test_what_is_written_reads_as_the_same_game(compiled: bool) -> None:
    check_round_trips(range(120 if compiled else 10))


@pytest.mark.slow
def test_ten_thousand_games_read_as_they_were_written() -> None:
    check_round_trips(range(10_000))


def test_a_file_of_many_games_reads_as_those_games() -> None:
    games = [random_game(Random(number), 10) for number in range(40)]
    file = io.StringIO()
    assert write_games(games, file) == 40
    assert games_in(file.getvalue()) == games
    assert games_in(file.getvalue().replace("\n", "\r\n").encode("utf-8-sig")) == games


def test_writing_is_canonical() -> None:
    game = only((GAMES / "other-programs.fgn").read_text("utf-8").split('[White "A"]')[0])
    assert str(only(str(game))) == str(game)


def test_files_of_other_programs_are_read_as_they_are() -> None:
    with (GAMES / "other-programs.fgn").open("rb") as file:
        first, dimy, telo, french = read_games(file)
    assert isinstance(first, Game)
    assert isinstance(dimy, Game)
    assert isinstance(french, Game)
    assert first.headers["EngineLevel"] == "4"
    assert first.headers["PlyCount"] == "5"
    second = first.main_line[1]
    assert (second.label, second.marks, second.evaluation) == ("1...", ["?!"], -0.4)
    assert second.parent is not None
    other = second.parent.variations[1]
    assert other.comments == ["[%clk 0:04:51] safer"]
    assert [node.marks for node in other.line()] == [["$10"]]
    assert first.main_line[2].marks == ["!!"]
    assert dimy.result == "1/2-1/2"
    assert dimy.start.fen() == "BBBBB/BBBBB/BW1BW/WWWWW/WWWWW B vela:W"
    assert isinstance(telo, UnreadableGame)
    assert [(error.line, error.detail.code) for error in telo.errors] == [(27, "game.telo")]
    assert (french.headers["White"], french.result, french.rules.id) == ("Solo", "0-1", "livret")
    assert len(french.turns) == 2


def test_every_example_of_the_rule_sheets_is_a_game() -> None:
    games = games_in((GAMES / "sources.fgn").read_bytes())
    assert len(games) == 15
    for game in games:
        taken = game.headers.get("Taken")
        if taken is not None:
            counts = " ".join(str(len(turn.captured)) for turn in game.turns)
            assert counts == taken, game.headers["Event"]


def test_the_problem_of_fliporona_ends_the_game() -> None:
    *_, problem = games_in((GAMES / "sources.fgn").read_bytes())
    outcome = problem.end.position.outcome()
    assert outcome is not None
    assert outcome.winner is Colour.BLACK


def test_vela_in_the_booklet_ends_with_five_stones() -> None:
    games = games_in((GAMES / "sources.fgn").read_bytes())
    vela = next(game for game in games if len(game.turns) == 33)
    assert vela.start.arrangement.giver is Colour.BLACK
    assert vela.end.position.stones(Colour.BLACK) == 5
    assert vela.end.position.arrangement.giver is None


@pytest.mark.parametrize(
    "text",
    [
        "1. d3-e3A d4-d3A 2. e3-d4A",
        "d3-e3A d4-d3A e3-d4A",
        "1. d3e3A d4d3A 2. e3d4A 1-0",
        "d3-e3A, d4-d3A; e3-d4A",
        "1) d3-e3A 1... d4-d3A 2) e3-d4A",
        "1. d3-e3A ! d4-d3A ?! 2. e3-d4A ??",
        "1.d3-e3a{x}d4xd3a(1...c3-d3w)2.e3-d4a*",
        "d3: droite A\nd4: bas A\ne3: haut-gauche A",
        "% an escape\n1. d3-e3A ; a comment { (\n d4-d3A\n\n2. e3-d4A",
    ],
)
def test_turns_are_read_however_they_are_typed(text: str) -> None:
    assert texts(only(text)) == ["d3-e3A", "d4-d3A", "e3-d4A"]


@pytest.mark.parametrize(
    ("headers", "fen"),
    [
        ("", Position.start().fen()),
        ('[Variant "Fanoron-Dimy"]', Position.start(width=5).fen()),
        ('[Variant "fanoron-tsivy"] [Rules "livret"]', Position.start("livret").fen()),
        ('[Vela "White"]', Position.start(giver=Colour.BLACK).fen()),
        ('[Vela "Noir"]\n[Variant "Fanoron-Dimy"]', "BBBBB/BBBBB/BW1BW/WWWWW/WWWWW B vela:W"),
        ('[FEN "BBB/B1W/WWW w 0 1"]', "BBB/B1W/WWW W -"),
        ('[Vela "-"]\n[FEN "BBB/B1W/WWW b 3 7"]', "BBB/B1W/WWW B -"),
    ],
)
def test_headers_say_where_the_game_begins(headers: str, fen: str) -> None:
    assert only(f'{headers}\n[Event "x"]\n\n*').start.fen() == fen


@pytest.mark.parametrize(
    ("text", "line", "column", "code"),
    [
        (f"{HEAD}1. d3-e3A\nd4-d3A 2. a1-a2", 4, 11, "turn.illegal-step"),
        (f"{HEAD}1. d3-e3A nonsense", 3, 11, "turn.expected-start"),
        (f"{HEAD}1. d3-e3A d4-d3A (1... c3-d3) 2. e3-d4A", 3, 24, "turn.ambiguous"),
        (f"{HEAD}1. d3-e3A {{ never closed", 3, 11, "game.open-comment"),
        (f"{HEAD}1. d3-e3A (1. f2-e3A", 3, 21, "game.open-variation"),
        (f"{HEAD}(1. f2-e3A) 1. d3-e3A", 3, 1, "game.early-variation"),
        (f"{HEAD}1. d3-e3A) d4-d3A", 3, 10, "game.stray-bracket"),
        (f"{HEAD}1. d3-e3A 1-0 d4-d3A", 3, 15, "game.after-result"),
        (f"{HEAD}1. d3-e3A -- d4-d3A", 3, 11, "game.sign"),
        ('[White "A]\n\n1. d3-e3A', 1, 1, "game.header"),
        ('[White "A"]\n[White "B"]\n\n1. d3-e3A', 2, 9, "game.header-twice"),
        ('[Result "won"]\n\n1. d3-e3A', 1, 10, "game.result"),
        ('[Variant "Chess"]\n\n1. d3-e3A', 1, 11, "game.variant"),
        ('[Rules "chess"]\n\n1. d3-e3A', 1, 9, "rules.unknown"),
        ('[Vela "Red"]\n\n1. d3-e3A', 1, 8, "fen.not-a-side"),
        ('[Rules "fliporona"]\n[Vela "White"]\n\n*', 2, 8, "position.no-vela"),
        ('[FEN "BBB/BxW/WWW W"]\n\n*', 1, 12, "fen.not-a-stone"),
        ('[FEN "BBB/BBB/WWW W"]\n\n*', 1, 7, "position.illegal"),
        ('[Vela "White"]\n[FEN "BBBBBB1/7/WWWWWW1 W vela:W"]\n\n*', 1, 8, "game.two-givers"),
        (f"{HEAD}1. d3-e3A \x07", 3, 11, "file.control"),
        (f"{HEAD}{'1. d3-e3A ' * 6_000}", 3, 1, "file.long-line"),
    ],
)
def test_a_fault_has_its_place_and_the_other_games_are_read(
    text: str, line: int, column: int, code: str
) -> None:
    after = '\n\n[White "B"]\n[Black "C"]\n\n1. f2-e3A *\n'
    faulty, good = read_games(text + after)
    assert isinstance(faulty, UnreadableGame)
    first = faulty.errors[0]
    assert (first.line, first.column, first.detail.code) == (line, column, code)
    assert isinstance(good, Game)
    assert good.headers["Black"] == "C"
    assert texts(good) == ["f2-e3A"]
    with pytest.raises(NotationError) as raised:
        Game.parse(text)
    assert (raised.value.line, raised.value.column) == (line, column)


def test_a_fault_in_a_variation_leaves_the_main_line_alone() -> None:
    (faulty,) = read_games(f"{HEAD}1. d3-e3A (1. a1-a2 {{ ) }} (1. x)) d4-d3A 2. e3-d4A")
    assert isinstance(faulty, UnreadableGame)
    assert faulty.readable is not None
    assert len(faulty.readable.turns) == 3


def test_signs_of_who_is_better_are_the_marks_that_pgn_has_for_them() -> None:
    game = only("1. d3-e3A +- d4-d3A! ± (1... c3-d3W =) 2. e3-d4A -/+ *")
    assert [node.marks for node in game.main_line] == [["$18"], ["!", "$16"], ["$17"]]
    assert game.main_line[1].parent.variations[1].marks == ["$10"]  # type: ignore[union-attr]
    assert only(str(game)) == game


def test_a_file_that_is_not_text_does_not_flood_the_reader() -> None:
    (faulty,) = read_games(b"\x01\x02\n" * 10_000)
    assert isinstance(faulty, UnreadableGame)
    assert len(faulty.errors) == MOST_ERRORS + 1
    assert faulty.errors[-1].detail.code == "game.more-errors"


def test_a_game_that_is_too_long_does_not_take_the_others_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(game_splitting, "MAX_GAME", 10_000)
    long = "{ long }\n" * 2_000
    faulty, good = read_games(f"{HEAD}1. d3-e3A\n{long}{HEAD}1. f2-e3A")
    assert isinstance(faulty, UnreadableGame)
    assert [error.detail.code for error in faulty.errors] == ["game.too-long"]
    assert isinstance(good, Game)


def test_games_are_read_one_by_one() -> None:
    """The second game is not even asked for before the first has been given."""

    class Source(io.BytesIO):
        given = 0

        def read1(self, size: int | None = -1, /) -> bytes:
            Source.given += 1
            return super().read1(100)

    file = Source(b"1. d3-e3A *\n" * 10_000)
    games = split_games(file)
    next(games)
    assert Source.given < 5


def test_an_empty_text_has_no_game() -> None:
    assert games_in("\n\n% nothing\n") == []
    with pytest.raises(NotationError, match="no game"):
        Game.parse(" ")


def test_a_game_is_built_by_playing() -> None:
    game = Game(headers={"White": "A"})
    node = game.play("d3-e3A", "d4-d3A")
    assert node.parent is not None
    node.parent.play("c3-d3W").comments.append("safer } or not")
    game.play("e3-d4A").marks.append("!")
    assert [node.label for node in game.main_line] == ["1.", "1...", "2."]
    assert len(game.variations) == 1
    assert len(game.variations[0].variations) == 2
    assert only(str(game)) == game
    assert game.positions[-1] == game.end.position


def test_a_turn_that_is_there_already_is_not_added_again() -> None:
    game = Game()
    assert game.root.play("d3-e3A") is game.root.play("d3e3A")


def test_headers_that_contradict_the_start_are_put_right() -> None:
    game = Game("start:5x5")
    game.headers["Variant"] = "Fanoron-Tsivy"
    assert only(str(game)).start == game.start


def test_a_header_needs_a_name() -> None:
    game = Game(headers={"My key": "x"})
    with pytest.raises(FanoronaError, match="name of a header"):
        str(game)


def test_deep_variations_take_no_stack() -> None:
    game = Game()
    node = game.root
    for _ in range(500):
        node = node.add(node.position.listing()[0]) if node.position.listing() else node
    deep = "1. d3-e3A " + "(1. f2-e3A " * 500 + ")" * 500
    assert str(only(str(only(deep)))) == str(only(deep))
    assert only(str(game)) == game
