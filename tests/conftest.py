"""What several tests share: random positions of every kind, and samples that fit the kernel."""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import settings

from fanorona.solver.kernel import is_compiled
from tests import needed
from tests.own_tables import use_own_tables
from tests.random_positions import random_text

use_own_tables()

settings.register_profile("compiled", max_examples=40, deadline=None, derandomize=True)
settings.register_profile("uncompiled", max_examples=6, deadline=None, derandomize=True)
settings.register_profile("thorough", max_examples=400, deadline=None, derandomize=True)
settings.load_profile("compiled" if is_compiled() else "uncompiled")


def pytest_xdist_auto_num_workers() -> int:
    """Three processes for two cores: tests of servers and pages wait for a part of their time."""
    cores = os.cpu_count() or 1
    return cores + cores // 2


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    needed.tell_what_was_missing(terminalreporter)


@pytest.fixture(scope="session")
def compiled() -> bool:
    """Whether the kernel is compiled: if not, it is fifty times slower and gets less to do."""
    return is_compiled()


@pytest.fixture(scope="session")
def random_position() -> Callable[[Random, str], str]:
    """Makes the canonical text of a legal position under a rule set, from a source of chance."""
    return random_text
