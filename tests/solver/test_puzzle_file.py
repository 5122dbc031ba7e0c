"""Puzzle files: encodings, sizes, comments, and what is refused where."""

from __future__ import annotations

import io
import re
import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest

from fanorona.solver.board import Colour
from fanorona.solver.position import Position
from fanorona.solver.puzzles import source
from fanorona.solver.puzzles.puzzle import (
    Puzzle,
    ReadingError,
    UnreadablePuzzle,
)
from fanorona.solver.puzzles.reading import MOST_ERRORS, read_puzzles
from fanorona.solver.puzzles.tags import TAG_LANGUAGES, TAG_NAMES
from fanorona.solver.puzzles.writing import WIDTH, write_puzzle, write_puzzles
from fanorona.words import Language, Message, say
from tests.solver.puzzle_texts import (
    DATA,
    MAGAZINES,
    POSITION,
    STIPULATION,
    data,
    errors,
    puzzle,
    readable,
)

# ── The files of an editor ────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", MAGAZINES)
def test_a_file_as_an_editor_types_it_is_written_canonically(name: str) -> None:
    written = write_puzzles(readable(data(f"{name}.txt")))
    assert written == data(f"{name}.formatted.txt").decode()


@pytest.mark.parametrize("name", MAGAZINES)
def test_a_canonical_file_stays_as_it_is(name: str) -> None:
    canonical = data(f"{name}.formatted.txt").decode()
    assert write_puzzles(readable(canonical)) == canonical


@pytest.mark.parametrize("name", MAGAZINES)
def test_a_file_says_the_same_after_formatting(name: str) -> None:
    assert readable(data(f"{name}.txt")) == readable(data(f"{name}.formatted.txt"))


@pytest.mark.parametrize("language", TAG_LANGUAGES)
@pytest.mark.parametrize("name", MAGAZINES)
def test_a_file_is_translated_and_back(name: str, language: Language) -> None:
    puzzles = readable(data(f"{name}.txt"))
    other = readable(write_puzzles(replace(one, language=language) for one in puzzles))
    assert [one.language for one in other] == [language] * len(puzzles)
    assert [replace(one, language="en") for one in other] == [
        replace(one, language="en") for one in puzzles
    ]


@pytest.mark.parametrize(
    ("expected", "language"), [("broken.errors.txt", "en"), ("broken.errors.fr.txt", "fr")]
)
def test_every_error_of_every_broken_puzzle_is_reported_with_its_place(
    expected: str, language: Language
) -> None:
    told = [
        f"{error.line}:{error.column} {say(error.detail, language)}"
        for one in read_puzzles(data("broken.txt"))
        if isinstance(one, UnreadablePuzzle)
        for error in one.errors
    ]
    assert told == data(expected).decode().splitlines()


def test_every_broken_puzzle_is_found_broken() -> None:
    puzzles = list(read_puzzles(data("broken.txt")))
    assert [one for one in puzzles if isinstance(one, Puzzle)] == []
    assert len(puzzles) == data("broken.txt").count(b"\n---\n") + 1


