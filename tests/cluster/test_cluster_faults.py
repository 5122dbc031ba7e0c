"""What goes wrong with a cluster is said in words, and nothing goes on without its client."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from fanorona import Position
from fanorona.cli.exit_status import ExitStatus
from fanorona.solver.spreading.cluster import cluster_at
from fanorona.solver.spreading.cluster_fault import ClusterFault
from fanorona.solver.spreading.engine_version import engine_version
from tests.cli.running import PATIENCE, Fanorona
from tests.cluster.lab import Lab, is_alive, task_processes, wait_until

ENDLESS = ("check", "--nodes", "100000000000", "--no-tables")
"""A check that outlasts every test; the file is added to it."""

OTHER_VERSION = "import fanorona.solver.version as here; here.__version__ = '9.9.9'"


@pytest.fixture
def endless(tmp_path: Path) -> str:
    path = tmp_path / "endless.txt"
    position = f"Position: {Position.start().fen()}"
    path.write_text(f"{position}\nStipulation: White to play and win in 40\n")
    return str(path)


def test_an_invalid_address_is_refused(fanorona: Fanorona) -> None:
    ran = fanorona("mine", "--cluster", "lab7")
    assert ran.status == ExitStatus.USAGE
    assert "'lab7' is not the address of a scheduler; write tcp://host:8786" in ran.err


def test_a_worker_has_to_name_its_scheduler(fanorona: Fanorona) -> None:
    ran = fanorona("worker", "local")
    assert ran.status == ExitStatus.USAGE
    assert ran.err.endswith("scheduler; write tcp://host:8786 or tls://host:8786\n")


@pytest.mark.parametrize("command", [("mine",), ("tablebase", "build", "--stones", "3")])
def test_jobs_and_cluster_exclude_each_other(fanorona: Fanorona, command: tuple[str, ...]) -> None:
    ran = fanorona(*command, "--cluster", "local", "--jobs", "2")
    assert ran.status == ExitStatus.USAGE
    assert "--jobs and --cluster cannot be used together" in ran.err


def test_a_scheduler_that_does_not_answer_is_named(
    fanorona: Fanorona, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{unused.getsockname()[1]}"
        monkeypatch.setattr("fanorona.solver.spreading.cluster.CONNECT_SECONDS", 0.5)
        ran = fanorona("mine", "--cluster", address)
    assert (ran.status, ran.out) == (ExitStatus.INTERNAL, "")
    assert ran.err.startswith(f"error: no scheduler answers at {address}")


def test_another_version_is_refused_and_both_are_named(lab: Lab) -> None:
    ran = lab.ask("mine", "--games", "1", script=OTHER_VERSION)
    assert (ran.status, ran.out) == (ExitStatus.INTERNAL, "")
    assert f"has fanorona {engine_version()}, this machine 9.9.9 (" in ran.err


def test_a_task_that_kills_its_process_is_given_up(lab: Lab) -> None:
    with (
        cluster_at(lab.address) as spread,
        pytest.raises(ClusterFault, match=r"twice on worker .* \(status 3\) and is given up"),
    ):
        list(spread.each(os._exit, [3]))


def test_what_a_task_raises_is_raised_again(lab: Lab) -> None:
    with cluster_at(lab.address) as spread, pytest.raises(ZeroDivisionError):
        list(spread.each(partial(divmod, 1), [1, 0]))


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_nothing_goes_on_without_the_client(lab: Lab, endless: str, number: int) -> None:
    worker = lab.start_worker()
    client = lab.start_client(*ENDLESS, *[endless] * 4)
    wait_until(lambda: bool(task_processes(worker)))
    busy = task_processes(worker)
    client.send_signal(number)
    client.wait(PATIENCE)
    wait_until(lambda: not any(map(is_alive, busy)))
    worker.terminate()
    assert worker.wait(PATIENCE) == ExitStatus.YES


def test_nothing_goes_on_without_the_worker(lab: Lab, endless: str) -> None:
    worker = lab.start_worker()
    client = lab.start_client(*ENDLESS, *[endless] * 4)
    wait_until(lambda: bool(task_processes(worker)))
    busy = task_processes(worker)
    worker.kill()
    wait_until(lambda: not any(map(is_alive, busy)))
    client.kill()


def test_a_lost_scheduler_ends_client_and_worker_with_words(own_lab: Lab, endless: str) -> None:
    scheduler = own_lab.start_scheduler()
    client = own_lab.start_client(*ENDLESS, endless)
    assert client.stderr
    assert "the scheduler has no workers; waiting." in client.stderr.readline()
    worker = own_lab.start_worker()
    wait_until(lambda: bool(task_processes(worker)))
    busy = task_processes(worker)
    scheduler.kill()
    assert client.wait(PATIENCE) == ExitStatus.INTERNAL
    assert client.stderr.read().startswith("error: the connection to the scheduler at tcp://127")
    assert worker.wait(PATIENCE) == ExitStatus.INTERNAL
    assert worker.stderr
    assert worker.stderr.read().endswith("is gone\n")
    wait_until(lambda: not any(map(is_alive, busy)))


@pytest.mark.slow
def test_a_task_that_kills_its_workers_is_given_up(own_lab: Lab) -> None:
    own_lab.start_scheduler()
    for _ in range(5):
        own_lab.start_worker()
    suicide = "__import__('os').kill(__import__('os').getppid(), 9)"
    with (
        cluster_at(own_lab.address) as spread,
        pytest.raises(ClusterFault, match="4 workers were lost in a row with the same task"),
    ):
        list(spread.each(eval, [suicide]))


def test_only_a_few_tasks_are_under_way(lab: Lab) -> None:
    taken = 0

    def numbers() -> Iterator[int]:
        nonlocal taken
        for taken in range(1000):
            yield -taken

    with cluster_at(lab.address) as spread:
        results = iter(spread.each(abs, numbers()))
        assert [next(results) for _ in range(3)] == [(0, 0), (-1, 1), (-2, 2)]
        assert taken < 30
