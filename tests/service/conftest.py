"""What the tests of the service share: a running server, and an app without one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from fanorona.service.app import create_app
from fanorona.service.engine.open_tables import OpenTables
from fanorona.service.settings import Settings
from fanorona.solver.tables.tablebase import Tablebase
from tests.service.serving import ENDLESS, Server, serving


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with tables of games that are quickly built."""
    folder = tmp_path_factory.mktemp("tables")
    Tablebase.build(3, folder)
    Tablebase.build(6, folder, board="3x3")
    Tablebase.build(4, folder, board="5x5")
    return folder


@pytest.fixture(scope="session")
def server(tables: Path) -> Iterator[Server]:
    """A service with two workers, two searches at a time and searches of up to five seconds."""
    with serving(
        tables, max_time_ms=5_000, max_nodes=3_000_000, cors_origins="https://a.example"
    ) as one:
        yield one


@pytest.fixture(scope="session")
def patient(tables: Path) -> Iterator[Server]:
    """A service with two workers whose two searches go on for as long as somebody waits."""
    with serving(tables, max_time_ms=600_000, max_nodes=ENDLESS) as one:
        yield one


@pytest.fixture(scope="session")
def app(tables: Path) -> Flask:
    """The app itself, for what needs no server."""
    return create_app(Settings(searches=2), OpenTables.open(str(tables)))


@pytest.fixture(scope="session")
def app_client(app: Flask) -> FlaskClient:
    return app.test_client()
