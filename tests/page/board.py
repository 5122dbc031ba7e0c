"""The analysis board as somebody uses it: points are pressed, and read as screen readers do."""

from __future__ import annotations

import re
from collections.abc import Mapping

from playwright.sync_api import Locator, Page, expect

PATIENCE_MS = 30_000
"""After this long a test gives up; nothing should come near it."""

PRESSABLE = re.compile(
    r"can move here|can move|chosen|taken by approach|taken by withdrawal|can be huffed"
)

CAPTURES = {"A": "Approach (A)", "W": "Withdrawal (W)"}

START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"
SMALL = "BBB/B1W/WWW W"
CHOICE = "1W2B/1B2W/1B1WB W"
"""d1-c1 takes b1 by approach or e1 by withdrawal; after both d2 follows."""


class Board:
    """The board in a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.status = page.locator("#status")
        self.message = page.locator("#message")
        self.turns = page.locator("#turns")
        self.current = self.turns.locator("[aria-current]")
        self.engine = page.get_by_role("switch", name="Engine")
        self.verdict = page.locator("#verdict")

    def open(
        self, position: str = START, rules: str = "standard", turns: str = "", **more: str
    ) -> None:
        """Open a link, and wait until a turn can be entered or the game is over."""
        parts = {"rules": rules, "position": position.replace(" ", "_")}
        if turns:
            parts["turns"] = turns.replace(" ", "_")
        self.open_link("/#" + query({**parts, **more}))

    def open_link(self, link: str) -> None:
        self.page.goto(link)
        expect(self.status).not_to_be_empty()

    def open_tab(self, name: str) -> Locator:
        """Choose a tab, and wait for what it shows."""
        self.page.get_by_role("tab", name=name, exact=True).click()
        panel = self.page.get_by_role("tabpanel", name=name, exact=True)
        expect(panel.get_by_role("button").first).to_be_visible()
        return panel

    def point(self, name: str) -> Locator:
        return self.page.locator(f'#board [data-point="{name}"]')

    def press(self, *names: str) -> None:
        """Click on points one after the other, each as soon as it can be chosen."""
        for name in names:
            point = self.point(name)
            expect(point).to_have_accessible_name(PRESSABLE)
            point.click()

    def play(self, turn: str) -> None:
        """Enter a turn point by point, and the capture where there is a choice."""
        origin, *steps = turn.split("-")
        self.press(origin)
        for step in steps:
            self.press(step[:2])
            choice = self.button(CAPTURES[step[2:]]) if step[2:] else None
            if choice and choice.is_visible():
                choice.click()

    def drag(self, start: str, end: str) -> None:
        """Move a stone with the mouse, as soon as it can be held."""
        expect(self.point(start)).to_have_accessible_name(PRESSABLE)
        self.drag_at_once(start, end)

    def drag_at_once(self, start: str, end: str) -> None:
        mouse = self.page.mouse
        mouse.move(*self.centre(start))
        mouse.down()
        mouse.move(*self.centre(end), steps=5)
        mouse.up()

    def drag_with_a_finger(self, start: str, end: str) -> None:
        fingers = self.page.context.new_cdp_session(self.page)
        for kind, name in (("touchStart", start), ("touchMove", end), ("touchEnd", None)):
            points = [dict(zip("xy", self.centre(name), strict=True))] if name else []
            fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        fingers.detach()

    def centre(self, name: str) -> tuple[float, float]:
        box = self.point(name).bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def enter_a_long_chain(self) -> None:
        """Black's answer to d3-e3W from the start, as far as d3, where it may end or go on."""
        self.press("b4", "c3", "d3")
        self.button("Approach (A)").click()
        expect(self.button("End turn")).to_be_visible()

    def expect_on(self, name: str, what: str) -> None:
        """In the end, the point has a stone of this colour, or none."""
        expect(self.point(name)).to_have_accessible_name(re.compile(rf"^{name}, {what}(,|$)"))

    def expect_stones(self, stones: Mapping[str, str]) -> None:
        for name, what in stones.items():
            self.expect_on(name, what)

    def expect_turns(self, *turns: str) -> None:
        """These turns are listed, in this order."""
        expect(self.turns.get_by_role("button")).to_have_text(list(turns))

    def expect_address(self, *parts: str) -> None:
        """The address has these parts behind its "#", as they are."""
        for part in parts:
            expect(self.page).to_have_url(re.compile(rf"[#&]{re.escape(part)}(&|$)"))

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)


def query(parts: Mapping[str, str]) -> str:
    return "&".join(f"{key}={value}" for key, value in parts.items())
