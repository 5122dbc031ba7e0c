"""What some tests need besides Python: without it they are skipped, and in CI they fail."""

from __future__ import annotations

import os
from collections import Counter
from typing import NoReturn

import pytest

NEED = "they need "


def missing(what: str) -> NoReturn:
    """Skips what cannot run here; in CI everything must."""
    what = f"{NEED}{what}"
    if os.environ.get("CI", "") not in {"", "0", "false"}:
        pytest.fail(what, pytrace=False)
    pytest.skip(what)


def tell_what_was_missing(reporter: pytest.TerminalReporter) -> None:
    """Say once why tests were skipped."""
    reasons = Counter(one.longrepr[2] for one in reporter.stats.get("skipped", []))
    for reason, count in reasons.items():
        if NEED in reason:
            reporter.write_line(f"{count} tests: {reason}")
