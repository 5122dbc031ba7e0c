"""A cluster on this machine, as processes: a scheduler, and workers that come and go."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, sleep

import psutil

from tests.cli.running import COMMAND, PATIENCE, PROJECT, Ran, environment

Process = subprocess.Popen[str]

# A shell that starts a job in the background may have switched the signal off.
INTERRUPTIBLE = (
    COMMAND[0],
    "-c",
    f"import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n{COMMAND[2]}",
)
WITHOUT_LOG = {"DASK_LOGGING__DISTRIBUTED": "critical"}
"""For those who may log: a command of ours keeps Dask quiet by itself."""
DASK = (sys.executable, "-c", "from dask.__main__ import main; main()")


def wait_until(condition: Callable[[], bool]) -> None:
    """A limit that only a hanging process reaches."""
    end = monotonic() + PATIENCE
    while not condition():
        assert monotonic() < end
        sleep(0.02)


@dataclass
class Lab:
    """A scheduler on a free port of the loopback, and workers."""

    folder: Path
    address: str = ""
    processes: list[Process] = field(default_factory=list)

    @property
    def cache(self) -> Path:
        """Of the workers."""
        return self.folder / "cache"

    def start_scheduler(self) -> Process:
        told = self.folder / "scheduler.json"
        where = ["--host", "127.0.0.1", "--port", "0", "--dashboard-address", "127.0.0.1:0"]
        command = [*DASK, "scheduler", *where, "--scheduler-file", str(told)]
        started = self._start(command, **WITHOUT_LOG)
        wait_until(lambda: _address_in(told) is not None or started.poll() is not None)
        self.address = _address_in(told) or ""
        assert self.address
        return started

    def start_worker(self, *options: str) -> Process:
        """A worker that has joined."""
        started = self.join(*options)
        assert started.stderr
        for line in started.stderr:
            if line.startswith("joined "):
                return started
        raise AssertionError("the worker has not joined")

    def join(self, *options: str) -> Process:
        """A worker that is about to join."""
        return self._start([*COMMAND, "worker", self.address, *options], **WITHOUT_LOG)

    def start_client(self, *arguments: str) -> Process:
        return self._start([*INTERRUPTIBLE, *arguments, "--cluster", self.address])

    def ask(self, *arguments: str, script: str = "", **changes: str) -> Ran:
        """Run a command on the cluster; `script` is run before it, in its process."""
        command = [COMMAND[0], "-c", f"{script}\n{COMMAND[2]}"]
        done = subprocess.run(
            [*command, *arguments, "--cluster", self.address],
            cwd=PROJECT,
            env=environment({"FANORONA_CACHE": str(self.cache), **changes}),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    def close(self) -> None:
        for process in self.processes:
            with suppress(ProcessLookupError):
                process.kill()
            process.wait()
            for stream in (process.stdout, process.stderr):
                if stream is not None:
                    stream.close()

    def _start(self, command: list[str], **changes: str) -> Process:
        started = subprocess.Popen(
            command,
            cwd=PROJECT,
            env=environment(
                {
                    "FANORONA_CACHE": str(self.cache),
                    "DASK_TEMPORARY_DIRECTORY": str(self.folder),
                    **changes,
                }
            ),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.processes.append(started)
        return started


def _address_in(path: Path) -> str | None:
    with suppress(OSError, ValueError):
        address: str = json.loads(path.read_text())["address"]
        return address
    return None


def task_processes(worker: Process) -> set[int]:
    """The processes that work for a worker."""
    return {child.pid for child in psutil.Process(worker.pid).children()}


def is_alive(pid: int) -> bool:
    with suppress(psutil.NoSuchProcess):
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    return False


def kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
