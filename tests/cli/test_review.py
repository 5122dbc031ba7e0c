"""`fanorona review`: text, JSON, annotated games and HTML; filters; interrupts."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from fanorona import Game, check_puzzles, read_games
from fanorona.cli.exit_status import ExitStatus
from fanorona.solver.games import review
from fanorona.solver.games.review import Judgement, ReviewTerms
from fanorona.solver.position import Position
from tests.cli.running import Fanorona, in_own_process, interrupted

DATA = Path(__file__).parents[1] / "data" / "games"
PLAYED = str(DATA / "played.fgn")
MANY = str(DATA / "other-programs.fgn")
QUICK = ("--nodes", "500", "--no-tables")


def test_a_review_shows_every_turn_and_boards_at_the_turning_points(fanorona: Fanorona) -> None:
    ran = fanorona("review", PLAYED, *QUICK)
    assert (ran.status, ran.err) == (ExitStatus.YES, "")
    game = Game.parse(Path(PLAYED).read_text("utf-8"))
    for node in game.main_line:
        assert f"\n{node.label:<7}{node.turn}" in ran.out
    assert "proven" in ran.out
    assert "  a b c d e f g h i\n" in ran.out
    assert "White: accuracy " in ran.out


def test_json_is_the_answer_of_the_api(fanorona: Fanorona) -> None:
    answer = json.loads(fanorona("review", PLAYED, *QUICK, "--json").out)
    assert answer["count"] == len(answer["turns"]) == 37
    assert answer["complete"] is True
    assert set(answer["turns"][0]["before"]) == {"value", "proof", "distance", "score", "chance"}


def test_any_number_of_jobs_prints_the_same_bytes() -> None:
    asked = ["review", PLAYED, *QUICK]
    for form in ([], ["--json"]):
        one, two = in_own_process([*asked, *form]), in_own_process([*asked, *form, "--jobs", "2"])
        assert one.status == ExitStatus.YES
        assert one == two


def test_annotated_games_are_printed_as_game_files(fanorona: Fanorona) -> None:
    ran = fanorona("review", PLAYED, *QUICK, "--fgn")
    game = Game.parse(ran.out)
    assert any(node.evaluation is not None for node in game.main_line)
    assert any(len(node.variations) > 1 for node in game.main_line)


def test_scores_are_written_in_french_but_read_again_from_a_file(fanorona: Fanorona) -> None:
    french = ("review", PLAYED, *QUICK, "--lang", "fr")
    assert re.search(r"[+-]\d,\d\d → [+-]\d,\d\d ; ", fanorona(*french).out)
    game = Game.parse(fanorona(*french, "--fgn").out)
    assert any(node.evaluation is not None for node in game.main_line)


def test_a_page_has_the_graph_and_loads_nothing(fanorona: Fanorona) -> None:
    page = fanorona("review", PLAYED, *QUICK, "--html", "--lang", "fr").out
    assert page.startswith("<!DOCTYPE html>")
    assert '<html lang="fr">' in page
    assert "<polyline" in page
    assert "Tournants" in page
    assert "src=" not in page
    assert "href=" not in page


def test_names_are_escaped_in_a_page(fanorona: Fanorona) -> None:
    game = b'[White "<script>"]\n\n1. d3-e3A'
    assert "<script>" not in fanorona("review", "-", *QUICK, "--html", stdin=game).out


def test_missed_puzzles_are_written_and_sound(fanorona: Fanorona, tmp_path: Path) -> None:
    game = b'[Rules "escale"] [FEN "5/W1B2/5 W"] 1. a2-a1 c2-b2'
    file = tmp_path / "missed.txt"
    ran = fanorona("review", "-", "--nodes", "2000", "--puzzles", str(file), stdin=game)
    assert "1 missed chance makes a sound puzzle." in ran.out
    (verdict,) = check_puzzles(file.read_text("utf-8"))
    assert verdict.verdict == "sound"


@pytest.mark.parametrize(
    ("conditions", "places"),
    [
        ((), [1, 17, 26, 32]),
        (("--only", "rules=livret"), [32]),
        (("--only", "result=1-0"), [1]),
        (("--only", "result=½-½", "--only", "Variant=dimy"), [17]),
        (("--only", "white=solo"), [32]),
    ],
)
def test_games_are_chosen_by_their_headers(
    fanorona: Fanorona, conditions: tuple[str, ...], places: list[int]
) -> None:
    ran = fanorona("review", MANY, "--list", *conditions)
    assert [int(line.split()[0].rsplit(":", 1)[1]) for line in ran.out.splitlines()] == places


def test_an_unreadable_game_is_reported_and_the_others_are_reviewed(
    fanorona: Fanorona,
) -> None:
    ran = fanorona("review", MANY, *QUICK, "--fgn")
    assert ran.status == ExitStatus.BAD_INPUT
    assert ran.err.startswith(f"error: {MANY}: line 27, column 11: Fanoron-Telo")
    assert len(list(read_games(ran.out))) == 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--only", "result"), "is not a condition"),
        (("--only", "result=won"), "is not a result"),
        (("--only", "rules=chess"), "unknown rule set"),
        (("--only", "white=nobody"), "no game matches"),
    ],
)
def test_a_condition_that_makes_no_sense_is_refused(
    fanorona: Fanorona, arguments: tuple[str, ...], said: str
) -> None:
    ran = fanorona("review", MANY, *arguments)
    assert ran.status == ExitStatus.BAD_INPUT
    assert said in ran.err


def test_a_file_without_games_is_reported(fanorona: Fanorona) -> None:
    ran = fanorona("review", "-", stdin=b"\n")
    assert (ran.status, ran.err) == (
        ExitStatus.BAD_INPUT,
        "error: there is no game in the file\n",
    )


def test_ctrl_c_prints_what_is_done(fanorona: Fanorona, monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[Position] = []

    def judge(terms: ReviewTerms, position: Position) -> Judgement:
        if len(judged) == 10:
            raise KeyboardInterrupt
        judged.append(position)
        return review.judge(terms, position)

    monkeypatch.setattr("fanorona.cli.commands.review.judge", judge)
    ran = fanorona("review", PLAYED, *QUICK)
    assert ran.status == ExitStatus.INTERRUPTED
    assert ran.err == "interrupted; results so far\n"
    assert "Incomplete: only the turns from 15. on are reviewed." in ran.out


@pytest.mark.parametrize("jobs", [[], ["--jobs", "2"]], ids=["alone", "jobs"])
def test_an_interrupt_at_any_moment_is_not_an_error(jobs: list[str]) -> None:
    ran = interrupted("review", PLAYED, "--nodes", "100000000", *jobs)
    assert ran.status == ExitStatus.INTERRUPTED
