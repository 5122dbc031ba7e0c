"""`fanorona puzzle sheet`: the files it writes, and what it says of bad input."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from fanorona.cli.exit_status import ExitStatus
from tests.cli.running import Fanorona

GOOD = "Position: 5/W1B2/5 W\nStipulation: White to play and win in 1\n"
UNSOUND = "Position: 5/W1B2/5 W\nStipulation: White to play and win in 2\n"
STARTS = {".pdf": b"%PDF", ".html": b"<!doctype html>", ".typ": b"#let sheet", ".png": b"\x89PNG"}


@pytest.mark.parametrize("form", STARTS)
def test_a_sheet_is_written_in_the_form_that_its_name_asks_for(
    fanorona: Fanorona, tmp_path: Path, form: str
) -> None:
    sheet = tmp_path / f"sheet{form}"
    ran = fanorona("puzzle", "sheet", "-", "-o", str(sheet), stdin=GOOD.encode())
    assert (ran.status, ran.out, ran.err) == (ExitStatus.YES, "", f"wrote {sheet}\n")
    assert sheet.read_bytes().startswith(STARTS[form])
    assert [path.name for path in tmp_path.iterdir()] == [sheet.name]


def test_pictures_are_numbered(fanorona: Fanorona, tmp_path: Path) -> None:
    two = f"{GOOD}---\n{GOOD}".encode()
    fanorona("puzzle", "sheet", "-", "-o", str(tmp_path / "one.png"), stdin=two)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one-1.png", "one-2.png"]


def test_an_unsound_puzzle_is_printed_and_said(fanorona: Fanorona, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.html"
    ran = fanorona("puzzle", "sheet", "-", "-o", str(sheet), stdin=UNSOUND.encode())
    assert ran.status == ExitStatus.NO
    assert "standard input:1: short solution: it can be done in 1" in ran.err
    assert "Unsound: short solution." in sheet.read_text()


def test_an_unreadable_puzzle_is_left_out(fanorona: Fanorona, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.html"
    text = f"Position: 5/WxB2/5 W\nStipulation: win\n---\n{GOOD}".encode()
    ran = fanorona("puzzle", "sheet", "-", "-o", str(sheet), stdin=text)
    assert ran.status == ExitStatus.BAD_INPUT
    assert "line 1, column 14" in ran.err
    assert "1 problem<" in sheet.read_text()


@pytest.mark.parametrize("text", [b"", b"Title: nothing", b"\xff\xfe\x00", b"PK\x03\x04\x00"])
def test_without_a_puzzle_nothing_is_written(
    fanorona: Fanorona, tmp_path: Path, text: bytes
) -> None:
    sheet = tmp_path / "sheet.pdf"
    sheet.write_bytes(b"as it was")
    ran = fanorona("puzzle", "sheet", "-", "-o", str(sheet), stdin=text)
    assert ran.status == ExitStatus.BAD_INPUT
    assert ran.err
    assert sheet.read_bytes() == b"as it was"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["-o", "sheet.doc"], ".pdf, .html, .typ or .png"),
        (["-o", "no/folder/sheet.pdf"], "there is no folder"),
        (["-o", "."], "this is a folder; name a file"),
        (["-o", "sheet.pdf", "--paper", "a5"], "must be a4 or letter"),
        (["-o", "sheet.pdf", "--per-page", "3"], "must be 2, 4 or 6"),
        ([], "--output"),
    ],
)
def test_what_cannot_be_written_is_refused_before_anything_is_solved(
    fanorona: Fanorona, arguments: list[str], says: str
) -> None:
    ran = fanorona("puzzle", "sheet", "-", *arguments, stdin=GOOD.encode())
    assert ran.status == ExitStatus.USAGE
    assert says in ran.err


def test_without_typst_the_message_says_how_to_get_it(
    fanorona: Fanorona, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    pdf = str(tmp_path / "sheet.pdf")
    ran = fanorona("puzzle", "sheet", "-", "-o", pdf, "--lang", "fr", stdin=GOOD.encode())
    assert ran.status == ExitStatus.BAD_INPUT
    assert "pip install 'fanorona[print]'" in ran.err
    html = str(tmp_path / "sheet.html")
    assert fanorona("puzzle", "sheet", "-", "-o", html, stdin=GOOD.encode()).status == 0


def test_the_sheet_speaks_the_language_asked_for(fanorona: Fanorona, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.html"
    options = ("--lang", "mg", "--title", "Takila", "--author", "Rakoto", "--paper", "letter")
    fanorona("puzzle", "sheet", "-", "-o", str(sheet), *options, stdin=GOOD.encode())
    page = sheet.read_text(encoding="utf-8")
    assert '<html lang="mg">' in page
    assert "<h1>Takila</h1>" in page
    assert "Rakoto" in page
    assert "Fotsy milalao ka mandresy" in page
    assert "size: letter" in page
