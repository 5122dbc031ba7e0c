"""Watches a page for faults that nobody looks at: errors, and requests to other hosts."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, WebError

OWN_SCHEMES = {"data", "blob"}


@dataclass
class Faults:
    """What went wrong, in words."""

    seen: list[str] = field(default_factory=list)

    def take_refusals(self, status: int) -> int:
        """Take out the console's lines about answers with this status; how many there were."""
        kept = [
            fault
            for fault in self.seen
            if f"the server responded with a status of {status}" not in fault
        ]
        taken = len(self.seen) - len(kept)
        self.seen = kept
        return taken


def watch(context: BrowserContext, url: str, faults: Faults) -> None:
    """Note every fault of the context's pages."""
    host = urlsplit(url).netloc

    def console(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            faults.seen.append(f"console: {message.text} {message.location}")

    def error(web_error: WebError) -> None:
        faults.seen.append(f"page: {web_error.error}")

    def request(one: Request) -> None:
        address = urlsplit(one.url)
        if address.netloc != host and address.scheme not in OWN_SCHEMES:
            faults.seen.append(f"request to another host: {one.url}")

    context.on("console", console)
    context.on("weberror", error)
    context.on("request", request)
