"""The match tool: a short match between two real engines, its referee and its arithmetic."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.match import Game, Tally, elo

ENGINE = f"{sys.executable} -c 'from fanorona.cli.main import main; main()' engine"


def test_two_engines_play_a_match_and_their_games_are_saved(tmp_path: Path) -> None:
    openings, games = tmp_path / "openings.txt", tmp_path / "games.fgn"
    openings.write_text("# one\n9/9/2WW5/9/6BB1 W\n", encoding="utf-8")
    options = ["--games", "2", "--nodes", "300", "--openings", str(openings), "--save", str(games)]
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.match", *options, ENGINE, ENGINE],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[1],
    )
    assert "2 games" in done.stdout
    assert games.read_text(encoding="utf-8").count("[Result ") == 2


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
