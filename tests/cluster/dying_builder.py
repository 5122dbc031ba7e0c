"""A task that builds a pair, and whose process is killed in the middle the first time."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from unittest.mock import patch

from fanorona.solver.budget import Budget
from fanorona.solver.tables import memory_needed
from fanorona.solver.tables.pair_at_work import PairAtWork
from fanorona.solver.tables.pairs import Pair
from fanorona.solver.tables.shared_building import build_pair
from fanorona.solver.tables.table_files import Series
from fanorona.solver.tables.work_file import WorkFile

LEVELS = 3


def build_after_a_kill(series: Series, folder: Path, needed: dict[str, int], pair: Pair) -> int:
    """Build the pair; how many of its levels the process that was killed had completed."""
    found = 0
    resume = PairAtWork._resume

    def noted(at_work: PairAtWork) -> None:
        nonlocal found
        found = at_work.work.progress.levels
        resume(at_work)

    def keep_and_die(work: WorkFile) -> None:
        if not found and work.progress.levels == LEVELS:
            work.keep_now()
            os.kill(os.getpid(), signal.SIGKILL)

    with (
        patch.object(memory_needed, "MAPPED_FROM", 0),
        patch.object(PairAtWork, "_resume", noted),
        patch.object(WorkFile, "keep", keep_and_die),
    ):
        build_pair(series, folder, "token", needed, Budget(memory_mb=1024), pair)
    return found
