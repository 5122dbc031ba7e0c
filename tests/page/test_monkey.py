"""Somebody presses anything, at any moment, while stones move: the board is still right."""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from fanorona import Position
from tests.page.board import START, Board
from tests.page.drawn import LABELS, STONES, Reported, Stones, stones_of
from tests.page.watching import Faults

PATIENCE = 30
"""Seconds after which what is drawn must be right; a moment is enough unless the engine answers."""
BETWEEN_PAUSES = 8
SIZES = ((1280, 800), (390, 844), (320, 568), (844, 390), (768, 1024), (1920, 1080))
KEYS = (
    *("ArrowLeft", "ArrowRight", "ArrowRight", "Home", "End", "a", "w", "e", "f", "Escape"),
    *("Control+z", "Control+y", "Enter", "Tab", "Space", "Delete", "?"),
)
GAMES = (
    START,
    f"{START} vela:B",
    "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W first:WB",
    "f2-e3A d5-d4A-c5W e2-e3A",
    '[Rules "fliporona"]\n[FEN "9/9/9/9/9 W hand:22,22"]\n\n1. @c3 @d4 2. @e4 *\n',
    "1. f2-e3A (1. d3-e3W) 1... d5-d4A-c5W { taken } 2. e2-e3A? *",
    "Rules: standard\nPosition: 5/2B2/2W2/5/5 W\nStipulation: White to play and win in 1",
)
PRESSABLE = "button:enabled, [role=tab], summary, input[type=checkbox], input[type=radio]"

