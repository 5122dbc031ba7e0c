"""The processes of a command: an interrupt ends them, whenever it comes."""

from __future__ import annotations

import subprocess
import sys
from multiprocessing import get_context

import pytest

from fanorona.cli.worker_processes import processes
from fanorona.solver.spreading.spread import InThisProcess
from tests.cli.running import PROJECT

INTERRUPTED_WHILE_IT_FORKS = """
import os, signal
from fanorona.cli.worker_processes import processes
signal.signal(signal.SIGINT, signal.default_int_handler)
os.register_at_fork(after_in_parent=lambda: os.kill(os.getpid(), signal.SIGINT))
try:
    with processes(2) as spread:
        print([sign for _, sign in spread.each(abs, [-1])])
except KeyboardInterrupt:
    print("interrupted")
"""


def test_one_job_needs_no_process() -> None:
    with processes(1) as spread:
        assert isinstance(spread, InThisProcess)


def test_several_jobs_share_the_work() -> None:
    with processes(2) as spread:
        assert list(spread.each(abs, [-1, -2, -3])) == [(-1, 1), (-2, 2), (-3, 3)]


@pytest.mark.skipif(get_context().get_start_method() != "fork", reason="nothing forks here")
def test_an_interrupt_while_the_processes_start_is_not_lost() -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_WHILE_IT_FORKS],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("interrupted\n", "")
