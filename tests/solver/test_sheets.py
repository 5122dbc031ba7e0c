"""Sheets: typography, pages that look as they did, and files that need nothing else."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from fanorona.solver.puzzles.bulk import Terms
from fanorona.solver.puzzles.puzzle import Puzzle
from fanorona.solver.puzzles.reading import read_puzzles
from fanorona.solver.sheets import typesetting
from fanorona.solver.sheets.html_source import html_source
from fanorona.solver.sheets.sheet import (
    Paper,
    PrintedLine,
    Sheet,
    SheetStyle,
    problem_of,
    sheet_of,
)
from fanorona.solver.sheets.typography import NO_BREAK, THIN, set_text
from fanorona.words import LANGUAGES

DATA = Path(__file__).parents[1] / "data" / "sheets"
PPI = 50
BLOCK, MOST_DIFFERENCE = 6, 48
"""Pixels, and levels out of 255: a missing stone or another word makes a block differ by more."""


def made(text: str | bytes, language: str, style: SheetStyle | None = None) -> Sheet:
    """The sheet of a file."""
    puzzles = [one for one in read_puzzles(text) if isinstance(one, Puzzle)]
    problems = [problem_of(one, Terms(with_tables=False), language)[0] for one in puzzles]
    return sheet_of(problems, language, style or SheetStyle())


@pytest.fixture(scope="module")
def three() -> dict[str, Sheet]:
    text = (DATA / "three.txt").read_bytes()
    return {language: made(text, language) for language in LANGUAGES}


# ── Typography ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("language", "typed", "printed"),
    [
        ("en", '"Two in one"', "“Two in one”"),
        ("en", "the author's 'own'", "the author’s ‘own’"),
        ("en", "Really?! Yes: it wins; so", "Really?! Yes: it wins; so"),
        ("en", "and so on...", "and so on…"),
        ("fr", '"Le saut"', f"«{THIN}Le saut{THIN}»"),
        ("fr", "« Ah » : qui l'eût cru ?", f"«{THIN}Ah{THIN}»{NO_BREAK}: qui l’eût cru{THIN}?"),
        ("fr", "Non! Si; et?", f"Non{THIN}! Si{THIN}; et{THIN}?"),
        ("fr", "Vela : Blanc (fin !)", f"Vela{NO_BREAK}: Blanc (fin{THIN}!)"),
        ("fr", "https://example.org/a?b=c", "https://example.org/a?b=c"),
        ("mg", '"Fanorona"', f"«{THIN}Fanorona{THIN}»"),
        ("mg", "amin'ny fihetsika: 3", "amin’ny fihetsika: 3"),
    ],
)  # fmt: skip
def test_text_is_set_as_its_language_prints_it(language: str, typed: str, printed: str) -> None:
    assert set_text(typed, language) == printed
    assert set_text(printed, language) == printed


# ── Pages ─────────────────────────────────────────────────────────────────────────────────────────


def grey(picture: bytes) -> Image.Image:
    return Image.open(BytesIO(picture)).convert("L")


def difference(first: Image.Image, second: Image.Image) -> float:
    assert first.size == second.size
    blocks = ImageChops.difference(first, second).reduce(BLOCK)
    return float(max(blocks.tobytes()))


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_look_as_they_did(three: dict[str, Sheet], language: str) -> None:
    """`python -m tests.solver.test_sheets` redraws them; look at them before you commit them."""
    pages = typesetting.pages(three[language], PPI)
    golden = [path.read_bytes() for path in sorted(DATA.glob(f"{language}-*.png"))]
    assert len(pages) == len(golden) == 3
    for number, (page, kept) in enumerate(zip(pages, golden, strict=True), 1):
        assert difference(grey(page), grey(kept)) < MOST_DIFFERENCE, f"page {number}"


def test_the_comparison_sees_a_missing_stone(three: dict[str, Sheet]) -> None:
    other = made((DATA / "three.txt").read_bytes().replace(b"2W1B/4B", b"4B/4B"), "en")
    first, second = (typesetting.pages(one, PPI)[1] for one in (three["en"], other))
    assert difference(grey(first), grey(second)) > MOST_DIFFERENCE


def test_the_comparison_sees_other_words(three: dict[str, Sheet]) -> None:
    first, second = (typesetting.pages(three[one], PPI)[1] for one in ("en", "fr"))
    assert difference(grey(first), grey(second)) > MOST_DIFFERENCE


@pytest.mark.parametrize(
    ("paper", "size"), [(Paper.A4, (413, 585)), (Paper.LETTER, (425, 550))], ids=str
)
@pytest.mark.parametrize(("per_page", "number"), [(2, 4), (4, 3), (6, 3)])
def test_paper_and_problems_on_a_page_are_as_asked(
    three: dict[str, Sheet], paper: Paper, size: tuple[int, int], per_page: int, number: int
) -> None:
    style = SheetStyle(paper=paper, per_page=per_page)
    pages = typesetting.pages(replace(three["en"], style=style), PPI)
    assert [grey(page).size for page in pages] == [size] * number


def test_solutions_can_be_left_out(three: dict[str, Sheet]) -> None:
    sheet = replace(three["en"], style=SheetStyle(solutions=False))
    assert len(typesetting.pages(sheet, PPI)) == 2
    assert "Solutions" not in html_source(sheet)


def test_a_pdf_has_its_fonts_and_is_always_the_same(three: dict[str, Sheet]) -> None:
    document = typesetting.pdf(three["fr"])
    assert document.startswith(b"%PDF-1.7")
    assert document == typesetting.pdf(three["fr"])
    assert document.count(b"/FontFile") >= 3
    assert b"LibertinusSerif" in document


def test_every_problem_has_a_picture_of_its_own(three: dict[str, Sheet]) -> None:
    pictures = [grey(one) for one in typesetting.cards(three["en"])]
    assert len(pictures) == 3
    assert {one.width for one in pictures} == {787}


def test_every_board_size_fits_its_page() -> None:
    boards = ["start:21x3", "start:3x21", "start:9x7", "start:3x3", "start:7x9"]
    text = "---\n".join(
        f"Position: {fen_of(one)}\nStipulation: White to play and win in 1\n" for one in boards
    )
    sheet = made(text, "en")
    for per_page in (2, 4, 6):
        style = SheetStyle(per_page=per_page, solutions=False)
        pages = typesetting.pages(replace(sheet, style=style), PPI)
        assert len(pages) == 1 + -(-len(boards) // per_page)


def fen_of(text: str) -> str:
    from fanorona.solver import Position

    return Position.parse(text).fen()


def test_a_large_collection_is_set_page_by_page() -> None:
    text = (DATA / "three.txt").read_bytes()
    problems = made(text, "en").problems * 20
    sheet = sheet_of(problems, "en", SheetStyle(solutions=False))
    assert len(typesetting.pages(sheet, 20)) == 11


def test_a_long_solution_goes_on_in_the_next_column(three: dict[str, Sheet]) -> None:
    problem = three["en"].problems[2]
    (solution,) = problem.solutions
    long = replace(solution, lines=40 * (PrintedLine(0, "1… a1-a2", "2. c1-c2"),))
    sheet = sheet_of((replace(problem, solutions=(long,)),) * 6, "en", SheetStyle())
    solutions = grey(typesetting.pages(sheet, PPI)[2])
    width, height = solutions.size
    end_of_column = solutions.crop((0, height * 85 // 100, width // 2, height * 90 // 100))
    assert min(end_of_column.tobytes()) < 200


def test_a_title_is_the_one_of_the_language_asked_for() -> None:
    text = (
        "Title: Blockade no. 1?\nTitre : Blocage nº 1 ?\nPosition: 5/W1B2/5 W\n"
        "Stipulation: White to play and win in 1\n---\nTitle: And now?\n"
        "Position: 5/W1B2/5 W\nStipulation: White to play and win in 1\n"
    )
    english, french = (
        [problem.title for problem in made(text, language).problems] for language in ("en", "fr")
    )
    assert english == ["Blockade no. 1?", "And now?"]
    assert french == [f"Blocage nº 1{THIN}?", "And now?"]


# ── What puzzles say stays text ───────────────────────────────────────────────────────────────────

NASTY = r'"] #panic("x") $ \ <b>&amp;</b> {{ }} ]] #set page(width: 1pt) // /* `raw` *bold* _it_'


@pytest.fixture(scope="module")
def nasty() -> Sheet:
    text = f"Title: {NASTY}\nAuthor: {NASTY}\nSource: {NASTY}\nDifficulty: {NASTY}\n"
    text += "Position: 5/W1B2/5 W\nStipulation: White to play and win in 1\n"
    return made(text, "en", SheetStyle(title=NASTY, author=NASTY))


def test_nothing_that_a_puzzle_says_is_a_command_of_typst(nasty: Sheet) -> None:
    pages = typesetting.pages(nasty, PPI)
    assert [grey(page).size for page in pages] == [(413, 585)] * 3


def test_nothing_that_a_puzzle_says_is_a_tag_of_html(nasty: Sheet) -> None:
    class Reader(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.tags: set[str] = set()
            self.text = ""

        def handle_starttag(self, tag: str, attrs: object) -> None:
            self.tags.add(tag)

        def handle_data(self, data: str) -> None:
            self.text += data

    reader = Reader()
    reader.feed(html_source(nasty))
    assert "script" not in reader.tags
    assert "<b>&amp;</b>" in reader.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_for_browsers_needs_nothing_else(three: dict[str, Sheet], language: str) -> None:
    page = html_source(three[language])
    assert f'<html lang="{language}">' in page
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", page)
    assert "@page { size: A4;" in page
    assert page.count('<section class="problem">') == 3
    # The title page, the problems, and a final board per solution.
    assert page.count("<svg ") == 1 + 3 + 4


def test_an_unsound_puzzle_is_printed_with_a_remark() -> None:
    text = "Position: 5/W1B2/5 W\nStipulation: White to play and win in 2\n"
    (problem,) = made(text, "en").problems
    assert problem.solutions[0].remark == "Unsound: short solution."


def test_without_typst_html_still_works_and_the_message_says_how_to_get_it(
    three: dict[str, Sheet], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(typesetting.NoTypesetter, match=r"pip install 'fanorona\[print\]'"):
        typesetting.pdf(three["en"])
    assert html_source(three["en"])
    assert typesetting.typst_source(three["en"])


if __name__ == "__main__":
    for one in LANGUAGES:
        for page, drawn in enumerate(
            typesetting.pages(made((DATA / "three.txt").read_bytes(), one), PPI), 1
        ):
            (DATA / f"{one}-{page}.png").write_bytes(drawn)
