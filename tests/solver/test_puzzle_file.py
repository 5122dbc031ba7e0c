"""Puzzle files: what is read, what is written, what is refused and where."""

from __future__ import annotations

import io
import re
import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fanorona.solver.arrangement import Arrangement
from fanorona.solver.board import Colour, board, is_possible_size
from fanorona.solver.notation.fen import read_fen, write_fen
from fanorona.solver.position import Position
from fanorona.solver.puzzles import source
from fanorona.solver.puzzles.puzzle import (
    DoubtCode,
    Goal,
    OtherTag,
    PlacedText,
    Puzzle,
    ReadingError,
    Stipulation,
    UnreadablePuzzle,
)
from fanorona.solver.puzzles.reading import MOST_ERRORS, read_puzzles
from fanorona.solver.puzzles.tags import TAG_LANGUAGES, TAG_NAMES, Tag, folded, is_name_of_other_tag
from fanorona.solver.puzzles.writing import WIDTH, write_puzzle, write_puzzles
from fanorona.solver.rules import RULE_SETS
from fanorona.words import Language, Message, say

DATA = Path(__file__).parents[1] / "data" / "puzzles"
MAGAZINES = ["magazine_en", "magazine_fr"]
SIZES = [(w, h) for w in range(3, 22) for h in range(3, 22) if is_possible_size(w, h)]
POSITION = "Position: BBB/B1W/WWW W"
STIPULATION = "Stipulation: White to play and win"
ROWS = ("B B B", "B . W", "W W W")


def data(name: str) -> bytes:
    return (DATA / name).read_bytes()


def readable(source: str | bytes) -> list[Puzzle]:
    """The puzzles of a file without errors."""
    read = []
    for one in read_puzzles(source):
        assert isinstance(one, Puzzle), one
        read.append(one)
    return read


def puzzle(*typed: str) -> Puzzle:
    """The only puzzle in these lines."""
    (one,) = readable("\n".join(typed))
    return one


def errors(*typed: str) -> list[tuple[int, int, str]]:
    """Line, column and message of everything that is wrong with the only puzzle in these lines."""
    (one,) = read_puzzles("\n".join(typed))
    assert isinstance(one, UnreadablePuzzle)
    return [(error.line, error.column, str(error.detail)) for error in one.errors]


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
def test_every_error_of_every_broken_puzzle_is_told_with_its_place(
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
def test_other_unicode_is_refused_with_a_remedy(encoding: str) -> None:
    (one,) = read_puzzles("\n".join([POSITION, STIPULATION]).encode(encoding))
    assert isinstance(one, UnreadablePuzzle)
    assert [str(error.detail).partition("save the file as UTF-8")[1] for error in one.errors]


def test_what_is_no_text_is_refused_once() -> None:
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
    assert found[-1][2] == f"and {999 - MOST_ERRORS} more from here on"


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


# ── Tags ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", ["Title", "TITLE", "title", "Titre", "TITRE", "  Titre "])
def test_a_tag_is_known_in_any_case(name: str) -> None:
    assert puzzle(f"{name}: x", POSITION, STIPULATION).title == "x"


@pytest.mark.parametrize(
    "name", ["Énoncé", "Enonce", "ENONCÉ", "énoncé", "E\u0301nonce\u0301", "Énoncé\u00a0"]
)
def test_a_tag_is_known_with_and_without_accents(name: str) -> None:
    assert puzzle(POSITION, f"{name}: Blanc joue et gagne").stipulation.goal is Goal.WIN


@pytest.mark.parametrize("name", ["Rules", "Rule", "Règles", "Regles", "règle"])
def test_rules_are_named_in_both_languages(name: str) -> None:
    assert puzzle(f"{name} : Escale", POSITION, STIPULATION).rules.id == "escale"


def test_the_default_rules_are_the_standard_ones() -> None:
    assert puzzle(POSITION, STIPULATION).rules.id == "standard"


@pytest.mark.parametrize(
    ("tags", "language"),
    [
        (("Title: x", STIPULATION), "en"),
        (("Titre: x", "Énoncé: Blanc joue et gagne"), "fr"),
        (("Titre: x", "Auteur: y", STIPULATION), "fr"),
        (("Titre: x", "Stipulation: Blanc joue et gagne"), "fr"),
        (("Titre: x", STIPULATION), "en"),
        (("Title: x", "Énoncé: White to play and win"), "en"),
        (("Source: x", "Énoncé: White to play and win"), "fr"),
    ],
)
def test_the_language_is_that_of_most_tags_then_that_of_the_stipulation(
    tags: tuple[str, ...], language: str
) -> None:
    assert puzzle(*tags, POSITION).language == language


def test_empty_tags_are_as_good_as_none() -> None:
    typed = ["Title:", "Author:", "Rules:", "Side:", "Hint:", "Solution:", "Game:"]
    read = puzzle(*typed, POSITION, STIPULATION)
    assert read == puzzle(POSITION, STIPULATION)


def test_unknown_tags_are_kept_in_their_order() -> None:
    read = puzzle(
        "Zeit: 3", "Prix spécial: aucun", "Web: https://example.org/#a", POSITION, STIPULATION
    )
    assert read.others == (
        OtherTag("Zeit", "3"),
        OtherTag("Prix spécial", "aucun"),
        OtherTag("Web", "https://example.org/#a"),
    )


def test_an_unknown_tag_that_looks_like_a_known_one_is_warned_about() -> None:
    (doubt,) = puzzle("Title: T", "  Ruels: escale", "Ruels: a", POSITION, STIPULATION).warnings()
    assert doubt.code is DoubtCode.SIMILAR_TAG
    assert str(doubt.detail) == "unknown tag 'Ruels' is kept but ignored; did you mean 'Rules'?"
    assert (doubt.line, doubt.column) == (3, 1)
    assert puzzle("Date: 1998", POSITION, STIPULATION).warnings() == ()


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("Réponse: c3-b3", "Solution"), ("Sol. : c3-b3", "Solution"), ("Variante: escale", "Rules")],
)
def test_other_words_for_a_tag_are_asked_about(typed: str, meant: str) -> None:
    name = typed.partition(":")[0].strip()
    (doubt,) = puzzle(typed, POSITION, STIPULATION).warnings()
    assert str(doubt.detail) == f"unknown tag '{name}' is kept but ignored; did you mean '{meant}'?"


