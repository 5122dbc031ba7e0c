"""What the tests of the analysis board share: a service, a browser, and a page that is watched."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect, sync_playwright

from fanorona.solver.tables.tablebase import Tablebase
from tests.needed import missing
from tests.page.board import PATIENCE_MS, Board
from tests.page.chromium import find_chromium, launch
from tests.page.watching import Faults, watch
from tests.service.serving import Server, serving

AXE = Path(__file__).with_name("node_modules") / "axe-core" / "axe.min.js"
DESK: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 800},
    "locale": "en",
    # Nobody watches: turns need not be played slowly.
    "reduced_motion": "reduce",
}

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests here; later tests need a process without its threads."""
    program = find_chromium()
    if program is None:
        missing("Chromium: apt-get install chromium-headless-shell")
    try:
        playwright = sync_playwright().start()
    except Error:
        missing("playwright's driver: make install")
    try:
        with launch(playwright, program) as browser:
            yield browser
    finally:
        playwright.stop()


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core."""
    if not AXE.exists():
        how = "make test" if shutil.which("npm") else "apt-get install npm, then make test"
        missing(f"axe-core: {how}")
    return AXE.read_text("utf-8")


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A service with a small endgame table, and more search slots than one page takes."""
    folder = tmp_path_factory.mktemp("tables")
    Tablebase.build(6, folder, board="3x3")
    with serving(folder, searches=4, max_time_ms=60_000) as one:
        yield one


@pytest.fixture
def faults() -> Faults:
    """What went wrong in the page; a test that expects a refusal takes it from here."""
    return Faults()


@pytest.fixture
def looks() -> dict[str, Any]:
    """How the browser of a test differs from that of a desk; tests parametrize it."""
    return {}


@pytest.fixture
def context(
    browser: Browser, site: Server, faults: Faults, looks: dict[str, Any]
) -> Iterator[BrowserContext]:
    """A browser without a past. No test may leave a fault behind."""
    context = browser.new_context(base_url=site.url, **{**DESK, **looks})
    context.set_default_timeout(PATIENCE_MS)
    if looks.get("service_workers") != "allow":
        # What one test has kept would answer the next, and hide its requests.
        context.add_init_script("delete Navigator.prototype.serviceWorker")
    watch(context, site.url, faults)
    yield context
    context.close()
    assert faults.seen == []


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


@pytest.fixture
def board(page: Page) -> Board:
    return Board(page)
