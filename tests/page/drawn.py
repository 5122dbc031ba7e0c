"""What is drawn on the board, read from the picture itself, and what the page says it shows."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, unquote

from playwright.sync_api import Page

from fanorona import Position

STONES = """() => {
  const points = new Map([...document.querySelectorAll("#board [data-point]")].map((point) => {
    const { x, y, width, height } = point.getBoundingClientRect();
    return [point.dataset.point, { x: x + width / 2, y: y + height / 2, reach: width / 8 }];
  }));
  const drawn = [...document.querySelectorAll("#board .stone circle")].filter((circle) =>
    circle.checkVisibility({ visibilityProperty: true, opacityProperty: true }));
  return drawn.map((circle) => {
    const { x, y, width, height } = circle.getBoundingClientRect();
    const near = [...points].find(([, at]) =>
      Math.hypot(at.x - x - width / 2, at.y - y - height / 2) < at.reach);
    const colour = circle.closest(".stone").classList.contains("white") ? "white" : "black";
    return [near ? near[0] : `beside the points at ${x} ${y}`, colour];
  }).sort();
}"""
"""Every stone that can be seen, by the point it lies on, and its colour."""

LABELS = """() => [...document.querySelectorAll("#board [data-point]")].map((point) =>
  point.getAttribute("aria-label"))"""

Stones = list[tuple[str, str]]


def drawn_stones(page: Page) -> Stones:
    """The stones that can be seen, wherever they lie."""
    return [(point, colour) for point, colour in page.evaluate(STONES)]


def told_stones(page: Page) -> Stones:
    """The stones as screen readers hear of them, in English."""
    told = (re.match(r"(\w+), (White|Black)", label) for label in page.evaluate(LABELS))
    return sorted((found[1], found[2].lower()) for found in told if found)


def stones_of(position: Position) -> Stones:
    """The stones of a position, read from its text."""
    rows = position.fen().split()[0].split("/")
    found = []
    for number, row in enumerate(rows):
        file = 0
        for part in re.findall(r"\d+|[WB]", row):
            if part.isdigit():
                file += int(part)
                continue
            name = f"{'abcdefghijklmnopqrstu'[file]}{len(rows) - number}"
            found.append((name, "white" if part == "W" else "black"))
            file += 1
    return sorted(found)


@dataclass(frozen=True)
class Reported:
    """What the page keeps of itself, and so says that it shows."""

    state: Mapping[str, Any]

    @property
    def link(self) -> dict[str, str]:
        return {key: values[0] for key, values in parse_qs(unquote(self.state["link"])).items()}

    @property
    def position(self) -> Position:
        """The position of the game, reached by playing its turns."""
        link = self.link
        position = Position.parse(link["position"].replace("_", " "), rules=link["rules"])
        for turn in path(link.get("turns", ""), link.get("at")):
            position = position.play(turn)
        return position


def reported(page: Page) -> Reported:
    return Reported(json.loads(page.evaluate("sessionStorage.getItem('fanorona-page')")))


def path(turns: str, at: str | None) -> list[str]:
    """The turns that lead to one of a game with variations, counted as they are written."""
    paths: list[list[str]] = [[]]
    line: list[str] = []
    outer: list[list[str]] = []
    for token in re.findall(r"[()]|[^_()]+", turns):
        if token == "(":
            outer.append(line)
            line = line[:-1]
        elif token == ")":
            line = outer.pop()
        else:
            line = [*line, token]
            paths.append(line)
    return line if at is None else paths[int(at)]