def test_a_puzzle_that_cannot_be_read_has_warnings_too() -> None:
    (read,) = read_puzzles("Soluton: a1-a2\nEnonce: Blanc joue et gagne")
    assert isinstance(read, UnreadablePuzzle)
    assert [(one.code, one.line) for one in read.warnings()] == [(DoubtCode.SIMILAR_TAG, 1)]


@pytest.mark.parametrize(
    "lines",
    [
        ("Solution:", "1. b1-b2A c3-b3", "2. b2-c3"),
        ("Solution: 1. b1-b2A c3-b3", "Si 1… c2-b2 : b2-c3"),
        ("Solution : b1-b2A", "c2: left", "et gagne"),
    ],
)
def test_moves_below_a_solution_need_no_blank_before_them(lines: tuple[str, ...]) -> None:
    read = puzzle(POSITION, STIPULATION, *lines, "Author: me")
    typed = " ".join([lines[0].partition(":")[2].strip(), *lines[1:]]).strip()
    assert [one.text for one in read.solutions] == [typed]
    assert (read.author, read.others) == ("me", ())


def test_a_tag_below_a_solution_is_a_tag_even_if_nobody_knows_it() -> None:
    read = puzzle(POSITION, STIPULATION, "Solution: b1-b2A", "Remarque: b1-a1 perd", "Date: 1998")
    assert [one.name for one in read.others] == ["Remarque", "Date"]


def test_a_diagram_right_below_a_solution_is_still_refused() -> None:
    lines = ("Solution: b1-b2A", "3 BBB", "2 B.W", "1 WWW")
    (read,) = read_puzzles("\n".join((STIPULATION, *lines)))
    assert isinstance(read, UnreadablePuzzle)
    assert read.errors[0].line == 3


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        ((POSITION, "", "White to play and win in 2."), (3, 1)),
        (("Title: Old", "White to play and win in 2", POSITION), (2, 1)),
        (("Titre: Vieux", "", POSITION, "", "  Les Blancs jouent et gagnent en 2 coups !"), (5, 3)),
    ],
    ids=["below", "between", "French"],
)
def test_a_stipulation_without_its_tag_is_recognised(
    lines: tuple[str, ...], place: tuple[int, int]
) -> None:
    says = "this line looks like the stipulation; write 'Stipulation:' before it"
    assert errors(*lines) == [(*place, says)]


