"""`fanorona mine`: what it prints can be found again, also after an interrupt."""

from __future__ import annotations

import pytest

from fanorona.cli.exit_status import ExitStatus
from fanorona.solver.puzzles.mining import Mined, Wanted, mine_with_tables
from fanorona.solver.search.prover import Attack, Prover
from tests.cli.running import Fanorona, in_own_process, interrupted

QUESTION = ["mine", "--board", "5x5", "--stones", "6-24", "--turns", "1-4"]
ENDLESS = [*QUESTION, "--games", "1000000", "--count", "1"]

jobs = pytest.mark.parametrize("jobs", [[], ["--jobs", "2"]], ids=["alone", "jobs"])


@jobs
def test_the_same_question_finds_the_same_puzzles(jobs: list[str]) -> None:
    asked = [*QUESTION, "--games", "12"]
    first, again = in_own_process(asked), in_own_process([*asked, *jobs])
    assert first.status == ExitStatus.YES
    assert first.out.startswith(f"# fanorona {' '.join(asked)}\nTitle: Standard no. 1\n")
    assert again.out == first.out


def test_an_interrupt_prints_what_was_found_and_how_to_find_it_again(
    fanorona: Fanorona, monkeypatch: pytest.MonkeyPatch
) -> None:
    def mine_twelve(wanted: Wanted, seed: int, game: int) -> Mined | None:
        if game == 12:
            raise KeyboardInterrupt
        return mine_with_tables(wanted, seed, game)

    monkeypatch.setattr("fanorona.solver.puzzles.mining.mine_with_tables", mine_twelve)
    monkeypatch.setattr("sys.argv", ["fanorona", *ENDLESS, "--jobs=1"])
    ran = fanorona(*ENDLESS)
    assert ran.status == ExitStatus.INTERRUPTED
    assert ran.err == "interrupted; found so far in 12 games\n"
    command = ["mine", *QUESTION[1:], "--count", "1", "--games", "12"]
    assert ran.out == in_own_process(command).out
    assert ran.out.startswith(f"# fanorona {' '.join(command)}\n")


def test_an_interrupt_that_the_kernel_hears_is_not_lost(
    fanorona: Fanorona, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted_search(_attack: Attack, prover: Prover, *_limits: int) -> None:
        prover.stop.interrupt()

    monkeypatch.setattr(Attack, "shortest", interrupted_search)
    ran = fanorona(*QUESTION, "--games", "2")
    assert ran.status == ExitStatus.INTERRUPTED
    assert ran.err.startswith("interrupted; found so far in 0 games\n")


@jobs
def test_an_interrupt_at_any_moment_is_not_an_error(jobs: list[str]) -> None:
    ran = interrupted(*ENDLESS, *jobs)
    assert ran.status == ExitStatus.INTERRUPTED
    assert ran.err.startswith("interrupted")
    assert "Traceback" not in ran.err
