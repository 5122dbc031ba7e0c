"""One cluster for all tests of a session: starting one takes seconds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import fanorona as fanorona
from tests.cluster.lab import Lab


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """A scheduler and two workers."""
    found = Lab(tmp_path_factory.mktemp("lab"))
    try:
        found.start_scheduler()
        for _ in range(2):
            found.start_worker()
        yield found
    finally:
        found.close()


@pytest.fixture
def own_lab(tmp_path: Path) -> Iterator[Lab]:
    """A cluster to break: nothing runs yet."""
    found = Lab(tmp_path)
    yield found
    found.close()