def test_the_stipulation_is_found_among_other_lines_without_a_tag() -> None:
    sentence = "Les Blancs jouent et gagnent"
    told = errors("PROBLÈME N° 12", "Trait aux Blancs", sentence, "", POSITION)
    assert [(line, detail.partition(":")[0]) for line, _, detail in told] == [
        (1, "this line is neither a tag such as 'Title"),
        (3, "this line looks like the stipulation; write 'Stipulation"),
    ]


def test_a_sentence_beside_a_stipulation_is_not_taken_for_one() -> None:
    (told,) = errors(POSITION, STIPULATION, "", "White to play and win in 2")
    assert told[2].startswith("this line is neither a tag")
    missing, stray = errors(POSITION, "Stipulation:", "White to play and win in 2")
    assert missing[2].startswith("the stipulation is missing")
    assert stray[2].endswith("if it continues 'Stipulation', begin it with a blank")


@pytest.mark.parametrize("line", ["c4: left", "https://example.org", "a turn"])
def test_a_line_that_is_no_tag_is_no_tag(line: str) -> None:
    (error,) = errors(POSITION, STIPULATION, line)
    assert error[:2] == (3, 1)


# ── Diagrams, sides, states ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "typed",
    [
        (STIPULATION, "", *ROWS),
        (STIPULATION, "", "", *ROWS),
        (*ROWS, "", STIPULATION),
        (*ROWS, STIPULATION),
        ("", *ROWS, "", STIPULATION),
        (STIPULATION, "", "  a b c", *ROWS, "  a b c"),
        (STIPULATION, "", "B B B", "", "B . W", "", "W W W", ""),
        (STIPULATION, "", "B B B # top", "# middle", "B . W", "W W W"),
        (STIPULATION, "# the board", "", "# here", *ROWS),
        (STIPULATION, "Position:", *ROWS),
        (STIPULATION, "Position:", "", *ROWS),
        (STIPULATION, "Position:", *(f"  {row}" for row in ROWS)),
        ("Position:", *(f"  {row}" for row in ROWS), STIPULATION),
        (STIPULATION, "", "X X X", "X - O", "O O O"),
        (STIPULATION, "", "3 ●─●─●", "  │╲│╱│", "2 ●─·─○", "  │╱│╲│", "1 ○─○─○"),
        (STIPULATION, "", "abc", "BBB", "B.W", "WWW"),
    ],
    ids=lambda typed: "/".join(typed),
)
def test_a_diagram_gives_the_position(typed: tuple[str, ...]) -> None:
    read = puzzle(*typed)
    assert read.position.fen() == "BBB/B1W/WWW W -"
    assert read.drawn


def test_a_position_below_its_tag_is_no_diagram() -> None:
    assert not puzzle("Position:", "  BBB/B1W/WWW", "  W", STIPULATION).drawn


@pytest.mark.parametrize("side", ["B", "Black", "noir", "Les Noirs", "aux noirs"])
def test_a_side_is_given_with_a_diagram(side: str) -> None:
    read = puzzle(f"Side: {side}", "Stipulation: win", "", *ROWS)
    assert read.stipulation == Stipulation(Colour.BLACK, Goal.WIN)


def test_the_stipulation_gives_the_side_of_a_diagram() -> None:
    assert puzzle("Énoncé: Noir joue et gagne", "", *ROWS).position.side is Colour.BLACK


def test_side_and_stipulation_may_agree() -> None:
    assert puzzle("Side: White", STIPULATION, "", *ROWS).position.side is Colour.WHITE


def test_a_letter_is_no_side_in_french_where_it_could_be_either() -> None:
    (error,) = errors("Trait: B", "Énoncé: gain", "", *ROWS)
    assert error == (1, 8, "'B' may mean Black or Blanc; write the colour in full")
    assert puzzle("Trait: N", "Énoncé: gain", "", *ROWS).position.side is Colour.BLACK


def test_a_state_is_given_with_a_diagram() -> None:
    rows = ("BBBBB", "BW.BW", "WWWWW")
    read = puzzle("State: vela:B", STIPULATION, "", *rows)
    assert read.position.fen() == "BBBBB/BW1BW/WWWWW W vela:B"


def test_a_giver_without_handicap_is_not_part_of_the_position() -> None:
    assert puzzle("State: vela:B", STIPULATION, "", *ROWS).position.fen() == "BBB/B1W/WWW W -"


def test_a_french_diagram_is_written_in_french() -> None:
    written = write_puzzle(puzzle("Énoncé: Noir joue et gagne", "", "NNN", "N.B", "BBB"))
    assert written.endswith("\n3 N N N\n2 N . B\n1 B B B\n  a b c\n")
    assert puzzle(written).position.fen() == "BBB/B1W/WWW B -"