def test_the_documented_puzzles_are_read_without_a_warning() -> None:
    page = (DATA.parents[2] / "docs" / "puzzle-files.md").read_text(encoding="utf-8")
    examples = re.findall(r"^```puzzle\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    read = [one for example in examples for one in readable(example)]
    assert [one.language for one in read] == ["en", "fr", "en"]
    assert [(one.position.validate(), one.warnings()) for one in read] == [((), ())] * 3


def test_the_documented_tags_are_all_there_are() -> None:
    page = (DATA.parents[2] / "docs" / "puzzle-files.md").read_text(encoding="utf-8")
    rows = [f"| `{names['en']}` | `{names['fr']}` |" for names in TAG_NAMES.values()]
    assert [row for row in rows if row not in page] == []


@pytest.mark.parametrize(
    ("rules", "named"),
    [("standard", "start:5x5:vela:B"), ("livret", "Start"), ("fliporona", "start:3x3")],
)
def test_a_start_position_may_be_named(rules: str, named: str) -> None:
    text = f"Rules: {rules}\nPosition: {named}\nStipulation: White to play and win"
    assert puzzle(text).position == Position.parse(named, rules)


def test_a_start_position_that_there_is_not_is_refused_at_its_place() -> None:
    text = f"Position: start:4x4\n{STIPULATION}"
    ((line, column, detail),) = errors(text)
    assert (line, column) == (1, 11)
    assert "4x4" in detail


# ── Encodings and line ends ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "cp1252"])
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"], ids=repr)
def test_encodings_and_line_ends_survive(encoding: str, ends: str) -> None:
    text = "Titre: Problème d'été\nÉnoncé: Noir joue et gagne\nPosition: BBB/B1W/WWW B\n"
    (read,) = readable(text.replace("\n", ends).encode(encoding))
    assert read.title == "Problème d'été"
    assert read.language == "fr"
    assert (read.line, read.position.side) == (1, Colour.BLACK)


def test_the_marks_of_windows_survive() -> None:
    (read,) = readable("\n".join(["Title: L’œuf…", POSITION, STIPULATION]).encode("cp1252"))
    assert read.title == "L’œuf…"


def test_a_text_and_its_bytes_are_read_alike() -> None:
    text = data("magazine_fr.txt").decode()
    assert readable(text) == readable(text.encode())


def test_an_open_file_is_read_and_stays_open() -> None:
    file = io.BytesIO(data("magazine_fr.txt"))
    assert list(read_puzzles(file)) == readable(data("magazine_fr.txt"))
    assert not file.closed


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_other_unicode_is_refused_with_a_fix(encoding: str) -> None:
    (one,) = read_puzzles("\n".join([POSITION, STIPULATION]).encode(encoding))
    assert isinstance(one, UnreadablePuzzle)
    assert [str(error.detail).partition("save the file as UTF-8")[1] for error in one.errors]


def test_what_is_not_text_is_refused_once() -> None:
    (one,) = read_puzzles(bytes(range(256)) * 100)
    assert isinstance(one, UnreadablePuzzle)
    assert [str(error.detail).split(":")[0] for error in one.errors] == ["this is not plain text"]


def test_a_control_character_is_shown_with_its_place() -> None:
    assert errors("Title: A", "Author: B\x1b[31m", POSITION, STIPULATION) == [
        (2, 10, "control character U+001B; delete it")
    ]


# ── Sizes ─────────────────────────────────────────────────────────────────────────────────────────


def test_a_line_of_a_megabyte_is_refused_and_the_rest_is_read() -> None:
    good = "\n".join([POSITION, STIPULATION])
    broken, read = read_puzzles(f"Title: {'x' * 1_000_000}\n{good}\n---\n{good}")
    assert isinstance(broken, UnreadablePuzzle)
    assert broken.errors == (
        ReadingError(
            1,
            1,
            Message("file.long-line", length=1000008, limit=50000),
        ),
    )
    assert isinstance(read, Puzzle)


def test_a_puzzle_without_end_is_refused_and_the_rest_is_read() -> None:
    good = "\n".join([POSITION, STIPULATION])
    broken, read = read_puzzles(f"{good}\n" + "Note: x\n" * 100_000 + f"---\n{good}")
    assert isinstance(broken, UnreadablePuzzle)
    assert [error.detail.code for error in broken.errors] == ["file.long-puzzle"]
    assert isinstance(read, Puzzle)


def test_a_file_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "MAX_FILE", 1024**2)
    one = "\n".join([POSITION, STIPULATION, f"# {'x' * 10_000}", "---", ""])
    *read, last = read_puzzles(one * 150)
    assert len(read) > 90
    assert isinstance(last, UnreadablePuzzle)
    assert last.errors[0].detail.code == "file.too-long"


def test_very_many_errors_are_counted() -> None:
    found = errors(POSITION, STIPULATION, *["Date: today"] * 1000)
    assert len(found) == MOST_ERRORS + 1
    assert found[-1][2] == f"and {999 - MOST_ERRORS} more below"


@pytest.mark.parametrize(
    "text",
    [
        "#" * 40_000,
        "-" * 40_000 + " x",
        "-" * 25_000 + " " * 24_000 + "x",
        "a" + " " * 49_000,
        " " * 49_000 + "a",
        "Solution:\n" * 19_000,
        "Solution: a1-a2\n" * 12_000,
        "W\n" * 90_000,
        "W\n\n" * 60_000,
        "Position:\n" + " W\n" * 60_000,
        "Title: " + "\\#" * 20_000,
        "Stipulation: " + "win " * 12_000,
        "Game: " + "a1 " * 15_000,
        "Title: a\n" + " b\n" * 60_000,
        "# x\n" * 40_000,
    ],
    ids=lambda text: repr(text[:12]),
)
def test_absurd_files_are_read_or_refused_at_once(text: str) -> None:
    list(read_puzzles(f"{POSITION}\n\n{text}\n---\n{text}"))


def test_the_puzzles_of_a_large_file_are_held_one_at_a_time(tmp_path: Path) -> None:
    def peak(number: int) -> int:
        path = tmp_path / f"{number}.txt"
        typed = "\n".join([f"Title: {'x' * 5000}", POSITION, STIPULATION, "---", ""])
        path.write_text(typed * number, encoding="utf-8")
        with path.open("rb") as file:
            tracemalloc.start()
            count = sum(isinstance(one, Puzzle) for one in read_puzzles(file))
            most = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
        assert count == number
        return most

    peak(10)
    assert peak(1000) < peak(10) + 200_000


