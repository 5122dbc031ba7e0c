"""Many puzzles: in order, a bounded number at a time, whatever becomes of one of them."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from fanorona.solver.budget import Budget
from fanorona.solver.puzzles import bulk, reading
from fanorona.solver.puzzles.bulk import (
    CheckFailure,
    PuzzleInFile,
    Terms,
    check_each,
    check_puzzles,
)
from fanorona.solver.puzzles.check import check
from fanorona.solver.puzzles.puzzle import Puzzle, UnreadablePuzzle
from fanorona.solver.puzzles.reading import read_puzzles, unread_puzzles
from fanorona.solver.puzzles.source import FileLine
from fanorona.solver.puzzles.verdict import Soundness, Verdict
from fanorona.solver.spreading.spread import OverExecutor

DATA = Path(__file__).parents[1] / "data" / "puzzles"
TERMS = Terms(budget=Budget(memory_mb=1), with_tables=False)
POSITION = "5/2W2/W1WBB W"
"""White wins in 1 by c1-b1W alone."""


def puzzle_text(number: int, turns: int = 1) -> str:
    return (
        f"Title: no. {number}\nPosition: {POSITION}\n"
        f"Stipulation: White to play and win in {turns}\n"
    )


def asked(numbers: range) -> Iterator[PuzzleInFile]:
    for number in numbers:
        (puzzle,) = read_puzzles(puzzle_text(number, turns=1 + number % 2))
        yield PuzzleInFile(puzzle, f"file {number}")


class Waiting(Executor):
    """Does the work when its result is asked for, and counts what waits."""

    def __init__(self) -> None:
        self.waiting = 0
        self.most_waiting = 0

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.waiting += 1
        self.most_waiting = max(self.most_waiting, self.waiting)
        executor = self

        class Later(Future[Any]):
            def result(self, timeout: float | None = None) -> Any:
                executor.waiting -= 1
                return work(*args, **kwargs)

        return Later()


def titles(results: list[tuple[PuzzleInFile, Verdict | CheckFailure]]) -> list[str | None]:
    return [asked.puzzle.title for asked, _ in results]


def test_verdicts_come_in_the_order_of_the_puzzles() -> None:
    numbers = range(30)
    expected = [f"no. {number}" for number in numbers]
    alone = list(check_each(asked(numbers), TERMS))
    with ProcessPoolExecutor(2) as executor:
        shared = list(check_each(asked(numbers), TERMS, OverExecutor(executor, 5)))
    assert titles(alone) == titles(shared) == expected
    assert [verdict for _, verdict in alone] == [verdict for _, verdict in shared]
    assert {verdict.verdict for _, verdict in alone if isinstance(verdict, Verdict)} == {
        Soundness.SOUND,
        Soundness.UNSOUND,
    }


def test_texts_are_read_by_the_process_that_checks_them() -> None:
    file = (DATA / "broken.txt").read_bytes()
    texts = list(map(PuzzleInFile, unread_puzzles(file)))
    read = list(check_each(map(PuzzleInFile, read_puzzles(file)), TERMS))
    with ProcessPoolExecutor(1) as executor:
        shared = list(check_each(texts, TERMS, OverExecutor(executor)))
    assert [verdict for _, verdict in shared] == [verdict for _, verdict in read]
    assert not any("puzzle" in vars(one) for one in texts)


@pytest.mark.parametrize("under_way", [1, 4])
def test_only_a_few_puzzles_are_under_way(under_way: int) -> None:
    executor = Waiting()
    results = list(check_each(asked(range(20)), TERMS, OverExecutor(executor, under_way)))
    assert len(results) == 20
    assert executor.most_waiting == under_way


def test_puzzles_are_read_no_further_than_needed() -> None:
    read = 0

    def counted() -> Iterator[PuzzleInFile]:
        nonlocal read
        for one in asked(range(20)):
            read += 1
            yield one

    results = check_each(counted(), TERMS, OverExecutor(Waiting(), 3))
    next(results)
    assert read == 3


def test_a_fault_in_one_puzzle_spares_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(puzzle: Puzzle | UnreadablePuzzle, *args: Any, **kwargs: Any) -> Verdict:
        if puzzle.title == "no. 3":
            raise ZeroDivisionError("a fault")
        return check(puzzle, *args, **kwargs)

    monkeypatch.setattr(bulk, "check", failing)
    results = [result for _, result in check_each(asked(range(6)), TERMS)]
    assert results[3] == CheckFailure("ZeroDivisionError: a fault", line=1)
    assert sum(isinstance(result, Verdict) for result in results) == 5


def test_a_fault_while_a_puzzle_is_read_spares_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    read = reading._read_puzzle

    def failing(lines: Sequence[FileLine]) -> Puzzle | UnreadablePuzzle:
        if any("no. 3" in line.text for line in lines):
            raise ZeroDivisionError("a fault")
        return read(lines)

    monkeypatch.setattr(reading, "_read_puzzle", failing)
    text = "---\n".join(map(puzzle_text, range(6)))
    puzzles = map(PuzzleInFile, unread_puzzles(text))
    results = [result for _, result in check_each(puzzles, TERMS)]
    assert results[3] == CheckFailure("ZeroDivisionError: a fault", line=13)
    assert sum(isinstance(result, Verdict) for result in results) == 5


def test_an_unread_puzzle_keeps_one_of_many_blank_lines() -> None:
    text = puzzle_text(1).replace("\nPos", f"\n{' ' * 7}\n{1000 * chr(10)}Pos")
    (puzzle,) = unread_puzzles(text)
    assert [line.number for line in puzzle.lines] == [1, 2, 1003, 1004]
    assert isinstance(puzzle.read(), Puzzle)


def many_puzzles(folder: Path, number: int, broken: int) -> Path:
    """A file with that many puzzles, one of which cannot be read."""
    path = folder / f"{number}.txt"
    with path.open("w", encoding="utf-8") as file:
        for one in range(1, number + 1):
            file.write("Title: broken\n" if one == broken else puzzle_text(one))
            file.write("---\n")
    return path


def peak_memory(path: Path) -> tuple[int, list[Soundness]]:
    """The most bytes that were held at a time, and the verdicts."""
    tracemalloc.start()
    verdicts = []
    with path.open("rb") as file:
        puzzles = (PuzzleInFile(puzzle) for puzzle in read_puzzles(file))
        for _, result in check_each(puzzles, TERMS):
            assert isinstance(result, Verdict)
            verdicts.append(result.verdict)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak, verdicts


def test_a_thousand_puzzles_take_no_more_memory_than_a_few(tmp_path: Path) -> None:
    few, _ = peak_memory(many_puzzles(tmp_path, 20, broken=10))
    many, verdicts = peak_memory(many_puzzles(tmp_path, 1000, broken=500))
    assert len(verdicts) == 1000
    assert verdicts[499] is Soundness.UNREADABLE
    assert verdicts.count(Soundness.SOUND) == 999
    assert many < few + 200_000


def test_check_puzzles_takes_text_bytes_and_files(tmp_path: Path) -> None:
    text = puzzle_text(1)
    path = tmp_path / "one.txt"
    path.write_text(text, encoding="utf-8")
    with path.open("rb") as file:
        assert check_puzzles(text) == check_puzzles(text.encode()) == check_puzzles(file)


def test_a_text_without_puzzles_has_no_verdicts() -> None:
    assert check_puzzles("# nothing but a comment\n") == []


def test_the_search_can_do_without_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("tables were opened")

    monkeypatch.setattr(bulk, "tables_for", refuse)
    text = puzzle_text(1, turns=2)
    (verdict,) = check_puzzles(text, Terms(with_tables=False))
    assert verdict.verdict is Soundness.UNSOUND
    with pytest.raises(AssertionError):
        check_puzzles(text, Terms())