PLACE_OF_ANY = """([selector, number]) => {
  const seen = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const one = seen[number % Math.max(seen.length, 1)];
  if (!one) return null;
  one.scrollIntoView({ block: "nearest" });
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""

CHOOSE_ANY = """([first, second]) => {
  const seen = [...document.querySelectorAll("select")].filter((one) => one.checkVisibility());
  const one = seen[first % Math.max(seen.length, 1)];
  if (!one) return;
  one.selectedIndex = second % one.options.length;
  one.dispatchEvent(new Event("change", { bubbles: true }));
}"""

PASTE = """(text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  document.dispatchEvent(new ClipboardEvent("paste", { clipboardData }));
}"""

SEEN = f"""() => ({{
  drawn: ({STONES})(),
  labels: ({LABELS})(),
  kept: sessionStorage.getItem("fanorona-page"),
  moves: document.querySelector("#board").classList.contains("in-motion"),
  chooses: !document.querySelector("#choice").hidden,
  edits: document.querySelector("#board-area").classList.contains("editing"),
  asks: Boolean(document.querySelector("dialog[open]")),
}})"""


@dataclass
class Monkey:
    """Plays with the page, and knows what it has done."""

    page: Page
    choose: random.Random
    done: list[str] = field(default_factory=list)

    def act(self) -> None:
        actions: dict[Callable[[], str], int] = {
            self.press_a_point: 30,
            self.drag: 18,
            self.drag_from_a_tray: 4,
            self.press_a_key: 25,
            self.press_a_button: 15,
            self.choose_something: 3,
            self.resize: 3,
            self.paste: 2,
            self.reload: 2,
        }
        action = self.choose.choices(list(actions), list(actions.values()))[0]
        self.done.append(action())
        if self.choose.random() < 0.5:
            self.page.wait_for_timeout(self.choose.choice((10, 60, 150, 300)))

    def any_place(self, selector: str) -> tuple[float, float] | None:
        place: tuple[float, float] | None = self.page.evaluate(
            PLACE_OF_ANY, [selector, self.choose.randrange(1000)]
        )
        return place

    def press_a_point(self) -> str:
        place = self.any_place("#board [data-point]")
        if place:
            self.page.mouse.click(*place)
        return f"point at {place}"

    def drag(self) -> str:
        start, end = (self.any_place("#board [data-point]") for _ in range(2))
        if not start or not end:
            return "no drag"
        beside = self.choose.uniform(-12, 12)
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(end[0] + beside, end[1] - beside, steps=3)
        self.page.mouse.up()
        return f"drag {start} {end}"

    def drag_from_a_tray(self) -> str:
        """From beside the board, where stones in hand lie."""
        start, end = self.any_place(".side"), self.any_place("#board [data-point]")
        if not start or not end:
            return "no tray"
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(*end, steps=3)
        self.page.mouse.up()
        return f"tray {start} {end}"

    def press_a_key(self) -> str:
        key = self.choose.choice(KEYS)
        for _ in range(self.choose.choice((1, 1, 1, 5))):
            self.page.keyboard.press(key)
        return key

    def press_a_button(self) -> str:
        place = self.any_place(PRESSABLE)
        if place:
            self.page.mouse.click(*place)
        return f"button at {place}"

    def choose_something(self) -> str:
        numbers = [self.choose.randrange(1000), self.choose.randrange(1000)]
        self.page.evaluate(CHOOSE_ANY, numbers)
        return f"choice {numbers}"

    def resize(self) -> str:
        width, height = self.choose.choice(SIZES)
        self.page.set_viewport_size({"width": width, "height": height})
        return f"{width}x{height}"

    def paste(self) -> str:
        text = self.choose.choice(GAMES)
        self.page.evaluate(PASTE, text)
        return f"paste {text}"

    def reload(self) -> str:
        self.page.reload()
        expect(self.page.locator("#status")).not_to_be_empty()
        return "reload"

    def pause(self) -> None:
        """Take the hands off, and see whether the board comes to be right."""
        self.page.mouse.move(1, 1)
        self.page.evaluate("document.activeElement.blur()")
        end = time.monotonic() + PATIENCE
        while (wrong := self.fault()) and time.monotonic() < end:
            self.page.wait_for_timeout(100)
        assert not wrong, f"{wrong}\nafter: {self.done[-40:]}"

    def fault(self) -> str:
        """What is wrong with the board, in words; nothing while a choice or a window is open."""
        seen: dict[str, Any] = self.page.evaluate(SEEN)
        if seen["asks"] or seen["chooses"]:
            self.page.keyboard.press("Escape")
            return "something is still asked"
        if seen["moves"]:
            return "something still moves"
        drawn: Stones = [(point, colour) for point, colour in seen["drawn"]]
        if drawn != told(seen["labels"]):
            return f"drawn {drawn}, told {told(seen['labels'])}"
        kept = json.loads(seen["kept"])
        expected = edited(kept) if seen["edits"] else entered(kept)
        return "" if drawn in expected else f"drawn {drawn}, kept {kept}, expected {expected}"


def told(labels: list[str]) -> Stones:
    found = (re.match(r"(\w+), (White|Black)", label) for label in labels)
    return sorted((one[1], one[2].lower()) for one in found if one)


def edited(kept: dict[str, Any]) -> list[Stones]:
    draft = kept.get("draft")
    return [stones_of(Position.parse(draft["text"], rules=draft["rules"]))] if draft else []


def entered(kept: dict[str, Any]) -> list[Stones]:
    """The boards that may be seen: the position, with what is entered of a turn."""
    before = Reported(kept).position
    if not kept.get("entered"):
        liable = re.search(r"huff:([\w,]+)", before.fen())
        gone = liable[1].split(",") if liable else []
        stones = stones_of(before)
        return [stones, *([one for one in stones if one[0] != point] for point in gone)]
    after = stones_of(before.play(kept["entered"]))
    last = re.findall(r"[a-u]\d+", kept["entered"])[-1]
    # In the middle of a turn its stone still stands, even if it leaves in the end.
    rest = [one for one in after if one[0] != last]
    return [sorted([*rest, (last, before.side.value)])]


def play_with(page: Page, board: Board, actions: int, seed: int) -> None:
    board.open_link("/")
    monkey = Monkey(page, random.Random(seed))
    for number in range(1, actions + 1):
        monkey.act()
        if number % BETWEEN_PAUSES == 0:
            monkey.pause()
    monkey.pause()


@pytest.fixture
def patient(context: BrowserContext, faults: Faults) -> Any:
    """A service may refuse what a monkey asks for: positions, turns, too much at once."""
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    yield
    for status in (422, 429, 503):
        faults.take_refusals(status)


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("looks", [{"reduced_motion": "no-preference"}], ids=["motion"])
def test_the_board_is_right_whatever_is_pressed(page: Page, board: Board) -> None:
    play_with(page, board, actions=100, seed=1)


@pytest.mark.slow
@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("looks", [{"reduced_motion": "no-preference"}], ids=["motion"])
def test_the_board_is_right_however_long_anything_is_pressed(page: Page, board: Board) -> None:
    play_with(page, board, actions=2000, seed=2)