def test_a_broken_puzzle_does_not_stop_the_rest() -> None:
    good = "\n".join([POSITION, STIPULATION])
    bad = "Title: broken\nPosition: nonsense W"
    puzzles = list(read_puzzles("\n---\n".join([*[good] * 500, bad, *[good] * 499])))
    assert len(puzzles) == 1000
    (broken,) = [one for one in puzzles if isinstance(one, UnreadablePuzzle)]
    assert (broken.line, broken.title) == (1501, "broken")
    assert [(error.line, error.column) for error in broken.errors] == [(1501, 1), (1502, 11)]


# ── Puzzles, comments, continued lines ────────────────────────────────────────────────────────────


@pytest.mark.parametrize("separator", ["---", "-----", "---   ", "--- # the next one"])
def test_a_line_of_hyphens_separates_puzzles(separator: str) -> None:
    good = "\n".join([POSITION, STIPULATION])
    assert len(readable(f"{separator}\n{good}\n{separator}\n{separator}\n{good}\n{separator}")) == 2


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment", "---\n---", "\ufeff", "  \t "])
def test_a_file_without_puzzles_has_none(text: str) -> None:
    assert list(read_puzzles(text)) == []


def test_a_hash_at_the_start_and_after_a_blank_begins_a_comment() -> None:
    read = puzzle("# above", "Title: C# and F\t# not this", POSITION, STIPULATION, "#below")
    assert read.title == "C# and F"
    assert [comment.text for comment in read.comments] == ["above", "not this", "below"]


def test_a_hash_with_a_backslash_belongs_to_the_text() -> None:
    read = puzzle(r"Title: Problem \#4", r"Author: a\\#b", POSITION, STIPULATION)
    assert (read.title, read.author) == ("Problem #4", r"a\#b")


def test_comments_stay_with_what_they_are_about() -> None:
    typed = [
        "# the file",
        "# the position",
        POSITION,
        "Note: x  # a note",
        "# the first",
        "Solution: b1-b2A",
        "# the second",
        "Solution: c1-b2A",
        "  # inside it",
        "  ! # and beside it",
        "# the task",
        STIPULATION,
        "# after all",
    ]
    assert write_puzzle(puzzle(*typed)).splitlines() == [
        "# the file",
        "# the position",
        "Rules: standard",
        "Position: BBB/B1W/WWW W -",
        "# the task",
        STIPULATION,
        "# the first",
        "Solution: b1-b2A",
        "# the second",
        "# inside it",
        "Solution: c1-b2A !  # and beside it",
        "Note: x  # a note",
        "# after all",
    ]


def test_comments_between_separators_are_kept() -> None:
    good = "\n".join([POSITION, STIPULATION])
    text = f"# first\n---\n# second\n---\n{good}\n---\n{good}\n---\n# last\n---\n# very last"
    written = write_puzzles(readable(text))
    assert [line[2:] for line in written.splitlines() if line.startswith("#")] == [
        "first",
        "second",
        "last",
        "very last",
    ]
    assert write_puzzles(readable(written)) == written


def test_a_comment_on_a_tag_that_is_not_written_is_kept() -> None:
    assert "# who?" in write_puzzle(puzzle("Title: x", "Author:  # who?", POSITION, STIPULATION))


def test_a_line_with_blanks_continues_the_tag_above() -> None:
    read = puzzle(
        "Source: a", "\tlong", "  story: really", "# not this", " end", POSITION, STIPULATION
    )
    assert read.source == "a long story: really end"


def test_a_puzzle_typed_with_a_margin_is_read() -> None:
    read = puzzle("  Title: a", f"  {POSITION}", "    -", f"  {STIPULATION}")
    assert read.title == "a"


def test_long_values_are_continued_on_the_next_line() -> None:
    words = " ".join(["word"] * 100)
    written = write_puzzle(puzzle(f"Title: {words}", POSITION, STIPULATION))
    assert max(map(len, written.splitlines())) <= WIDTH
    assert puzzle(written).title == words


def test_a_text_knows_its_place_in_the_file() -> None:
    read = puzzle(POSITION, STIPULATION, "Solution: a1-b2A,", r"   \# c1-c2")
    (solution,) = read.solutions
    assert (solution.line, solution.column) == (3, 11)
    column = solution.text.index("c1") + 1
    assert (
        str(solution.error(Message("turn.empty"), column))
        == "line 4, column 7: the turn is empty; write one such as a1-a2"
    )
    assert (
        str(solution.error(Message("turn.empty")))
        == "line 3, column 11: the turn is empty; write one such as a1-a2"
    )
