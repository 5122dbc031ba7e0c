"""What the tests of the command line share."""

from __future__ import annotations

import io
import sys

import pytest

from fanorona.cli.main import run
from tests.cli.running import Fanorona, Ran


@pytest.fixture
def fanorona(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Fanorona:
    """Runs a command line and answers its status and output, 80 columns wide."""
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("NO_COLOR", "FANORONA_DEBUG"):
        monkeypatch.delenv(name, raising=False)

    def ran(*arguments: str, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = run(arguments)
        return Ran(status, *capsys.readouterr())

    return ran
