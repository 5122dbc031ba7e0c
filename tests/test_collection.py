"""The shipped puzzles: every one sound, as many of each kind as promised, the claims replayed."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import correlation

import pytest

from fanorona.solver import RULE_SETS
from fanorona.solver.puzzles.check import check
from fanorona.solver.puzzles.duplicates import likeness
from fanorona.solver.puzzles.grade_tags import tagged_difficulty, tagged_themes
from fanorona.solver.puzzles.puzzle import Goal, Puzzle
from fanorona.solver.puzzles.reading import read_puzzles
from fanorona.solver.puzzles.solutions import replay
from fanorona.solver.puzzles.themes import PuzzleTheme
from fanorona.solver.puzzles.verdict import Soundness, Verdict
from fanorona.solver.puzzles.verdict_grading import grade_of
from fanorona.solver.tables.default_tables import tables_for
from tests import reference

FOLDER = Path(__file__).parent.parent / "puzzles"
PROBLEM = FOLDER / "fliporona-problem.txt"
COMPOSED = FOLDER / "composed.txt"
FILES = sorted(FOLDER.glob("*.txt"))


def puzzles_of(file: Path) -> list[Puzzle]:
    puzzles = list(read_puzzles(file.read_bytes()))
    assert all(isinstance(puzzle, Puzzle) for puzzle in puzzles), file.name
    return [puzzle for puzzle in puzzles if isinstance(puzzle, Puzzle)]


def verdict_of(puzzle: Puzzle) -> Verdict:
    return check(puzzle, tables_for=tables_for, grade=True)


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


def test_the_collection_has_at_least_three_hundred_puzzles(collection: list[Puzzle]) -> None:
    assert len(collection) >= 300


def test_no_position_is_there_twice(collection: list[Puzzle]) -> None:
    alike = Counter(likeness(one.position) for one in collection)
    assert [kind for kind, number in alike.items() if number > 1] == []


def test_every_puzzle_has_a_title_in_both_languages(collection: list[Puzzle]) -> None:
    for puzzle in collection:
        assert puzzle.title, puzzle.line
        assert puzzle.other_title, puzzle.title
    for language in ("en", "fr"):
        titles = Counter(puzzle.title_in(language) for puzzle in collection)
        assert [title for title, number in titles.items() if number > 1] == []


def test_the_tags_say_what_is_measured(collection: list[Puzzle], verdicts: list[Verdict]) -> None:
    for puzzle, verdict in zip(collection, verdicts, strict=True):
        assert tagged_difficulty(puzzle) == verdict.difficulty, puzzle.title
        assert (tagged_themes(puzzle) or ()) == verdict.themes, puzzle.title


def test_every_theme_has_at_least_five_puzzles(verdicts: list[Verdict]) -> None:
    themes = Counter(theme for verdict in verdicts for theme in verdict.themes or ())
    assert {theme: themes[theme] for theme in PuzzleTheme if themes[theme] < 5} == {}


def test_there_are_easy_and_hard_puzzles(verdicts: list[Verdict]) -> None:
    grades = Counter(verdict.difficulty for verdict in verdicts)
    assert grades[1] >= 20
    assert grades[2] >= 20
    assert all(grades[difficulty] for difficulty in range(1, 10))


@pytest.mark.parametrize(("name", "turns"), [("first-wins", 1), ("wins-in-two", 2)])
def test_beginners_find_wins_in_one_and_two(name: str, turns: int) -> None:
    puzzles = puzzles_of(FOLDER / f"{name}.txt")
    assert len(puzzles) >= 30
    assert {one.stipulation.turns for one in puzzles} == {turns}
    assert {one.rules.id for one in puzzles} == set(RULE_SETS)


def test_a_win_in_one_by_the_only_capture_is_a_one(
    collection: list[Puzzle], verdicts: list[Verdict]
) -> None:
    easiest = [
        verdict.difficulty
        for puzzle, verdict in zip(collection, verdicts, strict=True)
        if puzzle.stipulation.turns == 1 and _key_is_the_only_capture(puzzle, verdict)
    ]
    assert len(easiest) >= 5
    assert set(easiest) == {1}


def _key_is_the_only_capture(puzzle: Puzzle, verdict: Verdict) -> bool:
    captures = [one[0] for one in puzzle.position.listing().results() if one[0].captured]
    key = puzzle.position.read(verdict.solutions[0][0])
    return [one.after for one in captures] == [key.after]


def test_ratings_rise_with_the_depth_at_which_the_search_finds_the_key(
    collection: list[Puzzle], verdicts: list[Verdict]
) -> None:
    grades = [
        grade_of(puzzle, verdict) for puzzle, verdict in zip(collection, verdicts, strict=True)
    ]
    ratings = [grade.difficulty for grade in grades if grade is not None]
    depths = [grade.measures.depth for grade in grades if grade is not None]
    assert correlation(ranks(ratings), ranks(depths)) >= 0.7


def ranks(numbers: Sequence[int]) -> list[float]:
    """The rank of each number; equal ones share the mean of theirs."""
    ordered = sorted(numbers)
    return [
        (bisect_left(ordered, number) + bisect_right(ordered, number) - 1) / 2 for number in numbers
    ]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.stem))
def test_a_file_says_how_its_puzzles_were_found(file: Path) -> None:
    mined = [one for one in puzzles_of(file) if "fanorona mine" in (one.source or "")]
    firsts = [one for one in mined if (one.title or "").endswith(" no. 1")]
    for puzzle in firsts:
        (command,) = puzzle.comments
        assert command.text.startswith("fanorona mine "), puzzle.title
        assert " --seed " in command.text
    assert firsts or file in (PROBLEM, COMPOSED)


def test_puzzles_are_composed_around_each_theme() -> None:
    themes = [tagged_themes(one) or () for one in puzzles_of(COMPOSED)]
    for theme in (
        PuzzleTheme.QUIET_KEY,
        PuzzleTheme.SACRIFICE,
        PuzzleTheme.BLOCKADE,
        PuzzleTheme.LONG_CHAIN,
        PuzzleTheme.WITHDRAWAL_KEY,
        PuzzleTheme.ONLY_MOVE,
        PuzzleTheme.TELO_NOHO_DIMY,
    ):
        assert any(theme in one for one in themes), theme


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


def test_livret_puzzles_huff_with_a_choice_that_matters() -> None:
    huffs = puzzles_of(FOLDER / "livret.txt")
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
