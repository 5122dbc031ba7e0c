"""The tags of a puzzle file: what each may say, and diagrams instead of a position."""

from __future__ import annotations

import pytest

from fanorona.solver.board import Colour
from fanorona.solver.puzzles.puzzle import (
    DoubtCode,
    Goal,
    OtherTag,
    Stipulation,
    UnreadablePuzzle,
)
from fanorona.solver.puzzles.reading import read_puzzles
from fanorona.solver.puzzles.writing import write_puzzle
from tests.solver.puzzle_texts import (
    POSITION,
    ROWS,
    STIPULATION,
    errors,
    puzzle,
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
    assert stray[2].endswith("if it continues 'Stipulation', begin it with a space")


@pytest.mark.parametrize("line", ["c4: left", "https://example.org", "a turn"])
def test_a_line_that_only_looks_like_a_tag_is_not_one(line: str) -> None:
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


def test_a_position_below_its_tag_is_not_a_diagram() -> None:
    assert not puzzle("Position:", "  BBB/B1W/WWW", "  W", STIPULATION).drawn


@pytest.mark.parametrize("side", ["B", "Black", "noir", "Les Noirs", "aux noirs"])
def test_a_side_is_given_with_a_diagram(side: str) -> None:
    read = puzzle(f"Side: {side}", "Stipulation: win", "", *ROWS)
    assert read.stipulation == Stipulation(Colour.BLACK, Goal.WIN)


def test_the_stipulation_gives_the_side_of_a_diagram() -> None:
    assert puzzle("Énoncé: Noir joue et gagne", "", *ROWS).position.side is Colour.BLACK


def test_side_and_stipulation_may_agree() -> None:
    assert puzzle("Side: White", STIPULATION, "", *ROWS).position.side is Colour.WHITE


def test_a_letter_that_could_be_either_side_in_french_is_refused() -> None:
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


def test_a_puzzle_may_have_rules_of_its_own() -> None:
    typed = ["Rules: stopping=forfeit Standard paika=allowed", "Position: 5/W1B2/5 W"]
    found = puzzle(*typed, "Stipulation: White to play and win in 1")
    assert found.rules.id == "standard paika=allowed stopping=forfeit"
    assert "\nRules: standard paika=allowed stopping=forfeit\n" in f"\n{write_puzzle(found)}"


def test_a_faulty_switch_is_reported_with_its_place() -> None:
    typed = ["Rules: standard pieka=allowed", "Position: 5/W1B2/5 W"]
    (found,) = errors(*typed, "Stipulation: White to play and win in 1")
    assert found == (1, 8, "'pieka' is not a switch; did you mean paika?")
