"""The match tool: a short match between two real engines, its referee and its arithmetic."""

from __future__ import annotations

import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import pytest

from benchmarks.match import Game, Played, Tally, elo, limit_of

ENGINE = f"{sys.executable} -c 'from fanorona.cli.main import main; main()' engine"


def test_two_engines_play_a_match_and_their_games_are_saved(tmp_path: Path) -> None:
    openings, games = tmp_path / "openings.txt", tmp_path / "games.fgn"
    openings.write_text("# two\n9/9/2WW5/9/6BB1 W\n9/9/2WW5/9/5BB2 W\n", encoding="utf-8")
    options = ["--games", "4", "--jobs", "2", "--nodes", "300,200"]
    options = ["--openings", str(openings), "--save", str(games), *options]
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.match", *options, ENGINE, ENGINE],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[1],
    )
    assert "4 games" in done.stdout
    assert games.read_text(encoding="utf-8").count("[Result ") == 4


def test_an_engine_that_fails_ends_the_match_by_name(tmp_path: Path) -> None:
    failing = f'{sys.executable} -c \'print(input(), "uciok", sep="\\n")\''
    options = ["--nodes", "300", "--jobs", "2"]
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.match", *options, ENGINE, failing],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[1],
    )
    assert done.returncode == 1
    assert done.stderr.startswith(f"{failing} ended: ")
    assert "Traceback" not in done.stderr


def test_draws_two_stones_ahead_are_counted_unless_a_table_says_that_they_are() -> None:
    tally = Tally()
    tally.add([Played(0.5, 2, "no progress", ""), Played(0.5, 3, "table", "")])
    tally.add([Played(0.5, -2, "repetition", ""), Played(1.0, 4, "end", "")])
    assert tally.ahead == 1


def test_each_engine_may_have_its_own_number_of_nodes() -> None:
    both, one = Namespace(nodes=[20, 30], movetime=None), Namespace(nodes=[20], movetime=None)
    assert [limit_of(both, number) for number in (1, 2)] == ["nodes 20", "nodes 30"]
    assert [limit_of(one, number) for number in (1, 2)] == ["nodes 20", "nodes 20"]


def test_the_referee_ends_a_game_at_the_third_repetition() -> None:
    game = Game("BBB6/9/9/9/6WWW W", "standard")
    for _ in range(3):
        for turn in ("g1-g2", "a5-a4", "g2-g1", "a4-a5"):
            assert game.result() is None or len(game.moves) > 8
            game.play(turn, 0)
    assert game.result() == (0.5, "repetition")


def test_the_referee_knows_who_has_won() -> None:
    assert Game("9/9/2W6/9/9 B", "standard").result() == (1.0, "end")


def test_agreement_of_both_sides_ends_a_game() -> None:
    game = Game("BBB6/9/9/9/6WWW W", "standard")
    for turn, score in zip(
        ("g1-g2", "a5-a4", "g2-f2", "a4-a5", "f2-f3", "a5-a4"), (900, -900) * 3, strict=True
    ):
        game.play(turn, score)
    assert game.result() == (1.0, "agreed")


def test_elo_and_its_error_bars() -> None:
    assert elo(0.5) == pytest.approx(0)
    assert elo(0.75) == pytest.approx(190.8, abs=0.1)
    tally = Tally(pairs=[0.5, 1.0, 0.5, 0.75] * 10)
    mean, error = tally.mean_and_error()
    assert (mean, round(error, 4)) == (0.6875, 0.0332)
    assert tally.likelihood(0, 10) > 0 > Tally(pairs=[0.25, 0.5] * 20).likelihood(0, 10)
