"""One readable game per rule set, kept as text: a change of the rules shows as a diff.

`.venv/bin/python tests/solver/test_playthroughs.py --write` rewrites them; then read the diff.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from textwrap import fill

import pytest

from fanorona.solver import Colour, Position

FOLDER = Path(__file__).parents[1] / "data" / "playthroughs"
AGAIN = ".venv/bin/python tests/solver/test_playthroughs.py --write"
MOST_TURNS = 60


@dataclass(frozen=True)
class Playthrough:
    """A game that chance plays, the same at every run."""

    name: str
    start: Position
    seed: int

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.name}.txt"

    def text(self) -> str:
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        chance = Random(self.seed)
        position = self.start
        yield f"# {self.name}: a game under {position.rules}, every turn chosen by chance."
        yield f"# Written by {AGAIN}"
        for number in range(1, MOST_TURNS + 1):
            yield ""
            yield from described(position)
            turns = position.turns()
            if not turns:
                return
            chosen = turns[chance.randrange(len(turns))]
            yield f"turn {number}: {chosen}"
            position = position.after(chosen)
        yield ""
        yield from described(position)


def described(position: Position) -> Iterator[str]:
    """The position as text and drawn, its outcome, and its turns."""
    yield f"position: {position}"
    board = position.board
    for rank in reversed(range(board.height)):
        points = range(rank * board.width, (rank + 1) * board.width)
        yield f"  {rank + 1:2}  {' '.join(stone_on(position, point) for point in points)}"
    yield f"      {' '.join(name[0] for name in board.names[: board.width])}"
    outcome = position.outcome()
    yield f"outcome: {outcome.value if outcome else 'none yet'}"
    turns = " ".join(str(turn) for turn in position.turns())
    yield f"turns ({len(position.turns())}):"
    if turns:
        yield fill(turns, 96, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)


def stone_on(position: Position, point: int) -> str:
    for colour in Colour:
        if position.arrangement.stones(colour) >> point & 1:
            return colour.letter
    return "."


# Seeds of games that come to an end, with a huff, a forfeit and the end of Vela on the way.
PLAYTHROUGHS = [
    Playthrough("standard", Position.start("standard"), seed=18),
    Playthrough("standard-vela", Position.start("standard", 5, 5, giver=Colour.BLACK), seed=25),
    Playthrough("escale", Position.start("escale", 5, 5), seed=22),
    Playthrough("escale-vela", Position.start("escale", 5, 5, giver=Colour.WHITE), seed=49),
    Playthrough("livret", Position.start("livret", 5, 5), seed=46),
    Playthrough("livret-vela", Position.start("livret", 5, 5, giver=Colour.BLACK), seed=49),
    Playthrough("fliporona", Position.start("fliporona", 5, 3), seed=26),
]


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda one: one.name)
def test_the_game_goes_as_it_is_written(playthrough: Playthrough) -> None:
    written = playthrough.file.read_text(encoding="utf-8")
    assert playthrough.text() == written, f"if that is meant: {AGAIN}"


def test_every_written_game_is_compared() -> None:
    assert sorted(FOLDER.iterdir()) == sorted(one.file for one in PLAYTHROUGHS)


def write() -> None:
    FOLDER.mkdir(exist_ok=True)
    for playthrough in PLAYTHROUGHS:
        playthrough.file.write_text(playthrough.text(), encoding="utf-8")


if __name__ == "__main__" and sys.argv[1:] == ["--write"]:
    write()
