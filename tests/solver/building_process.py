"""Builds in processes of their own, which may be killed."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parents[2]

PROGRAM = """
import json, os, signal, sys, threading
from fanorona.solver.budget import Budget
from fanorona.solver.tables import memory_needed, pair_at_work, work_file
from fanorona.solver.tables.memory_bound import MemoryBound
from fanorona.solver.tables.tablebase import Tablebase

how = json.loads(sys.argv[1])
if not how["only_large_in_files"]:
    memory_needed.MAPPED_FROM = 0
    work_file.SYNC_SECONDS = 0.0
    pair_at_work.LARGE_PIECE = 1 << 16
if how["mapped"]:
    MemoryBound.has_room = lambda self, size: False
if how["killed_after"] is not None:
    kill = threading.Timer(how["killed_after"], os.kill, (os.getpid(), signal.SIGKILL))
    kill.daemon = True
    kill.start()
Tablebase.build(
    how["stones"],
    how["folder"],
    how["rules"],
    how["board"],
    jobs=how["jobs"],
    budget=Budget(memory_mb=how["memory_mb"]),
    on_progress=(lambda progress: print(progress, flush=True)) if how["reports"] else None,
)
"""


@dataclass(frozen=True, kw_only=True)
class Build:
    """What is built, and how."""

    folder: str
    stones: int
    rules: str = "standard"
    board: str = "9x5"
    jobs: int = 2
    memory_mb: int = 1024
    only_large_in_files: bool = False
    mapped: bool = False
    """Whether work files are mapped though there is room for them in memory."""
    killed_after: float | None = None
    """Seconds."""
    reports: bool = False
    """Whether it prints its progress."""

    def begin(self, **how: Any) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", PROGRAM, json.dumps(asdict(self))]
        return subprocess.Popen(command, cwd=PROJECT, text=True, **how)


def build_with_kills(folder: Path, kills: int, longest: float, seed: int, **how: Any) -> int:
    """Build, killed that often after at most as many seconds, then to the end; how many there were.

    There are fewer if the end came first.
    """
    rng = random.Random(seed)
    for done in range(kills):
        building = Build(folder=str(folder), killed_after=rng.uniform(0.3, longest), **how)
        if building.begin().wait() == 0:
            return done
    assert Build(folder=str(folder), **how).begin().wait() == 0
    return kills
