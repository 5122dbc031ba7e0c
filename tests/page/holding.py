"""A service that is slow, or does not answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from playwright.sync_api import Page, Route

STEPS = "**/v1/steps*"


def waiting(page: Page, address: str) -> AbstractContextManager[None]:
    """Within the block the service answers nothing that is asked of an address."""
    return _holding(page, address, lambda route: route.continue_())


def losing(page: Page, address: str) -> AbstractContextManager[None]:
    """What is asked of an address within the block has no answer, as is known at its end."""
    return _holding(page, address, lambda route: route.abort())


@contextmanager
def _holding(page: Page, address: str, end: Callable[[Route], None]) -> Iterator[None]:
    held: list[Route] = []
    page.route(address, lambda route: held.append(route))
    yield
    # Nothing waits between these two.
    page.route(address, lambda route: route.continue_())
    for route in held:
        end(route)