def test_a_french_diagram_without_black_stones_is_not_misread() -> None:
    typed = ("Énoncé: Noir joue et gagne", "Règles: fliporona", "État: hand:3,4", "")
    read = puzzle(*typed, "W..", "...", "...")
    assert puzzle(write_puzzle(read)) == read


def test_an_illegal_position_is_read() -> None:
    read = puzzle("Position: WWW/WWW/WWW W hand:1,1", STIPULATION)
    assert len(read.position.validate()) == 2


# ── Writing ───────────────────────────────────────────────────────────────────────────────────────

TEXTS = st.text(
    st.characters(exclude_categories=["Cc", "Cs"], include_characters="\t")
    | st.sampled_from("# \\:-éÉ")
).map(str.strip)
NAMED = TEXTS.filter(bool)
NAMES = st.text(st.sampled_from("abcXYZéÀ -'2"), min_size=1, max_size=20).map(str.strip)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any arrangement of any rule set, legal or not."""
    where = board(*draw(st.sampled_from(SIZES)))
    white = draw(st.integers(0, where.everywhere))
    black = draw(st.integers(0, where.everywhere)) & ~white
    arrangement = Arrangement(
        where,
        white,
        black,
        draw(st.sampled_from(Colour)),
        first=draw(st.frozensets(st.sampled_from(Colour))),
        hands=draw(st.tuples(st.integers(0, 4), st.integers(0, 4))),
        liable=draw(st.integers(0, where.everywhere)),
        giver=draw(st.sampled_from([None, *Colour])),
    )
    rules = RULE_SETS[draw(st.sampled_from(sorted(RULE_SETS)))]
    return Position(read_fen(write_fen(arrangement)), rules)


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    position = draw(positions())
    goal = draw(st.sampled_from(Goal))
    turns = draw(st.none() | st.integers(1, 999)) if goal is Goal.WIN else None
    other_tags = st.builds(OtherTag, NAMES.filter(is_free_name), TEXTS)
    prose = NAMED.filter(lambda text: text[0] not in "abcdefghi@#\\")
    return Puzzle(
        position=position,
        stipulation=Stipulation(position.side, goal, turns),
        title=draw(st.none() | NAMED),
        author=draw(st.none() | NAMED),
        source=draw(st.none() | NAMED),
        solutions=tuple(draw(st.lists(st.sampled_from(SOLUTIONS)))),
        hint=draw(st.none() | st.builds(PlacedText, prose)),
        game=draw(st.none() | st.sampled_from(SOLUTIONS[:2])),
        others=tuple(draw(st.lists(other_tags, unique_by=lambda tag: tag.name.casefold()))),
        language=draw(st.sampled_from(TAG_LANGUAGES)),
        drawn=draw(st.booleans()),
    )


SOLUTIONS = [
    PlacedText("1. a1-b2A a2-a3 2. b2-c3"),
    PlacedText("@a1 @b1 @c1 " * 20 + "@a2"),
    PlacedText("droite / bas-droit / haut-droit et Blanc est immobilisé ! (voir #3)"),
]


def is_free_name(name: str) -> bool:
    return is_name_of_other_tag(name) and folded(name) == name.casefold()


@given(puzzles())
def test_what_is_written_is_read_back(one: Puzzle) -> None:
    written = write_puzzle(one)
    (read,) = readable(written)
    assert read == one
    assert write_puzzle(read) == written


@settings(max_examples=settings().max_examples // 5)
@given(st.lists(puzzles(), max_size=3))
def test_a_written_file_is_read_back(several: list[Puzzle]) -> None:
    assert readable(write_puzzles(several)) == several


@pytest.mark.parametrize("language", TAG_LANGUAGES)
def test_tags_are_written_in_their_order(language: Language) -> None:
    read = puzzle(
        "Twin: b) Black to move",
        "Game: a1-b2A",
        "Hint: x",
        "Solution: a1-b2A",
        STIPULATION,
        POSITION,
        "Rules: escale",
        "Source: x",
        "Author: x",
        "Title: x",
    )
    written = write_puzzle(replace(read, language=language)).splitlines()
    expected = [TAG_NAMES[tag][language] for tag in Tag if tag not in (Tag.SIDE, Tag.STATE)]
    assert [line.partition(":")[0] for line in written] == expected


def made(**changes: object) -> Puzzle:
    """A puzzle that is made, not read."""
    position = Position.parse("BBB/B1W/WWW W")
    fields: dict[str, object] = {
        "position": position,
        "stipulation": Stipulation(Colour.WHITE, Goal.WIN),
    }
    return Puzzle(**(fields | changes))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "changes",
    [
        {"title": ""},
        {"title": "two\nlines"},
        {"title": " blank"},
        {"title": "\x1b"},
        {"hint": PlacedText("")},
        {"solutions": (PlacedText("a\rb"),)},
        {"stipulation": Stipulation(Colour.BLACK, Goal.WIN)},
        {"others": (OtherTag("Title", "x"),)},
        {"others": (OtherTag("c3", "x"),)},
        {"others": (OtherTag("a: b", "x"),)},
        {"others": (OtherTag("Date", "x"), OtherTag("date", "y"))},
        {"others": (OtherTag("Date", "x\ny"),)},
    ],
    ids=str,
)
def test_a_puzzle_that_no_file_could_tell_cannot_be_made(changes: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"."):
        made(**changes)


def test_a_puzzle_that_no_file_could_hold_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="more than 50000 bytes"):
        write_puzzle(made(title="é" * 30_000))
    with pytest.raises(ValueError, match="more than 200000 characters"):
        write_puzzle(made(title="é " * 150_000 + "é"))


# ── Anything at all ───────────────────────────────────────────────────────────────────────────────


def check_anything(source: str | bytes) -> None:
    for one in read_puzzles(source):
        if isinstance(one, UnreadablePuzzle):
            assert one.errors
            for error in one.errors:
                assert error.line >= 1
                assert error.column >= 1
                assert len(str(error.detail)) < 400
                assert str(error.detail).isprintable()
                assert say(error.detail, "fr") != str(error.detail)
        else:
            assert readable(write_puzzle(one)) == [one]


@given(st.binary(max_size=400))
def test_any_bytes_are_puzzles_or_errors(source: bytes) -> None:
    check_anything(source)


@given(st.text(max_size=400))
def test_any_text_is_puzzles_or_errors(source: str) -> None:
    check_anything(source)


@given(
    st.lists(
        st.sampled_from(
            [
                *(POSITION, STIPULATION, "---", "", "  ", "# c", *ROWS, "  a b c", "Position:"),
                *(
                    "Side: White",
                    "Trait: B",
                    "State: vela:B",
                    "Énoncé: gain en un coup",
                    "Title: x",
                ),
                *("Solution: a1-a2", "  b2 # c", "Game: @a1", "Hint: haut", "prose it is", "Z"),
                *("Rules: flip", "Date: \\#1", "Position: 3/3/3 B hand:1,2", "-", "- - -", "3"),
            ]
        ),
        max_size=12,
    ).map("\n".join)
)
def test_any_lines_are_puzzles_or_errors(source: str) -> None:
    check_anything(source)


MAGAZINE = data("magazine_fr.txt") + b"\n---\n" + data("magazine_en.txt")


@given(st.data())
def test_a_damaged_file_is_puzzles_or_errors(choice: st.DataObject) -> None:
    damaged = bytearray(MAGAZINE)
    for _ in range(choice.draw(st.integers(1, 8))):
        at = choice.draw(st.integers(0, len(damaged) - 20))
        length = choice.draw(st.integers(0, 15))
        damaged[at : at + length] = choice.draw(st.binary(max_size=3) | st.sampled_from(PIECES))
    check_anything(bytes(damaged))


PIECES = [b"\n", b"\n\n", b"---\n", b":", b"#", b" #", b"  ", b"W", b"N", b"\t", b"/", b"\\#"]


def test_a_puzzle_may_have_rules_of_its_own() -> None:
    typed = ["Rules: stopping=forfeit Standard paika=allowed", "Position: 5/W1B2/5 W"]
    found = puzzle(*typed, "Stipulation: White to play and win in 1")
    assert found.rules.id == "standard paika=allowed stopping=forfeit"
    assert "\nRules: standard paika=allowed stopping=forfeit\n" in f"\n{write_puzzle(found)}"


def test_a_faulty_switch_is_told_with_its_place() -> None:
    typed = ["Rules: standard pieka=allowed", "Position: 5/W1B2/5 W"]
    (found,) = errors(*typed, "Stipulation: White to play and win in 1")
    assert found == (1, 8, "'pieka' is not a switch; did you mean paika?")
