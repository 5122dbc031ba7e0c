"""What is written of puzzles is read back; whatever is read is puzzles or errors."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fanorona.solver.arrangement import Arrangement
from fanorona.solver.board import Colour, board
from fanorona.solver.notation.fen import read_fen, write_fen
from fanorona.solver.position import Position
from fanorona.solver.puzzles.puzzle import (
    Goal,
    OtherTag,
    PlacedText,
    Puzzle,
    Stipulation,
    UnreadablePuzzle,
)
from fanorona.solver.puzzles.reading import read_puzzles
from fanorona.solver.puzzles.tags import TAG_LANGUAGES, TAG_NAMES, Tag, folded, is_name_of_other_tag
from fanorona.solver.puzzles.writing import write_puzzle, write_puzzles
from fanorona.solver.rules import RULE_SETS
from fanorona.words import Language, say
from tests.solver.puzzle_texts import (
    POSITION,
    ROWS,
    SIZES,
    STIPULATION,
    data,
    puzzle,
    readable,
)

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
def test_a_puzzle_that_no_file_could_express_cannot_be_made(changes: dict[str, object]) -> None:
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
