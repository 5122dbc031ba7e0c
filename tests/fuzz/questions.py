"""Random questions with small budgets, over every search, rule set and board.

A question is made from its number alone, so that each can be asked again:
python -m tests.fuzz.questions NUMBER
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from random import Random
from time import perf_counter

from fanorona.solver import (
    OutOfMemory,
    Position,
    Stop,
    Stopped,
    TooManyTurns,
    analyse,
    forced_win,
)
from fanorona.solver.as_json import json_text
from fanorona.solver.budget import Budget
from fanorona.solver.puzzles.check import check
from fanorona.solver.puzzles.mining import Wanted, mine_game
from fanorona.solver.puzzles.puzzle import Goal, Puzzle, Stipulation
from fanorona.solver.rules import RULE_SETS
from fanorona.solver.search.engine_turn import engine_turn
from fanorona.solver.search.player import Player
from fanorona.solver.value import SearchInfo
from tests.fuzz.figures import Figures
from tests.random_positions import SIZES, random_text
from tests.solver.test_switches import combinations

MOST_NODES = 1_000
OWN_RULE_SETS = 200
MOST_LISTED = 20_000
"""A random game never chooses from a longer list of turns."""
ONE_IN = 1 / 200
"""Looking for puzzles takes as long as two hundred other questions."""
LONGEST_FAULT = 2_000


class OverdrawnError(AssertionError):
    """A search that used more nodes than it was given."""


@cache
def rule_sets() -> tuple[str, ...]:
    """Half of the questions are about the four, the others about rule sets of one's own."""
    own = combinations(Random("rule sets"), OWN_RULE_SETS)
    return (*(list(RULE_SETS) * (OWN_RULE_SETS // len(RULE_SETS))), *own)


def random_position(chance: Random) -> Position:
    """Any arrangement, or where a random game has come to."""
    rules = chance.choice(rule_sets())
    if chance.random() < 0.5:
        return Position.parse(random_text(chance, rules), rules)
    position = Position.start(rules, *chance.choice(SIZES))
    for _ in range(chance.randrange(60)):
        if position.count_turns(most=MOST_LISTED) >= MOST_LISTED:
            break
        turns = position.listing()
        if not turns:
            break
        position = position.after(turns[chance.randrange(len(turns))])
    return position


def ask(number: int) -> None:
    """Ask the question; OverdrawnError, or whatever the search raises, is a fault."""
    chance = Random(f"question {number}")
    position = random_position(chance)
    nodes = chance.choice((1, 2, 10, chance.randint(1, MOST_NODES)))
    asks = (_analyse, _analyse, _force, _force, _check, _choose, _hurry)
    asked = _mine if chance.random() < ONE_IN else chance.choice(asks)
    used = asked(position, nodes, chance)
    if used > nodes:
        raise OverdrawnError(f"{used} nodes of {nodes}")


def _used(search: SearchInfo | None) -> int:
    return search.nodes if search is not None else 0


def _analyse(position: Position, nodes: int, chance: Random) -> int:
    lines, depth = chance.choice((1, 1, 3, 100)), chance.choice((None, None, 1, 3))
    answer = analyse(
        position, nodes, depth, lines=lines, memory_mb=chance.choice((1, 4)), tables="off"
    )
    json_text(answer)
    return _used(answer.search)


def _force(position: Position, nodes: int, chance: Random) -> int:
    most = chance.choice((None, None, 1, 2, 5))
    answer = forced_win(position, most, nodes, memory_mb=chance.choice((1, 4)), tables="off")
    json_text(answer)
    return _used(answer.search)


def _check(position: Position, nodes: int, chance: Random) -> int:
    goal = chance.choice(list(Goal))
    turns = chance.choice((None, 1, 2, 4)) if goal is Goal.WIN else None
    puzzle = Puzzle(position=position, stipulation=Stipulation(position.side, goal, turns))
    verdict = check(puzzle, Budget(nodes=nodes, memory_mb=chance.choice((1, 4))))
    json_text(verdict)
    return _used(verdict.search)


def _choose(position: Position, nodes: int, chance: Random) -> int:
    player = Player(memory_mb=1, tables="off", seed=1)
    budget = Budget(nodes=nodes, depth=chance.choice((None, 2)))
    choice = player.choose(position, budget=budget)
    return choice.thought.nodes if choice is not None else 0


def _hurry(position: Position, _nodes: int, chance: Random) -> int:
    """Searches whose time is up at once, or soon: only lists of turns may not be finished."""
    seconds = chance.choice((0.0, 10 ** chance.uniform(-5, -2)))
    puzzle = Puzzle(position=position, stipulation=Stipulation(position.side, Goal.WIN))
    json_text(check(puzzle, Budget(memory_mb=4), stop=Stop(seconds), grade=True))
    with suppress(Stopped, TooManyTurns):
        level, few = chance.randint(1, 10), Budget(memory_mb=4)
        json_text(engine_turn(position, level, 1, few, tables="off", stop=Stop(seconds)))
    for search in (analyse, forced_win):
        with suppress(Stopped, TooManyTurns):
            json_text(search(position, memory_mb=4, tables="off", stop=Stop(seconds)))
    return 0


def _mine(position: Position, nodes: int, chance: Random) -> int:
    """Searches of a random game on a small board; each check in it has the budget."""
    width, height = chance.choice(((3, 3), (5, 3), (5, 5)))
    goal = chance.choice((Goal.WIN, Goal.DRAW))
    wanted = Wanted(rules=position.rules, width=width, height=height, goal=goal)
    mine_game(wanted, chance.randrange(1_000), 0, Budget(nodes=nodes, memory_mb=1))
    return 0


def ask_each(numbers: range, question: Callable[[int], None] = ask) -> Figures:
    """Ask them all; what may be refused is counted apart."""
    figures = Figures()
    began = perf_counter()
    for number in numbers:
        figures.inputs += 1
        try:
            question(number)
        except OutOfMemory:
            figures.refused += 1
        except Exception:
            told = traceback.format_exc()[-LONGEST_FAULT:]
            figures.faults.append(f"question {number}: {told}")
    figures.seconds = perf_counter() - began
    return figures


if __name__ == "__main__":
    ask(int(sys.argv[1]))
