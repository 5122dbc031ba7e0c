"""`fanorona check`: verdicts, the summary, statuses, folders, processes, interrupts."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from fanorona.cli.commands.check import Bar
from fanorona.cli.exit_status import ExitStatus
from fanorona.cli.options.puzzle_inputs import WORST_FIRST, worst
from fanorona.solver.puzzles import bulk
from fanorona.solver.puzzles.puzzle import Puzzle, UnreadablePuzzle
from fanorona.solver.puzzles.reading import UnreadPuzzle
from tests.cli.running import (
    COMMAND,
    PROJECT,
    Fanorona,
    environment,
    in_own_process,
    interrupted,
)
from tests.cli.terminal import watched

DEFECTS = PROJECT / "tests" / "data" / "defects"
QUICK = ("--memory", "1", "--no-tables")

SOUND = "Title: Sound\nPosition: 5/2W2/W1WBB W\nStipulation: White to play and win in 1\n"
SHORT = SOUND.replace("Sound", "Short").replace("in 1", "in 2")
ILLEGAL = "Title: Illegal\nPosition: BBB/BBB/WWW W\nStipulation: White to play and win\n"
BROKEN = "Title: Broken\n"
OPEN = (
    "Title: Open\nPosition: BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W\n"
    "Stipulation: White to play, best turn\n"
)
MANY_DUALS = (
    "Titre: Fin de partie\nPosition: 9/9/2WW5/9/6B2 W\n"
    "Énoncé: Blanc joue et gagne en 8 coups\nSolution: c3-d2\n"
)
FRENCH = "Titre: Juste\nPosition: 5/2W2/W1WBB W\nÉnoncé: Blanc joue et gagne en un coup\n"


def file_of(*puzzles: str) -> bytes:
    return "\n---\n".join(puzzles).encode()


def test_one_line_per_puzzle_and_a_summary(fanorona: Fanorona) -> None:
    ran = fanorona("check", "-", *QUICK, stdin=file_of(SOUND, SHORT, BROKEN, ILLEGAL))
    assert ran.status == ExitStatus.BAD_INPUT
    lines = ran.out.splitlines()
    assert lines[0] == "sound       standard input:1  Sound"
    assert lines[1] == "unsound     standard input:6  Short"
    assert "unreadable  standard input:11  Broken" in lines
    assert lines[-5:] == [
        "",
        "4 puzzles",
        "  sound       1",
        "  unsound     2  illegal position 1, short solution 1, duplicate 1",
        "  unreadable  1",
    ]


def test_every_defect_comes_with_its_line(fanorona: Fanorona) -> None:
    ran = fanorona("check", str(DEFECTS / "short-solution.txt"), *QUICK)
    assert ran.status == ExitStatus.NO
    assert "            short solution: it can be done in 2\n" in ran.out
    assert "              1. d1-c1W-c2A-d2W d3-c3 2. a1-b2A\n" in ran.out
    assert "           solution courte : c'est possible en 1\n" in ran.out


def test_errors_come_with_their_place(fanorona: Fanorona) -> None:
    ran = fanorona("check", "-", stdin=file_of(SOUND, BROKEN))
    assert "            line 6, column 1: the stipulation is missing" in ran.out
    french = fanorona("check", "-", "--lang", "fr", stdin=file_of(SOUND, BROKEN))
    assert "illisible  entrée standard:6  Broken" in french.out
    assert "ligne 6, colonne 1 : l'énoncé manque" in french.out


def test_a_puzzle_is_judged_in_its_own_language(fanorona: Fanorona) -> None:
    ran = fanorona("check", "-", stdin=file_of(FRENCH, SOUND, FRENCH))
    told = [line.split()[0] for line in ran.out.splitlines() if line and line[0] != " "]
    assert told[:3] == ["correct", "sound", "correct"]
    assert "3 problèmes\n  correct     3  doublon 2\n" in ran.out


def test_many_defects_of_one_kind_are_cut_short_in_words_only(fanorona: Fanorona) -> None:
    text = (
        b"Rules: livret\nPosition: 1WW1W/1BW1B/1WWW1 W huff:b2,e2\n"
        b"Stipulation: White to play and win\n"
    )
    ran = fanorona("check", "-", *QUICK, stdin=text)
    assert ran.out.count("cook: ") == 3
    assert "and 18 more; --json lists them all" in ran.out
    answer = json.loads(fanorona("check", "-", "--json", *QUICK, stdin=text).out)
    assert len(answer["puzzles"][0]["defects"]) == 21


def test_duals_are_counted_beside_the_puzzle_and_listed_if_asked_for(fanorona: Fanorona) -> None:
    question = ("check", str(DEFECTS / "dual.txt"), *QUICK)
    lines = fanorona(*question).out.splitlines()
    where = f"{DEFECTS / 'dual.txt'}"
    assert lines[0] == f"sound       {where}:1  Two ways at the second turn  (1 dual)"
    assert lines[1] == f"sound       {where}:6  At the second turn of three  (1 dual)"
    assert lines[-3:] == [
        "  sound       9  dual 6",
        "",
        "Duals do not make a puzzle unsound; --verbose lists them.",
    ]
    verbose = fanorona(*question, "--verbose").out.splitlines()
    assert verbose[0] == f"sound       {where}:1  Two ways at the second turn"
    assert verbose[1] == "            dual: at turn 2, c3-c2 also wins in time, and 1 more"
    assert verbose[-1] == "  sound       9  dual 6"


def test_several_duals_are_counted_in_the_language_of_the_puzzle(fanorona: Fanorona) -> None:
    ran = fanorona("check", "-", *QUICK, stdin=MANY_DUALS.encode())
    assert ran.out.startswith("incorrect   entrée standard:1  Fin de partie  (4 duals)\n")
    assert "démolition : " in ran.out
    assert ran.out.endswith(
        "\n\nLes duals ne rendent pas un problème incorrect ; --verbose les donne.\n"
    )


def test_without_duals_none_are_mentioned(fanorona: Fanorona) -> None:
    assert "dual" not in fanorona("check", "-", *QUICK, stdin=file_of(SOUND, SHORT)).out.lower()


def test_duals_are_always_in_the_json(fanorona: Fanorona) -> None:
    question = ("check", str(DEFECTS / "dual.txt"), "--json", *QUICK)
    assert fanorona(*question).out == fanorona(*question, "--verbose").out
    assert json.loads(fanorona(*question).out)["puzzles"][0]["remarks"][0]["code"] == "dual"


@pytest.mark.parametrize(
    ("puzzles", "status"),
    [
        ([SOUND], ExitStatus.YES),
        ([SOUND, OPEN], ExitStatus.UNDECIDED),
        ([SOUND, OPEN, SHORT], ExitStatus.NO),
        ([SOUND, OPEN, SHORT, ILLEGAL], ExitStatus.BAD_INPUT),
        ([BROKEN, SOUND, OPEN, SHORT], ExitStatus.BAD_INPUT),
        ([], ExitStatus.BAD_INPUT),
    ],
    ids=["sound", "undecided", "unsound", "illegal", "unreadable", "empty"],
)
def test_the_worst_puzzle_decides_the_status(
    puzzles: list[str], status: ExitStatus, fanorona: Fanorona
) -> None:
    ran = fanorona("check", "-", "--nodes", "200", *QUICK, stdin=file_of(*puzzles))
    assert ran.status == status


def test_statuses_have_the_published_order() -> None:
    assert [int(status) for status in WORST_FIRST] == [5, 3, 1, 4, 0]
    assert worst(ExitStatus.UNDECIDED, ExitStatus.NO) is ExitStatus.NO
    assert worst(ExitStatus.NO, ExitStatus.BAD_INPUT) is ExitStatus.BAD_INPUT


def test_undecided_is_never_sound(fanorona: Fanorona) -> None:
    ran = fanorona("check", "-", "--nodes", "200", *QUICK, stdin=file_of(OPEN))
    assert ran.out.startswith("undecided   standard input:1  Open\n")
    assert "sound" not in ran.out


def test_time_can_be_limited(fanorona: Fanorona) -> None:
    ran = fanorona("check", "-", "--time", "0.05", *QUICK, stdin=file_of(OPEN))
    assert ran.status == ExitStatus.UNDECIDED


def test_folders_are_searched_for_text_files(fanorona: Fanorona, tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    for name in ("b.txt", "a.txt", "below/c.txt", "README.md", "notes.doc"):
        (tmp_path / name).write_text(SOUND.replace("Sound", name), encoding="utf-8")
    ran = fanorona("check", str(tmp_path), *QUICK)
    assert ran.status == ExitStatus.YES
    lines = ran.out.splitlines()
    found = [line.split()[-1] for line in lines if line.startswith("sound")]
    assert found == ["a.txt", "b.txt", "below/c.txt"]
    assert "3 puzzles in 3 files" in ran.out


def test_a_folder_without_puzzles_is_bad_input(fanorona: Fanorona, tmp_path: Path) -> None:
    ran = fanorona("check", str(tmp_path), "--lang", "fr")
    assert ran.status == ExitStatus.BAD_INPUT
    assert "il n'y a pas de fichier de problèmes" in ran.err


def test_missing_files_are_named_and_the_rest_is_checked(
    fanorona: Fanorona, tmp_path: Path
) -> None:
    there = tmp_path / "there.txt"
    there.write_text(SOUND, encoding="utf-8")
    ran = fanorona("check", str(tmp_path / "lost.txt"), str(there), *QUICK)
    assert ran.status == ExitStatus.BAD_INPUT
    assert ran.err == f"error: {tmp_path}/lost.txt: no such file or folder\n"
    assert "sound" in ran.out


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_files_are_refused_in_the_language_of_the_locale(
    fanorona: Fanorona, tmp_path: Path, jobs: str
) -> None:
    there = tmp_path / "there.txt"
    there.write_text(FRENCH, encoding="utf-8")
    ran = fanorona("check", str(there), str(tmp_path / "lost.txt"), *QUICK, "--jobs", jobs)
    assert ran.err == f"error: {tmp_path}/lost.txt: no such file or folder\n"


def test_warnings_come_in_the_order_of_the_puzzles(fanorona: Fanorona) -> None:
    stdin = file_of(*(f"{SOUND}Soluton: {number}\n" for number in range(5)))
    alone = fanorona("check", "-", *QUICK, stdin=stdin)
    assert alone.err.count("warning: ") == 5
    assert fanorona("check", "-", *QUICK, "--jobs", "2", stdin=stdin) == alone


def test_a_fault_in_one_puzzle_is_reported_and_the_rest_is_checked(
    fanorona: Fanorona, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = bulk.check_one

    def failing(asked: bulk.PuzzleInFile, terms: bulk.Terms) -> object:
        if asked.puzzle.title == "Short":
            raise ZeroDivisionError
        return real(asked, terms)

    monkeypatch.setattr(bulk, "check_one", failing)
    ran = fanorona("check", "-", *QUICK, stdin=file_of(SOUND, SHORT, SOUND))
    assert ran.status == ExitStatus.INTERNAL
    assert ran.out.count("sound  ") == 3
    assert ran.err.startswith("error: standard input:6: a bug in fanorona")


def test_a_fault_while_a_puzzle_is_read_is_reported_and_the_rest_is_checked(
    fanorona: Fanorona, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = UnreadPuzzle.read

    def failing(puzzle: UnreadPuzzle) -> Puzzle | UnreadablePuzzle:
        if puzzle.line == 6:
            raise ZeroDivisionError
        return real(puzzle)

    monkeypatch.setattr(UnreadPuzzle, "read", failing)
    ran = fanorona("check", "-", *QUICK, stdin=file_of(SOUND, SHORT, SOUND))
    assert ran.status == ExitStatus.INTERNAL
    assert ran.err.startswith("error: standard input:6: a bug in fanorona")


def test_json_lists_every_verdict(fanorona: Fanorona) -> None:
    ran = fanorona("check", "-", "--json", *QUICK, stdin=file_of(SOUND, BROKEN, SHORT))
    answer = json.loads(ran.out)
    assert answer["count"] == 3
    verdicts = [puzzle["verdict"] for puzzle in answer["puzzles"]]
    assert verdicts == ["sound", "unreadable", "unsound"]
    assert set(answer["puzzles"][0]) == {
        "file",
        "line",
        "title",
        "rules",
        "position",
        "stipulation",
        "verdict",
        "solutions",
        "routes",
        "language",
        "defects",
        "remarks",
        "errors",
        "warnings",
        "difficulty",
        "themes",
        "variations",
        "tries",
        "set_play",
        "twins",
        "search",
    }
    assert answer["puzzles"][1]["errors"][0] == {
        "line": 6,
        "column": 1,
        "detail": "the stipulation is missing; add a line such as 'Stipulation: White to play and "
        "win in 3'",
        "code": "puzzle.no-stipulation",
    }
    assert json.loads(fanorona("check", "-", "--json").out) == {"count": 0, "puzzles": []}


def test_several_processes_say_the_same(fanorona: Fanorona) -> None:
    alone = fanorona("check", str(DEFECTS), *QUICK, "--nodes", "20000")
    shared = fanorona("check", str(DEFECTS), *QUICK, "--nodes", "20000", "--jobs", "2")
    assert shared == alone


def test_warnings_come_with_their_place(fanorona: Fanorona) -> None:
    text = f"{SOUND}Tittle: twice\n"
    ran = fanorona("check", "-", *QUICK, stdin=text.encode())
    assert ran.status == ExitStatus.YES
    assert ran.err.startswith("warning: standard input: line 4, column 1: ")
    assert "warning" not in ran.out


def test_warnings_change_the_status_only_if_that_is_asked_for(fanorona: Fanorona) -> None:
    text = f"{SOUND}Soluton: a1-a2\n".encode()
    for command in ("check", "solve"):
        assert fanorona(command, "-", *QUICK, stdin=text).status == ExitStatus.YES
        assert fanorona(command, "-", *QUICK, "--strict", stdin=text).status == ExitStatus.NO
        fine = fanorona(command, "-", *QUICK, "--strict", stdin=SOUND.encode())
        assert fine.status == ExitStatus.YES


def test_warnings_are_data(fanorona: Fanorona) -> None:
    ran = fanorona(
        "check", "-", *QUICK, "--json", "--lang", "fr", stdin=f"{SOUND}Soluton: b\n".encode()
    )
    assert json.loads(ran.out)["puzzles"][0]["warnings"] == [
        {
            "code": "similar-tag",
            "detail": "le mot-clé 'Soluton' est gardé, mais pas lu : s'agit-il de 'Solution' ?",
            "line": 4,
            "column": 1,
        }
    ]


def many(number: int) -> bytes:
    """A file of puzzles; the one in the middle cannot be read."""
    puzzles = [SOUND.replace("Sound", f"no. {one}") for one in range(1, number + 1)]
    puzzles[number // 2] = BROKEN
    return file_of(*puzzles)


def most_memory(path: Path, *options: str) -> int:
    """The most kilobytes that a check of the file held, in a process of its own."""
    script = (
        "import resource, subprocess, sys\n"
        "subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    command = [*COMMAND, "check", str(path), *QUICK, *options]
    done = subprocess.run(
        [sys.executable, "-c", script, *command],
        cwd=PROJECT,
        env=environment({}),
        capture_output=True,
        check=True,
        timeout=300,
    )
    return int(done.stdout)


@pytest.mark.parametrize("options", [[], ["--json"], ["--jobs", "2"]], ids=["text", "json", "jobs"])
def test_a_thousand_puzzles_take_the_memory_of_a_few(options: list[str], tmp_path: Path) -> None:
    few, all_of_them = tmp_path / "few.txt", tmp_path / "many.txt"
    few.write_bytes(many(20))
    all_of_them.write_bytes(many(1000))
    assert most_memory(all_of_them, *options) < most_memory(few, *options) + 4_000


def test_a_broken_puzzle_among_a_thousand_is_reported_with_its_line(fanorona: Fanorona) -> None:
    ran = fanorona("check", "-", *QUICK, stdin=many(1000))
    assert ran.status == ExitStatus.BAD_INPUT
    assert "unreadable  standard input:2501  Broken\n" in ran.out
    assert "1,000 puzzles\n  sound        999  duplicate 998\n  unreadable     1\n" in ran.out


@pytest.mark.parametrize("options", [[], ["--jobs", "2"]], ids=["alone", "jobs"])
@pytest.mark.parametrize("in_json", [False, True], ids=["text", "json"])
def test_an_interrupt_reports_what_is_done(
    options: list[str], in_json: bool, tmp_path: Path
) -> None:
    path = tmp_path / "long.txt"
    path.write_bytes(file_of(SOUND, SHORT, OPEN, SOUND))
    forever = [str(path), "--nodes", str(10**12), *QUICK, *options, *["--json"] * in_json]
    ran = interrupted("check", *forever, lines=1, seconds=1)
    assert ran.status == ExitStatus.INTERRUPTED
    assert ran.err == "interrupted; results so far\n"
    if in_json:
        answer = json.loads(ran.out)
        assert [one["title"] for one in answer["puzzles"]] == ["Sound", "Short"]
    else:
        assert "2 puzzles\n  sound       1\n  unsound     1" in ran.out


def test_a_reader_that_goes_away_is_not_an_error() -> None:
    with subprocess.Popen(
        [*COMMAND, "check", "-", *QUICK],
        cwd=PROJECT,
        env=environment({}),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as checking:
        assert checking.stdin
        assert checking.stdout
        checking.stdout.close()
        with suppress(BrokenPipeError):
            checking.stdin.write(many(1000))
            checking.stdin.close()
        assert checking.stderr
        assert checking.stderr.read() == b""
        assert checking.wait(60) == ExitStatus.READER_GONE


def test_no_progress_is_drawn_without_a_terminal() -> None:
    ran = in_own_process(["check", "-", *QUICK], stdin=file_of(SOUND))
    assert ran.err == ""
    assert "\x1b" not in ran.out


def test_puzzles_that_cannot_be_counted_before_are_counted_as_they_come(
    capsys: pytest.CaptureFixture[str],
) -> None:
    bar = Bar(None, "checking")
    bar.step()
    shown = [one.strip() for one in capsys.readouterr().err.split("\r")]
    assert [one.rpartition("]")[2].strip() for one in shown if one] == ["0", "1"]


def test_a_terminal_sees_how_far_it_is() -> None:
    """The bar is on standard error, gives way to the verdicts, and is gone at the end."""
    out, shown = watched("check", str(DEFECTS / "dual.txt"), *QUICK)
    assert "9 puzzles" in out
    bars = shown.split("\r")
    assert any(bar.startswith("checking  [") and "0/9" in bar for bar in bars)
    assert any("5/9" in bar for bar in bars)
    assert [bar.strip() for bar in bars[-2:]] == ["", ""]
