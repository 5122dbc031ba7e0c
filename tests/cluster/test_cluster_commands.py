"""Every command on a real cluster prints the bytes that it prints without one."""

from __future__ import annotations

from pathlib import Path
from random import Random
from threading import Timer

import pytest

from tests.cli.running import PROJECT, Ran, in_own_process
from tests.cluster.lab import Lab, kill

DATA = PROJECT / "tests" / "data"
HERE = "HERE"
"""In a command line: a folder of the run's own."""

COMMANDS = {
    "check": ("check", f"{PROJECT}/puzzles/first-wins.txt", f"{DATA}/unsound.txt", "--json"),
    "mine": ("mine", "--board", "5x3", "--stones", "4-20", "--games", "6", "--count", "2"),
    "review": ("review", f"{PROJECT}/docs/endgame.fgn", "--nodes", "500", "--json"),
    "repair": ("puzzle", "repair", f"{DATA}/unsound.txt", "--count", "2"),
    "build": ("tablebase", "build", "--stones", "5", "--board", "5x3", "--dir", f"{HERE}/tables"),
}


def alone(lab: Lab, *arguments: str) -> Ran:
    return in_own_process(arguments, FANORONA_CACHE=str(lab.cache))


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_cluster_changes_no_byte(lab: Lab, name: str, tmp_path: Path) -> None:
    for run in ("alone", "together"):
        (tmp_path / run).mkdir()
    line = COMMANDS[name]
    here = alone(lab, *(one.replace(HERE, str(tmp_path / "alone")) for one in line))
    there = lab.ask(*(one.replace(HERE, str(tmp_path / "together")) for one in line))
    assert there.out.replace("together", "alone") == here.out
    assert (there.status, there.err) == (here.status, here.err)
    assert here.out
    assert files_in(tmp_path / "together") == files_in(tmp_path / "alone")


def test_a_small_cluster_in_the_process_itself_changes_no_byte(lab: Lab) -> None:
    question = ("check", f"{DATA}/unsound.txt", "--json")
    here = alone(lab, *question)
    assert alone(lab, *question, "--cluster", "local") == here


def with_a_worker_killed(lab: Lab, seconds: float, question: tuple[str, ...]) -> Ran:
    """What a command prints while an extra worker dies after some seconds."""
    victim = lab.start_worker()
    timer = Timer(seconds, kill, (victim.pid,))
    timer.start()
    try:
        return lab.ask(*question)
    finally:
        timer.join()


def test_a_killed_worker_changes_no_byte(lab: Lab) -> None:
    question = ("check", f"{PROJECT}/puzzles/first-wins.txt", "--json")
    here = alone(lab, *question)
    assert with_a_worker_killed(lab, Random().uniform(0.5, 2.0), question) == here


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_a_worker_killed_at_a_random_moment_changes_no_byte(lab: Lab, seed: int) -> None:
    question = ("check", f"{PROJECT}/puzzles/first-wins.txt", f"{PROJECT}/puzzles/livret.txt")
    here = alone(lab, *question)
    assert with_a_worker_killed(lab, Random(seed).uniform(0.3, 6.0), question) == here
