"""The board as an app: it can be installed, and the lessons can be taken without the network."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import BrowserContext, Page, expect

from fanorona.service.course import lessons
from tests.page.board import PATIENCE_MS, Board
from tests.page.icons import DRAWN, ICONS, drawn
from tests.page.test_lessons import WithMouse
from tests.page.watching import Faults
from tests.service.serving import Server

WORKS = """async () => {
  const found = await navigator.serviceWorker.getRegistration();
  return found?.active?.state === "activated";
}"""
KEPT = """async () => {
  const names = await caches.keys();
  const caches_ = await Promise.all(names.map((name) => caches.open(name)));
  const requests = await Promise.all(caches_.map((cache) => cache.keys()));
  return [names, requests.flat().map(({ url }) => new URL(url).pathname)];
}"""
FORGET = """async () => {
  const found = await navigator.serviceWorker.getRegistration();
  await found?.unregister();
}"""
POLL_MS = 50
GONE = "async (name) => !(await caches.keys()).includes(name)"

OFFLINE = "You are offline. Lessons work; everything else needs the network."

pytestmark = pytest.mark.parametrize("looks", [{"service_workers": "allow"}], ids=["kept"])


def comes_true(page: Page, script: str, asked: str | None = None) -> bool:
    """Ask the page again and again; its own wait would never end."""
    for _ in range(PATIENCE_MS // 2 // POLL_MS):
        if page.evaluate(script, asked):
            return True
        page.wait_for_timeout(POLL_MS)
    return False


def wait_for_worker(page: Page) -> None:
    """Until the service worker works; one that never started begins anew on the next visit."""
    if comes_true(page, WORKS):
        return
    page.evaluate(FORGET)
    page.reload()
    assert comes_true(page, WORKS)


def kept(page: Page) -> tuple[list[str], list[str]]:
    """The caches there are once the service worker works, and the addresses in them."""
    wait_for_worker(page)
    names, addresses = page.evaluate(KEPT)
    return names, addresses


@pytest.fixture
def offline(page: Page, board: Board, context: BrowserContext, faults: Faults) -> Board:
    """The page on its second visit, now without a network."""
    board.open_link("/")
    wait_for_worker(page)
    context.set_offline(True)
    board.open_link("/")
    return board


def forgive_network(faults: Faults) -> None:
    """Take out the console's lines about what could not be loaded."""
    faults.seen = [one for one in faults.seen if "ERR_INTERNET_DISCONNECTED" not in one]


def test_lessons_can_be_taken_without_the_network(offline: Board) -> None:
    page = offline.page
    expect(offline.message).to_have_text(OFFLINE)
    offline.open_tab("Learn")
    learner = WithMouse(page)
    for lesson in lessons()[:2]:
        learner.take(lesson)
        learner.go_on()
    page.goto("/#lesson=huffing-4")
    learner.answer(lessons()[8].steps[3])
    expect(learner.feedback).to_have_attribute("data-kind", "solved")


def test_what_needs_the_network_says_so(offline: Board, faults: Faults) -> None:
    offline.page.get_by_role("tab", name="Puzzles").click()
    expect(offline.message).to_have_text(OFFLINE)
    offline.page.get_by_role("tab", name="Game", exact=True).click()
    offline.press("f2", "e3")
    expect(offline.message).to_have_text(OFFLINE)
    forgive_network(faults)


def test_play_goes_on_once_the_network_is_back(
    offline: Board, context: BrowserContext, faults: Faults
) -> None:
    offline.press("f2", "e3")
    expect(offline.message).to_have_text(OFFLINE)
    context.set_offline(False)
    offline.expect_turns("f2-e3A")
    forgive_network(faults)


def test_an_earlier_game_is_not_lost_for_a_lesson(
    page: Page, board: Board, context: BrowserContext, faults: Faults
) -> None:
    board.open("BBB/B1W/WWW W", turns="c1-b2A")
    wait_for_worker(page)
    context.set_offline(True)
    board.open_link("/")
    board.open_tab("Learn")
    learner = WithMouse(page)
    learner.answer(lessons()[0].steps[0])
    learner.go_on()
    learner.play("b2-c3")
    expect(learner.feedback).to_have_attribute("data-kind", "right")
    context.set_offline(False)
    page.goto("about:blank")
    board.open_link("/")
    board.open_tab("Game")
    board.expect_turns("c1-b2A")
    forgive_network(faults)


def test_answers_of_the_service_are_not_kept(page: Page, board: Board) -> None:
    board.open("BBB/B1W/WWW W")
    names, addresses = kept(page)
    assert len(names) == 1
    assert "/" in addresses
    assert any(one.startswith("/lessons/") for one in addresses)
    assert [one for one in addresses if one.startswith("/v1/")] == []


def test_what_an_older_edition_has_kept_is_removed(page: Page, board: Board) -> None:
    page.goto("/docs")
    page.evaluate("caches.open('fanorona-older').then(() => caches.open('of-another'))")
    board.open_link("/")
    wait_for_worker(page)
    assert comes_true(page, GONE, "fanorona-older")
    assert "of-another" in kept(page)[0]


def test_another_language_takes_the_place_of_the_first(
    page: Page, board: Board, context: BrowserContext
) -> None:
    board.open_link("/")
    (english,), _ = kept(page)
    board.open_link("/?lang=fr")
    assert comes_true(page, GONE, english)
    context.set_offline(True)
    board.open_link("/")
    expect(page.get_by_role("tab", name="Apprendre")).to_be_visible()


def test_the_manifest_is_right(page: Page, context: BrowserContext, site: Server) -> None:
    page.goto("/?lang=fr")
    tools = context.new_cdp_session(page)
    found: dict[str, Any] = tools.send("Page.getAppManifest")
    assert found["errors"] == []
    manifest = site.get("/manifest.webmanifest", lang="fr").json()
    assert manifest["lang"] == "fr"
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        picture = Image.open(BytesIO(site.get(icon["src"]).content))
        assert "x".join(map(str, picture.size)) == icon["sizes"]
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}


@pytest.mark.parametrize("name", DRAWN)
def test_icons_are_drawn_from_their_source(name: str, looks: object) -> None:
    assert (ICONS / f"{name}.png").read_bytes() == drawn(name)


def test_the_service_worker_is_asked_for_again_each_time(site: Server, looks: object) -> None:
    response = site.get("/service-worker.js", lang="en")
    assert response.headers["Cache-Control"] == "no-cache"
    assert response.headers["Content-Security-Policy"].startswith(
        "default-src 'none'; connect-src 'self'"
    )
    editions = {
        re.findall(r'"edition": "(\w+)-\w\w"', site.get("/service-worker.js", lang=one).text)[0]
        for one in ("en", "fr", "mg")
    }
    assert len(editions) == 3
