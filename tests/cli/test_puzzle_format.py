"""`fanorona puzzle format`: files printed or changed, errors with their places, both languages."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from tests.cli.running import Fanorona, in_own_process

DATA = Path(__file__).parents[1] / "data" / "puzzles"
GOOD = "stipulation: white to play & win.\nposition: BBB/B1W/WWW w\n"
FORMATTED = "Rules: standard\nPosition: BBB/B1W/WWW W -\nStipulation: White to play and win\n"
IN_FRENCH = "Règles: standard\nPosition: BBB/B1W/WWW W -\nÉnoncé: Blanc joue et gagne\n"
BAD = "Titre: Faux\nPosition: BBB/BZW/WWW W\nÉnoncé: Blanc joue et perd\n"


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.txt"
    path.write_text(GOOD, encoding="utf-8")
    return path


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    path = tmp_path / "bad.txt"
    path.write_text(BAD, encoding="utf-8")
    return path


def test_a_file_is_printed_in_its_canonical_form(good: Path, fanorona: Fanorona) -> None:
    ran = fanorona("puzzle", "format", str(good))
    assert (ran.status, ran.out, ran.err) == (0, FORMATTED, "")
    assert good.read_text(encoding="utf-8") == GOOD


def test_standard_input_is_read(fanorona: Fanorona) -> None:
    ran = fanorona("puzzle", "format", "-", stdin=GOOD.encode())
    assert (ran.status, ran.out) == (0, FORMATTED)


def test_several_files_are_printed_as_one(good: Path, fanorona: Fanorona) -> None:
    ran = fanorona("puzzle", "format", str(good), str(good))
    assert ran.out == f"{FORMATTED}\n---\n\n{FORMATTED}"


def test_the_output_is_utf8_whatever_the_terminal_speaks() -> None:
    ran = in_own_process(
        ["puzzle", "format", "--lang", "fr", "-"], stdin=GOOD.encode(), PYTHONIOENCODING="ascii"
    )
    assert ran.out == IN_FRENCH


def test_a_file_is_changed_in_place(good: Path, fanorona: Fanorona) -> None:
    good.chmod(0o640)
    ran = fanorona("puzzle", "format", "--write", str(good))
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    assert good.read_text(encoding="utf-8") == FORMATTED
    assert stat.S_IMODE(good.stat().st_mode) == 0o640
    assert list(good.parent.iterdir()) == [good]


def test_a_canonical_file_is_not_written_again(good: Path, fanorona: Fanorona) -> None:
    fanorona("puzzle", "format", "--write", str(good))
    os.utime(good, (1, 1))
    fanorona("puzzle", "format", "--write", str(good))
    assert good.stat().st_mtime == 1


def test_a_link_stays_a_link(good: Path, fanorona: Fanorona) -> None:
    link = good.with_name("link.txt")
    link.symlink_to(good)
    fanorona("puzzle", "format", "--write", str(link))
    assert link.is_symlink()
    assert good.read_text(encoding="utf-8") == FORMATTED


def test_tags_and_stipulations_are_translated(good: Path, fanorona: Fanorona) -> None:
    assert fanorona("puzzle", "format", "--lang", "fr", str(good)).out == IN_FRENCH
    assert fanorona("puzzle", "format", "--lang", "en", "-", stdin=IN_FRENCH.encode()).out == (
        FORMATTED
    )


def test_every_error_is_in_the_language_of_the_tags(bad: Path, fanorona: Fanorona) -> None:
    ran = fanorona("puzzle", "format", str(bad))
    assert (ran.status, ran.out) == (3, "")
    first, second = ran.err.splitlines()
    assert first.startswith(f"erreur : {bad}: ligne 2, colonne 16 : 'Z', dans la rangée 2,")
    assert second.startswith(f"erreur : {bad}: ligne 3, colonne 23 : 'perd' ne se comprend pas")


def test_every_error_is_in_the_language_asked_for(bad: Path, fanorona: Fanorona) -> None:
    ran = fanorona("puzzle", "format", "--lang", "en", str(bad))
    first, second = ran.err.splitlines()
    assert first.startswith(f"error: {bad}: line 2, column 16: 'Z' in row 2")
    assert second.startswith(f"error: {bad}: line 3, column 23: cannot understand 'perd'")


def test_a_file_with_an_error_stays_as_it_is(bad: Path, good: Path, fanorona: Fanorona) -> None:
    bad.write_text(f"{GOOD}\n---\n{BAD}", encoding="utf-8")
    ran = fanorona("puzzle", "format", "--write", str(bad), str(good))
    assert ran.status == 3
    assert bad.read_text(encoding="utf-8") == f"{GOOD}\n---\n{BAD}"
    assert good.read_text(encoding="utf-8") == FORMATTED


def test_other_files_are_printed_beside_one_that_cannot_be(
    bad: Path, good: Path, fanorona: Fanorona
) -> None:
    missing = str(good.with_name("missing.txt"))
    ran = fanorona("puzzle", "format", missing, str(bad), str(good), str(good.parent))
    assert (ran.status, ran.out) == (3, FORMATTED)
    assert f"error: {missing}: no such file or folder\n" in ran.err
    assert f"error: {good.parent}: this is a folder; name the files in it\n" in ran.err
    french = fanorona("puzzle", "format", "--lang", "fr", str(missing))
    assert french.err == f"erreur : {missing}: ce fichier ou dossier n'existe pas\n"


@pytest.mark.parametrize("content", [b"", b"# only a comment\n", b"---\n"])
def test_a_file_without_a_puzzle_is_an_error(content: bytes, fanorona: Fanorona) -> None:
    ran = fanorona("puzzle", "format", "-", stdin=content)
    assert ran.status == 3
    assert ran.err.startswith("error: standard input: no puzzle found")


def test_standard_input_cannot_be_changed(fanorona: Fanorona) -> None:
    ran = fanorona("puzzle", "format", "--write", "-")
    assert ran.status == 2
    assert "--write changes files" in ran.err


def test_a_file_is_needed(fanorona: Fanorona) -> None:
    assert fanorona("puzzle", "format").status == 2


def test_only_known_languages_can_be_asked_for(fanorona: Fanorona) -> None:
    assert fanorona("puzzle", "format", "--lang", "de", "-").status == 2


def test_what_is_probably_not_meant_is_warned_about(fanorona: Fanorona) -> None:
    ran = fanorona("puzzle", "format", "-", stdin=f"Date: 1998\nRuels: escale\n{GOOD}".encode())
    assert ran.status == 0
    assert ran.err == (
        "warning: standard input: line 2, column 1: unknown tag 'Ruels' is kept but ignored; did "
        "you mean 'Rules'?\n"
    )


def test_what_a_terminal_would_obey_is_shown_escaped(fanorona: Fanorona) -> None:
    ran = fanorona("puzzle", "format", "-", stdin=b"Titre\t: x\n\xc2\xa0y\x1b[31m: 1\n")
    assert ran.status == 3
    assert "\x1b" not in ran.err


@pytest.mark.parametrize("head", [b"\0", b"x", b"Title: ", b"\xff\xfe", b"---\n"], ids=repr)
def test_input_without_end_is_refused(head: bytes) -> None:
    ran = in_own_process(["puzzle", "format", "-"], stdin=head + b"\0x" * 35_000_000)
    assert ran.status == 3
    assert len(ran.err) < 1000


@pytest.mark.parametrize("name", ["magazine_fr", "magazine_en"])
def test_the_files_of_an_editor_are_formatted(name: str, fanorona: Fanorona) -> None:
    ran = fanorona("puzzle", "format", str(DATA / f"{name}.txt"))
    assert ran.status == 0
    assert ran.out == (DATA / f"{name}.formatted.txt").read_text(encoding="utf-8")


def test_the_help_has_examples_that_work(good: Path, fanorona: Fanorona) -> None:
    text = fanorona("puzzle", "format", "--help").out
    examples = [line.strip() for line in text.splitlines() if line.strip().startswith("fanorona")]
    assert len(examples) == 5
    for example in examples:
        typed = example.replace(" < problem.txt", "").replace("problems.txt", str(good))
        typed = typed.replace("page.txt", str(good))
        ran = fanorona(*typed.split()[1:], stdin=GOOD.encode())
        assert (ran.status, ran.err) == (0, ""), example
