"""The shipped puzzles: every one sound, as many of each kind as promised, the claims replayed."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from fanorona.solver.puzzles.check import check
from fanorona.solver.puzzles.puzzle import Goal, Puzzle
from fanorona.solver.puzzles.reading import read_puzzles
from fanorona.solver.puzzles.solutions import replay
from fanorona.solver.puzzles.verdict import Soundness, Verdict
from fanorona.solver.tables.default_tables import tables_for
from tests import reference

FOLDER = Path(__file__).parent.parent / "puzzles"
PROBLEM = FOLDER / "fliporona-problem.txt"
FILES = sorted(FOLDER.glob("*.txt"))


def puzzles_of(file: Path) -> list[Puzzle]:
    puzzles = list(read_puzzles(file.read_bytes()))
    assert all(isinstance(puzzle, Puzzle) for puzzle in puzzles), file.name
    return [puzzle for puzzle in puzzles if isinstance(puzzle, Puzzle)]


def verdict_of(puzzle: Puzzle) -> Verdict:
    return check(puzzle, tables_for=tables_for)


@pytest.fixture(scope="module")
def collection() -> list[Puzzle]:
    return [puzzle for file in FILES for puzzle in puzzles_of(file)]


@pytest.fixture(scope="module")
def verdicts(collection: list[Puzzle]) -> list[Verdict]:
    with ProcessPoolExecutor(2) as executor:
        return list(executor.map(verdict_of, collection, chunksize=4))


def test_every_puzzle_is_sound(verdicts: list[Verdict]) -> None:
    unsound = [one for one in verdicts if one.verdict is not Soundness.SOUND]
    assert unsound == []


def test_the_collection_has_at_least_eighty_puzzles(collection: list[Puzzle]) -> None:
    assert len(collection) >= 80


@pytest.mark.parametrize(
    ("rules", "size"),
    [
        ("standard", "9x5"),
        ("standard", "5x5"),
        ("escale", "9x5"),
        ("livret", "9x5"),
        ("fliporona", "9x5"),
    ],
)
def test_each_rule_set_has_at_least_twelve(collection: list[Puzzle], rules: str, size: str) -> None:
    plain = [one for one in collection if one.position.arrangement.giver is None]
    kinds = Counter((one.rules.id, one.position.board.size) for one in plain)
    assert kinds[rules, size] >= 12


def test_vela_has_at_least_twelve(collection: list[Puzzle]) -> None:
    assert sum(one.position.arrangement.giver is not None for one in collection) >= 12


def test_wins_come_in_every_length_up_to_six_and_longer(collection: list[Puzzle]) -> None:
    lengths = {one.stipulation.turns for one in collection if one.stipulation.goal is Goal.WIN}
    assert {1, 2, 3, 4, 5, 6} <= lengths
    assert max(length or 0 for length in lengths) > 6


def test_there_are_draws(collection: list[Puzzle]) -> None:
    assert sum(one.stipulation.goal is Goal.DRAW for one in collection) >= 3


def test_livret_puzzles_huff_with_a_choice_that_matters(collection: list[Puzzle]) -> None:
    livret = [one for one in collection if one.rules.id == "livret"]
    huffs = [one for one in livret if one.position.arrangement.giver is None]
    assert len(huffs) >= 12
    for puzzle in huffs:
        assert puzzle.position.arrangement.liable.bit_count() >= 2
        assert puzzle.solutions[0].text.split("~")[0] in puzzle.position.board.names


def test_three_against_five_is_among_them(collection: list[Puzzle]) -> None:
    counts = {
        (one.position.stones(one.position.side), one.position.stones(one.position.side.other))
        for one in collection
    }
    assert (3, 5) in counts


def test_every_solution_is_legal_by_the_reference(verdicts: list[Verdict]) -> None:
    for verdict in verdicts:
        assert verdict.position is not None
        assert verdict.rules is not None
        for line in verdict.solutions:
            position = reference.Position.parse(verdict.position, verdict.rules)
            for turn in line:
                position = position.turns()[turn]


def test_the_fliporona_problem_has_the_published_solution_and_no_other() -> None:
    (problem,) = puzzles_of(PROBLEM)
    verdict = verdict_of(problem)
    assert verdict.routes == ("c4-d4W-e3W-f4W-e4W-e3W-d3A", "c4-d4W-e3W-e4A-f4A-e3A-d3A")
    after = reference.turns(problem.position.fen(), "fliporona")
    winning = {turn for turn, fen in after.items() if reference.outcome(fen, "fliporona")}
    assert winning == set(verdict.routes)


def test_the_fliporona_problem_comes_from_a_legal_game() -> None:
    (problem,) = puzzles_of(PROBLEM)
    assert replay(problem) == problem.position
    assert problem.game is not None
    position = reference.Position.parse(reference.start("fliporona"), "fliporona")
    for turn in problem.game.text.split():
        position = position.turns()[turn]
    assert position.fen() == problem.position.fen()


def test_the_fliporona_problem_has_an_empty_centre_and_says_what_it_is() -> None:
    (problem,) = puzzles_of(PROBLEM)
    arrangement = problem.position.arrangement
    assert not (arrangement.white | arrangement.black) >> arrangement.board.centre & 1
    assert "reconstruction" in PROBLEM.read_text(encoding="utf-8")
