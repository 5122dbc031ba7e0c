"""`fanorona solve`: the annotated solution, in both languages, and what it exits with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fanorona.cli.exit_status import ExitStatus
from fanorona.cli.main import run
from fanorona.solver.puzzles.defences import Other, Others
from fanorona.solver.value import Value
from tests.cli.running import PROJECT, Fanorona, Ran, interrupted

PROBLEM = str(PROJECT / "puzzles" / "fliporona-problem.txt")

IN_TWO = """
Title: Two turns
Author: A reader
Source: The page of games
Position: 2WW1/WW3/B2BW B
Stipulation: Black to play and win in 2
"""

DRAWN = """
# Typed from a magazine
Titre : Le dernier saut
Auteur : Chantal
Règles : Fliporona
Énoncé : Blanc joue et gagne en un coup)
Indice : bas-droit / bas-gauche / droite et Noir est immobilisé !

5  B . B B .
4  . B B . .
3  B N . . N
2  . N . B N
1  N N B B N
   a b c d e
"""


def solved(fanorona: Fanorona, text: str, *options: str) -> tuple[int, str, str]:
    ran = fanorona("solve", "-", *options, stdin=text.encode())
    return ran.status, ran.out, ran.err


def test_a_magazine_s_puzzle_is_answered_in_its_language(fanorona: Fanorona) -> None:
    status, out, err = solved(fanorona, DRAWN)
    assert status == ExitStatus.YES
    assert out.startswith("Le dernier saut\nChantal · règles : fliporona\n")
    assert "Blanc joue et gagne en un coup.\n" in out
    assert "   retourne e3, b2, a1, b3 (◎)\n   d3 quitte le plateau (×)\n" in out
    assert "   3 ○ ◎ · × ◎\n" in out
    assert "Noir ne peut plus jouer : Blanc a gagné." in out
    assert "Une seule solution." in out
    assert "Le problème est correct. Prouvé en examinant une position." in out
    assert err.startswith("durée : ")


def test_the_whole_answer_can_be_in_the_other_language(fanorona: Fanorona) -> None:
    _, out, err = solved(fanorona, DRAWN, "--lang", "en")
    assert "White to play and win in 1." in out
    assert "Black cannot move: White has won." in out
    assert "The puzzle is sound. Proven by searching 1 position." in out
    assert err.startswith("took ")
    _, out, _ = solved(fanorona, IN_TWO, "--lang", "fr")
    for english in ("takes", "loses", "puzzle", "Black", "White", "rules"):
        assert english not in out.replace("The page of games", "")


def test_the_line_has_a_board_after_each_turn(fanorona: Fanorona) -> None:
    _, out, _ = solved(fanorona, IN_TWO)
    for text in ("1. d1-c1W-c2A-d2W", "1… d3-c3", "2. a1-b2A"):
        assert text in out
    assert out.count("a b c d e") == 3
    assert "takes e1, c3, b2, a2 (×)" in out
    assert "   3 · · × ○ ·" in out
    assert "White has no stones left: Black has won." in out


def test_the_other_replies_come_with_what_punishes_them(fanorona: Fanorona) -> None:
    _, out, _ = solved(fanorona, IN_TWO)
    notes = out[out.index("Other replies:") :].split("\n\n")[0].splitlines()
    assert notes[1:] == ["  d3-e3  loses at once to d2-c1W"]


def test_a_forced_reply_is_called_forced(fanorona: Fanorona) -> None:
    text = "Position: 1BBBB/BW1BB/BWB1W/WW2W/WW2W W\nStipulation: White to play and win in 3"
    _, out, _ = solved(fanorona, text)
    assert "Other replies:" not in out
    assert "the only reply" in out


def test_the_author_s_route_is_shown(fanorona: Fanorona) -> None:
    ran = fanorona("solve", PROBLEM)
    assert ran.status == ExitStatus.YES
    assert "\n1. c4-d4W-e3W-f4W-e4W-e3W-d3A\n" in ran.out
    assert "2 chemins vers la même position" in ran.out


def test_plain_letters_can_be_asked_for(fanorona: Fanorona) -> None:
    _, out, _ = solved(fanorona, IN_TWO, "--ascii")
    assert out.isascii()
    assert "1... d3-c3" in out
    assert "(x)" in out


def test_colours_are_for_terminals_or_on_request(fanorona: Fanorona) -> None:
    assert "\x1b" not in solved(fanorona, IN_TWO)[1]
    assert "\x1b[48;5;130m" in solved(fanorona, IN_TWO, "--color", "always")[1]


def test_narrow_terminals_get_the_boards_below_each_other(
    fanorona: Fanorona, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    _, out, _ = solved(fanorona, IN_TWO)
    assert max(map(len, out.splitlines())) <= 40
    assert "\n1… d3-c3\n" in out


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (IN_TWO, ExitStatus.YES),
        (IN_TWO.replace("in 2", "in 3"), ExitStatus.NO),
        (IN_TWO.replace("in 2", "in 1"), ExitStatus.NO),
        ("Position: BBB/BBB/WWW W\nStipulation: win", ExitStatus.BAD_INPUT),
        ("Title: nothing else", ExitStatus.BAD_INPUT),
        ("# nothing at all", ExitStatus.BAD_INPUT),
    ],
    ids=["sound", "short", "no-solution", "illegal", "unreadable", "empty"],
)
def test_the_status_says_what_became_of_it(
    text: str, status: ExitStatus, fanorona: Fanorona
) -> None:
    assert solved(fanorona, text)[0] == status


def test_what_is_undecided_is_called_undecided(fanorona: Fanorona) -> None:
    text = "Position: BBBBB/BBBBB/BW1BW/WWWWW/WWWWW W\nStipulation: White to play and win"
    status, out, _ = solved(fanorona, text, "--nodes", "100", "--no-tables")
    assert status == ExitStatus.UNDECIDED
    assert "The puzzle is undecided:" in out
    assert "sound" not in out


def test_of_several_puzzles_the_worst_decides(fanorona: Fanorona) -> None:
    three = "\n---\n".join([IN_TWO, IN_TWO.replace("in 2", "in 3"), "Title: broken"])
    status, out, err = solved(fanorona, three)
    assert status == ExitStatus.BAD_INPUT
    assert out.count("Two turns") == 2
    assert "error: standard input: line " in err


def test_every_defect_comes_with_its_line(fanorona: Fanorona) -> None:
    _, out, _ = solved(fanorona, IN_TWO.replace("in 2", "in 3"))
    assert "The puzzle is unsound:\n  short solution: it can be done in 2\n" in out
    assert "    1. d1-c1W-c2A-d2W d3-c3 2. a1-b2A\n" in out


def test_a_draw_says_how_the_other_turns_fail(fanorona: Fanorona) -> None:
    text = "Rules: escale\nPosition: 2W1W/2W2/2B1B B\nStipulation: Black to play and draw"
    status, out, _ = solved(fanorona, text)
    assert status == ExitStatus.YES
    assert "1. c1-d2A" in out
    notes = out[out.index("Other turns:") :].split("\n\n")[0].splitlines()
    assert all("loses" in note for note in notes[1:5])


def test_a_win_of_unknown_distance_is_reported_without_one(
    fanorona: Fanorona, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = Others((Other("h3-i3", Value.WIN, 9), Other("a2-b2", Value.WIN, 9, exact=True)), 0)
    monkeypatch.setattr("fanorona.solver.puzzles.explanation.other_turns", lambda *_: others)
    text = "Position: 4W4/9/7W1/W8/8B W\nStipulation: White, best turn"
    _, out, _ = solved(fanorona, text, "--nodes", "8000", "--memory", "2", "--no-tables")
    notes = out[out.index("Other turns:") :].split("\n\n")[0].splitlines()
    assert notes[1:] == ["  h3-i3  wins", "  a2-b2  wins, but only in 5"]


def test_states_are_put_into_words(fanorona: Fanorona) -> None:
    huff = "Règles: livret\nPosition: 2B1W/3BB/W3B B huff:e3\nÉnoncé: Noir gagne en un coup"
    assert "Noir souffle d'abord un de ces pions : e3.\n" in solved(fanorona, huff)[1]
    vela = "Position: WWBBW/2WBW/2WBW W vela:W\nStipulation: White wins in 1"
    assert "Vela: White cannot capture" in solved(fanorona, vela)[1]
    hands = "Rules: fliporona\nPosition: B1W/3/W1B W hand:2,2\nStipulation: White, best turn"
    assert "Still to place: White 2, Black 2." in solved(fanorona, hands)[1]
    first = "Rules: livret\nPosition: BBB/B1W/WWW W first:WB\nStipulation: White, best turn"
    assert "First turn still to come: White and Black." in solved(fanorona, first)[1]


def test_json_has_the_shape_of_the_verdicts(fanorona: Fanorona) -> None:
    _, out, err = solved(fanorona, IN_TWO, "--json")
    answer = json.loads(out)
    assert answer["count"] == 1
    (puzzle,) = answer["puzzles"]
    assert puzzle["file"] is None
    assert puzzle["verdict"] == "sound"
    assert puzzle["solutions"] == [["d1-c1W-c2A-d2W", "d3-c3", "a1-b2A"]]
    assert err == ""
    named = json.loads(fanorona("solve", PROBLEM, "--json").out)
    assert named["puzzles"][0]["file"] == PROBLEM


def test_pictures_show_the_position_and_every_turn(fanorona: Fanorona, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "pictures"
    file = tmp_path / "two.txt"
    file.write_text(f"{IN_TWO}\n---\n{IN_TWO}\n---\nTitle: broken", encoding="utf-8")
    fanorona("solve", str(file), "--svg", str(folder), "--theme", "print")
    names = sorted(path.name for path in folder.iterdir())
    assert names == [
        f"two-{puzzle}{turn}.svg" for puzzle in (1, 2) for turn in ("-1-01", "-1-02", "-1-03", "")
    ]
    assert "<svg" in (folder / "two-1.svg").read_text(encoding="utf-8")
    last = (folder / "two-1-1-03.svg").read_text(encoding="utf-8")
    assert "Black has played a1-b2A" in last


def test_pictures_in_an_unknown_theme_are_refused(fanorona: Fanorona, tmp_path: Path) -> None:
    ran = fanorona("solve", PROBLEM, "--svg", str(tmp_path), "--theme", "neon")
    assert ran.status == ExitStatus.BAD_INPUT
    assert "neon" in ran.err
    assert fanorona("solve", PROBLEM, "--theme", "print").status == ExitStatus.USAGE


def test_files_that_cannot_be_read_do_not_stop_the_others(
    fanorona: Fanorona, tmp_path: Path
) -> None:
    ran = fanorona("solve", str(tmp_path / "lost.txt"), PROBLEM, "--lang", "fr")
    assert ran.status == ExitStatus.BAD_INPUT
    assert ran.err.startswith("erreur : ")
    assert "ce fichier ou dossier n'existe pas" in ran.err
    assert "Le problème est correct" in ran.out


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ((), "Proven by searching 1 position, with endgame tables up to 4\nstones.\n"),
        (("--no-tables", "--nodes", "1"), "Searched 1 position.\n"),
    ],
)
def test_one_position_is_singular(fanorona: Fanorona, options: tuple[str, ...], says: str) -> None:
    text = "Position: 9/9/3WW4/9/B2BB4 W\nStipulation: White to play and win\n"
    _, out, _ = solved(fanorona, text, *options)
    assert out.endswith(says)


def test_tables_and_no_tables_exclude_each_other(fanorona: Fanorona, tmp_path: Path) -> None:
    ran = fanorona("solve", PROBLEM, "--tables", str(tmp_path), "--no-tables")
    assert ran.status == ExitStatus.USAGE


def test_warnings_are_printed(fanorona: Fanorona) -> None:
    text = "Règles: livret\nPosition: BBB/B1W/WWW W\nÉnoncé: Blanc joue, meilleur coup"
    _, _, err = solved(fanorona, text)
    assert err.startswith("attention : entrée standard: ligne 1 : c'est la position de départ")


def test_the_problem_needs_no_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("tables were opened")

    monkeypatch.setattr("fanorona.solver.tables.default_tables._opened", refuse)
    assert run(["solve", PROBLEM]) == ExitStatus.YES


def test_an_interrupt_ends_the_search() -> None:
    text = (
        "Position: BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W\n"
        "Stipulation: White to play and win\n"
    )
    ran = interrupted("solve", "-", "--nodes", str(10**12), "--no-tables", stdin=text, seconds=1)
    assert ran == Ran(ExitStatus.INTERRUPTED, "", "interrupted\n")


def test_the_play_around_the_solution_is_printed(fanorona: Fanorona) -> None:
    status, out, _ = solved(fanorona, IN_TWO, "--variations", "--tries", "--set-play")
    assert status == ExitStatus.YES
    after = out[out.index("Variations after ") :]
    assert "  1… " in after
    assert "  2. " in after
    assert "Tries:" in after or "No tries" in after
    assert "Set play, White to move:" in after


def test_the_play_around_the_solution_is_in_the_json(fanorona: Fanorona) -> None:
    _, out, _ = solved(fanorona, IN_TWO, "--variations", "--tries", "--set-play", "--json")
    (verdict,) = json.loads(out)["puzzles"]
    (tree,) = verdict["variations"]
    assert tree["complete"]
    assert tree["turn"] == verdict["solutions"][0][0]
    assert {"tries", "undecided"} == set(verdict["tries"])
    assert verdict["set_play"]["turns"] == 1


def test_twins_are_solved_one_after_the_other(fanorona: Fanorona) -> None:
    twin = "Twin: b) stone e1 to e2\nTwin: c) White to move\n"
    status, out, _ = solved(fanorona, IN_TWO + twin, "--lang", "fr")
    assert status == ExitStatus.NO
    assert out.index("\nb) pion e1 en e2\n") < out.index("\nc) Blanc joue et gagne en 2 coups\n")
    assert "jumeau incorrect : " in out
    _, out, _ = solved(fanorona, IN_TWO + twin, "--json")
    (verdict,) = json.loads(out)["puzzles"]
    assert [one["label"] for one in verdict["twins"]] == ["b", "c"]
