"""The system's Chromium: where it is, and how it is started. As a program: whether there is one."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first has no windows at all, and a page costs half as much processor time in it."""

QUIET = (
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


def find_chromium() -> str | None:
    """The path of FANORONA_CHROMIUM, or of the first that is installed."""
    named = os.environ.get("FANORONA_CHROMIUM")
    found = (shutil.which(name) for name in ([named] if named else NAMES))
    return next((path for path in found if path), None)


@contextmanager
def launch(playwright: Playwright, program: str) -> Iterator[Browser]:
    """A browser without a window, until the end of the block."""
    # Chromium refuses to have root in its sandbox.
    sandbox = ("--no-sandbox",) if os.geteuid() == 0 else ()
    browser = playwright.chromium.launch(executable_path=program, args=[*QUIET, *sandbox])
    yield browser
    browser.close()


if __name__ == "__main__":
    sys.exit(find_chromium() is None)
