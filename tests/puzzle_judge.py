"""Puzzles judged by the rules alone, to compare `check` with. Shares no code with the solver.

`judge` needs the exact values of every position that can come up, so it is for small boards;
`confirm` plays short claims out on any board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.reference import VICTORY_OF, Position
from tests.replayer import Exact, Referee, TooMuch, results_of

Values = Mapping[Position, Exact]

LONGEST_TRIED = 9
"""Longer claims are not played out: trying everything would take too long."""


@dataclass
class Judged:
    """What is to be said of a puzzle: every code as often as it applies."""

    codes: list[str] = field(default_factory=list)
    solutions: list[Position] = field(default_factory=list)
    """What the first turns lead to that meet the stipulation."""


def judge(
    root: Position, values: Values, goal: str, turns: int | None, listed: Sequence[str] = ()
) -> Judged:
    """The verdict on a puzzle whose solutions are legal first turns."""
    found = Judged(solutions=meeting(root, values, goal, turns))
    if not found.solutions:
        found.codes.append("no-solution")
        return found
    if turns is not None and in_turns(values[root]) < turns:
        found.codes.append("short-solution")
    results = [root.turns()[turn] for turn in listed]
    found.codes += ["wrong-solution" for result in results if result not in found.solutions]
    meant = [one for one in found.solutions if one in results] or found.solutions[:1]
    found.codes += ["cook"] * (len(found.solutions) - len(meant))
    if goal == "win" and "short-solution" not in found.codes:
        for result in in_order(meant, values, root):
            found.codes += duals(root, result, values)
    return found


def in_order(results: Sequence[Position], values: Values, root: Position) -> list[Position]:
    return sorted(results, key=lambda one: (values[one].plies or 0, results_of(root)[one][0]))


def meeting(root: Position, values: Values, goal: str, turns: int | None) -> list[Position]:
    """The results of first turns that meet the stipulation, the quickest win first."""
    results = list(results_of(root))
    if goal == "draw":
        drawn = values[root].value == "draw"
        return [one for one in results if drawn and values[one].value == "draw"]
    if goal == "best-turn":
        best = min((rank(values[one]) for one in results), default=None)
        return [one for one in results if rank(values[one]) == best]
    winning = [one for one in results if values[one].value == "loss"]
    if turns is not None:
        winning = [one for one in winning if plies_of(values[one]) + 1 < 2 * turns]
    return in_order(winning, values, root)


def rank(after: Exact) -> tuple[int, int]:
    """How good a turn is that leads there; the other side's value and distance."""
    if after.value == "loss":
        return 0, plies_of(after)
    return (1, 0) if after.value == "draw" else (2, -plies_of(after))


def plies_of(exact: Exact) -> int:
    assert exact.plies is not None
    return exact.plies


def in_turns(exact: Exact) -> int:
    return (plies_of(exact) + 1) // 2


def main_line(root: Position, result: Position, values: Values) -> list[Position]:
    """The positions of the win by that result: longest defence, quickest win, ties by text."""
    line = [root, result]
    while line[-1].outcome() is None:
        after = list(results_of(line[-1]))
        won = values[line[-1]].value == "win"
        if won:
            after = [one for one in after if values[one].value == "loss"]
        line.append(min(after, key=lambda one: plies_of(values[one]) * (1 if won else -1)))
    return line


def duals(root: Position, result: Position, values: Values) -> list[str]:
    """'dual' for each turn after the first and before the last at which another wins in time."""
    line = main_line(root, result, values)
    codes = []
    for index in range(2, len(line) - 2, 2):
        left = len(line) - index - 2
        winning = [
            one
            for one in results_of(line[index])
            if values[one].value == "loss" and plies_of(values[one]) <= left
        ]
        codes += ["dual"] * (len(winning) > 1)
    return codes


def replayed(root: Position, line: Sequence[str]) -> list[Position]:
    """The positions of a line, each turn of which has to be legal."""
    positions = [root]
    for turn in line:
        turns = positions[-1].turns()
        assert turn in turns, f"{turn} is not a turn of {positions[-1].fen()}"
        positions.append(turns[turn])
    return positions


def confirm(verdict: Mapping[str, Any], referee: Referee) -> int:
    """Play out every claim of a verdict in JSON; how many could be tried, the others are long."""
    if verdict["position"] is None or any(
        defect["code"] == "illegal-position" for defect in verdict["defects"]
    ):
        return 0
    root = Position.parse(verdict["position"], verdict["rules"])
    tried = sum(confirm(twin["verdict"], referee) for twin in verdict["twins"])
    claims = [{"code": "solution", "line": line} for line in verdict["solutions"]]
    own = [defect for defect in verdict["defects"] if defect["code"] != "unsound-twin"]
    for claim in [*claims, *own, *verdict["remarks"]]:
        positions = replayed(root, claim["line"])
        try:
            _confirm(claim, root, positions, verdict, referee)
            tried += 1
        except TooMuch:
            continue
    return tried


def is_refuted(detail: str) -> bool:
    """Does a wrong solution come with the reply that refutes it?"""
    return "fails to" in detail or "échoue sur" in detail


def wins_in(root: Position, turns: int, referee: Referee) -> dict[Position, list[str]]:
    """The results of first turns, with those turns, that win within that many turns."""
    return {
        result: texts
        for result, texts in results_of(root).items()
        if referee.wins(result, root.side, 2 * turns - 2)
    }


def _confirm(
    claim: Mapping[str, Any],
    root: Position,
    positions: list[Position],
    verdict: Mapping[str, Any],
    referee: Referee,
) -> None:
    stipulation, sound = verdict["stipulation"], verdict["verdict"] == "sound"
    turns, goal, code = stipulation["turns"], stipulation["goal"], claim["code"]
    if goal != "win" or code == "unknown":
        return
    plies = len(positions) - 1
    most = plies if turns is None else 2 * turns - 1
    if most > LONGEST_TRIED:
        raise TooMuch
    if code in ("solution", "cook", "short-solution", "dual"):
        assert positions[-1].outcome() == VICTORY_OF[root.side]
        assert plies <= most
        for index in range(1, plies + 1, 2):
            assert referee.wins(positions[index], root.side, plies - index)
    if code == "short-solution":
        assert plies < most
    if code == "solution" and sound and turns is not None:
        assert plies == most
        assert not referee.wins(root, root.side, max(plies - 2, 0))
    if code == "wrong-solution" and turns is not None and is_refuted(claim["detail"]):
        assert not referee.wins(positions[-1], root.side, most - plies)
    if code == "no-solution" and turns is not None and positions[1:]:
        assert not referee.wins(root, root.side, most)
        assert not referee.wins(positions[min(plies, 2)], root.side, max(most - 2, 0))
