"""What `check`, `puzzle format` and `mine` say of difficulty, themes and duplicates."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fanorona.cli.exit_status import ExitStatus
from fanorona.words import LANGUAGES, Language, say
from tests.cli.running import Fanorona

EASY = """Title: Easy
Titre: Facile
Rules: escale
Position: 5/W1B2/5 W -
Stipulation: White to play and win in 1
"""
UNSOUND = EASY.replace("win in 1", "win in 2")
MINE = ("mine", "--board", "5x5", "--stones", "6-24", "--turns", "1-3", "--games", "12")


def test_a_grade_is_printed_if_asked_for(fanorona: Fanorona) -> None:
    assert "difficulty" not in fanorona("check", "-", stdin=EASY.encode()).out
    ran = fanorona("check", "-", "--grade", stdin=EASY.encode())
    assert ran.status == ExitStatus.YES
    assert "            difficulty 1: only move, endgame\n" in ran.out


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_grade_is_printed_in_every_language(fanorona: Fanorona, language: Language) -> None:
    ran = fanorona("check", "-", "--grade", "--lang", language, stdin=EASY.encode())
    assert say("theme.endgame", language) in ran.out
    title = "Facile" if language == "fr" else "Easy"
    assert title in ran.out


def test_the_json_has_the_grade_of_what_is_sound(fanorona: Fanorona) -> None:
    ran = fanorona("check", "-", "--json", stdin=f"{EASY}---\n{UNSOUND}".encode())
    sound, unsound = json.loads(ran.out)["puzzles"]
    assert (sound["difficulty"], sound["themes"]) == (1, ["only-move", "endgame"])
    assert (unsound["difficulty"], unsound["themes"]) == (None, None)


def test_a_wrong_tag_is_a_remark_and_changes_no_status(fanorona: Fanorona) -> None:
    text = f"Difficulty: 8\nThemes: blockade\n{EASY}".encode()
    ran = fanorona("check", "-", "--grade", "--strict", stdin=text)
    assert ran.status == ExitStatus.YES
    assert "other grade: the file says difficulty 8, measured 1\n" in ran.out
    assert "other grade: the file names the theme blockade, which" in ran.out


def test_an_invalid_difficulty_gets_a_warning(fanorona: Fanorona) -> None:
    text = f"Difficulty: hard\n{EASY}".encode()
    ran = fanorona("check", "-", stdin=text)
    assert ran.status == ExitStatus.YES
    assert "'hard' is not a difficulty; write a number from 1 to 10" in ran.err
    assert fanorona("check", "-", "--strict", stdin=text).status == ExitStatus.NO


def test_a_duplicate_in_another_file_is_named(fanorona: Fanorona, tmp_path: Path) -> None:
    one, other = tmp_path / "one.txt", tmp_path / "other.txt"
    one.write_text(EASY, encoding="utf-8")
    other.write_text(EASY.replace("W1B2/5 W", "2W1B/5 B").replace("White", "Black"), "utf-8")
    ran = fanorona("check", str(one), str(other))
    assert ran.status == ExitStatus.YES
    assert ran.out.count("duplicate: ") == 1
    told = " ".join(ran.out.split())
    assert "turned, mirrored or with colours swapped, appears in" in told
    assert f"{one}, line 1 (Easy)" in told
    assert "sound 2 duplicate 1" in told


def test_format_writes_the_grade_of_what_is_sound(fanorona: Fanorona, tmp_path: Path) -> None:
    file = tmp_path / "file.txt"
    file.write_text(f"{EASY}---\n{UNSOUND}", encoding="utf-8")
    assert fanorona("puzzle", "format", "--grade", "--write", str(file)).status == 0
    text = file.read_text(encoding="utf-8")
    assert text.count("Difficulty: 1\nThemes: only-move, endgame\n") == 1
    assert fanorona("puzzle", "format", "--grade", str(file)).out == text
    french = fanorona("puzzle", "format", "--lang", "fr", str(file)).out
    assert french.startswith("Titre: Facile\nTitle: Easy\n")
    assert "Difficulté: 1\nThèmes: only-move, endgame\n" in french


def test_format_leaves_an_unreadable_file_alone(fanorona: Fanorona, tmp_path: Path) -> None:
    file = tmp_path / "file.txt"
    file.write_text("Position: 5/W1B2/5 W\n", encoding="utf-8")
    ran = fanorona("puzzle", "format", "--grade", "--write", str(file))
    assert ran.status == ExitStatus.BAD_INPUT
    assert file.read_text(encoding="utf-8") == "Position: 5/W1B2/5 W\n"


@pytest.mark.parametrize(("pick", "rising"), [("hardest", False), ("easiest", True)])
def test_mine_ranks_by_difficulty(fanorona: Fanorona, pick: str, rising: bool) -> None:
    out = fanorona(*MINE, "--pick", pick).out
    grades = [int(line.split()[1]) for line in out.splitlines() if line.startswith("Difficulty")]
    assert len(grades) > 3
    assert grades == sorted(grades, reverse=not rising)


def test_mine_finds_a_theme_of_a_difficulty_and_gives_names(fanorona: Fanorona) -> None:
    wish = ("--theme", "endgame", "--difficulty", "1-5", "--pick", "varied")
    out = fanorona(*MINE, *wish, "--name", "Gift", "--french-name", "Cadeau").out
    assert "Title: Gift no. 1\nTitre: Cadeau nº 1\n" in out
    themes = [line for line in out.splitlines() if line.startswith("Themes")]
    assert themes
    assert all("endgame" in line for line in themes)


@pytest.mark.parametrize(
    ("option", "value", "says"),
    [
        ("--theme", "beauty", "'--theme': must be quiet-key, "),
        ("--pick", "best", "'--pick': must be hardest, easiest or varied\n"),
        ("--difficulty", "x", "'x' is not a range"),
    ],
)
def test_mine_refuses_unknown_choices(
    fanorona: Fanorona, option: str, value: str, says: str
) -> None:
    ran = fanorona(*MINE, option, value)
    assert ran.status == ExitStatus.USAGE
    assert says in ran.err
