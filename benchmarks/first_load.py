"""How soon the board can be played on, and what that costs, on a slow phone.

    python -m benchmarks.first_load

Chromium slows itself down: its processor is four times slower, the line has 1.6 Mbit/s and 150 ms,
and nothing is in the cache. The board is usable once the stones that can move are marked. That
should be within 1.5 s, and the whole visit at most 250 kB in 12 requests; otherwise the exit status
is 1.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from tests.page.chromium import find_chromium, launch
from tests.service.serving import serving

SLOWER = 4
NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
PHONE = ViewportSize(width=360, height=740)
MOST_MS = 1_500
MOST_BYTES = 250_000
MOST_REQUESTS = 12

WATCH = """new MutationObserver((_, observer) => {
  if (!document.querySelector("#board .movable")) return;
  window.usableAt = performance.now();
  observer.disconnect();
}).observe(document, { childList: true, subtree: true })"""


@dataclass(frozen=True, slots=True)
class Load:
    """One first visit."""

    usable_ms: float
    painted_ms: float
    requests: int
    received: float


def visit(browser: Browser, url: str) -> Load:
    """Open the page with an empty cache."""
    context = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True)
    page = context.new_page()
    page.add_init_script(WATCH)
    tools = context.new_cdp_session(page)
    received: list[float] = []
    tools.on("Network.loadingFinished", lambda one: received.append(one["encodedDataLength"]))
    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", NETWORK)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(url)
    usable = page.wait_for_function("window.usableAt").json_value()
    page.wait_for_load_state("networkidle")
    painted = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    context.close()
    return Load(usable, painted, len(received), sum(received))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--visits", type=int, default=5)
    asked = parser.parse_args()
    program = find_chromium()
    if program is None:
        sys.exit("This needs Chromium: apt-get install chromium")
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as site,
        sync_playwright() as playwright,
        launch(playwright, program) as browser,
    ):
        loads = [visit(browser, site.url) for _ in range(asked.visits)]
    sys.exit(not report(loads))


def report(loads: list[Load]) -> bool:
    """Print the figures; whether they are within their limits."""
    usable = sorted(load.usable_ms for load in loads)
    painted = statistics.median(load.painted_ms for load in loads)
    requests = max(load.requests for load in loads)
    received = max(load.received for load in loads)
    middle = statistics.median(usable)
    print(
        f"{len(loads)} first visits, CPU / {SLOWER}, 1.6 Mbit/s, 150 ms: "
        f"usable after {middle:.0f} ms (median; {usable[0]:.0f} to {usable[-1]:.0f}), "
        f"first paint after {painted:.0f} ms; {requests} requests, {received / 1000:.1f} kB"
    )
    return middle <= MOST_MS and received <= MOST_BYTES and requests <= MOST_REQUESTS


if __name__ == "__main__":
    main()
