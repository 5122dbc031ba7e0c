"""`fanorona puzzle format --guess`: a page of prose becomes a tagged puzzle."""

from __future__ import annotations

from pathlib import Path

from tests.cli.running import Fanorona

PAGE = Path(__file__).parents[1] / "data" / "printed" / "fliporona-page.txt"
LISTED = """Le saut
Fanorona Tsivy, plateau 5x3
Blancs : c3, d3, a2, b2, e1 ; Noirs : a1, d1

Noir joue et gagne en deux coups.
Solution (ou indice) : gauche / haut / droite
"""
DRAWN = """Three stones

. . W W .
W W . . .
B . . B W

Black to play and win in 2
Answer: d1-c1W-c2A-d2W d3-c3
a1-b2A
"""


def test_the_source_page_becomes_the_problem_except_for_the_lost_diagram(
    fanorona: Fanorona,
) -> None:
    ran = fanorona("puzzle", "format", "--guess", str(PAGE))
    assert ran.status == 3
    assert ran.out.splitlines() == [
        "Titre: Problème",
        "Règles: fliporona",
        "Énoncé: Noir joue et gagne en un coup",
        "Indice: droite / bas-droit / haut-droit / gauche / bas / gauche et Blanc est immobilisé !",
    ]
    assert "ligne 12 : pris pour l'énoncé" in ran.err
    assert "ligne 12, colonne 1 : où sont les pions ?" in ran.err


def test_lists_of_stones_become_a_position(fanorona: Fanorona) -> None:
    ran = fanorona("puzzle", "format", "--guess", "-", stdin=LISTED.encode())
    assert ran.status == 0
    assert "Titre: Le saut\n" in ran.out
    assert "Position: 2WW1/WW3/B2BW B -\n" in ran.out
    assert "Solution: gauche / haut / droite\n" in ran.out
    assert "'5x3' est pris pour le plateau" in ran.err
    assert fanorona("check", "-", "--no-tables", stdin=ran.out.encode()).status == 0


def test_a_diagram_is_found_among_the_prose(fanorona: Fanorona) -> None:
    ran = fanorona("puzzle", "format", "--guess", "-", stdin=DRAWN.encode())
    assert ran.status == 0
    assert "Title: Three stones\n" in ran.out
    assert "Solution: d1-c1W-c2A-d2W d3-c3 a1-b2A\n" in ran.out
    assert "line 3: read as a diagram, up to line 5" in ran.err
    assert "no rules are named; assuming standard" in ran.err


def test_a_file_with_something_missing_is_never_overwritten(
    fanorona: Fanorona, tmp_path: Path
) -> None:
    page = tmp_path / "page.txt"
    page.write_bytes(PAGE.read_bytes())
    assert fanorona("puzzle", "format", "--guess", "--write", str(page)).status == 3
    assert page.read_bytes() == PAGE.read_bytes()


def test_a_page_of_nothing_asks_for_everything(fanorona: Fanorona) -> None:
    ran = fanorona("puzzle", "format", "--guess", "-", stdin=b"Hello\n")
    assert ran.status == 3
    assert "what is asked?" in ran.err
    assert "where are the stones?" in ran.err


def test_a_second_question_is_asked_about(fanorona: Fanorona) -> None:
    both = DRAWN + "\nWhite to play and draw\n"
    ran = fanorona("puzzle", "format", "--guess", "-", stdin=both.encode())
    assert ran.status == 3
    assert "line 11, column 1: does another puzzle begin here? Line 7 already asks" in ran.err


def test_a_file_that_is_not_text_is_named_as_such(fanorona: Fanorona) -> None:
    ran = fanorona("puzzle", "format", "--guess", "-", stdin=b"Title\x00\x01\nWhite to play\n")
    assert ran.status == 3
    assert "line 1, column 6: this is not plain text" in ran.err
    assert "what is asked?" not in ran.err
