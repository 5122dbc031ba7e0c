"""Claims about positions, checked by the rules alone: every defence is played.

An answer is taken as its JSON has it. Everything here rests on tests/reference.py and shares no
code with the solver. There are three ways to check, each raises Refuted:

    check_form     what needs no play: legal turns, routes, order, counts, what goes with what
    check_values   against the exact values of every position that can come up (`solve`)
    check_by_play  where those are too many: the claimed wins are played out against every defence,
                   and short claims that there is no win by trying everything
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from tests.reference import ENEMY_OF, VICTORY_OF, Position

Answer = Mapping[str, Any]
Advise = Callable[[str, int], str]
"""Names a turn that wins within that many plies. Its word is never taken for granted."""

MOST_ROUTES = 16
COLOURS = {"white": "W", "black": "B"}


class Refuted(AssertionError):  # noqa: N818 - reads as what it says
    """A claim that the rules do not bear out."""


class TooMuch(Exception):  # noqa: N818 - not an error: a limit of the test
    """More positions than the caller wanted to look at."""


@dataclass(frozen=True)
class Exact:
    """The value of a position for the side to move, and how many plies the end is away."""

    value: str
    plies: int | None


DRAW = Exact("draw", None)


def require(holds: bool, answer: Answer, complaint: str) -> None:
    if not holds:
        raise Refuted(f"{answer['rules']} {answer['position']}: {complaint}")


def solve(roots: Iterable[Position], most: int) -> dict[Position, Exact]:
    """The exact value of every position that can come up; TooMuch if they are more than `most`.

    Backwards from the finished games, a ply at a time; what is never reached is a draw.
    """
    after = reachable(roots, most)
    before: dict[Position, list[Position]] = defaultdict(list)
    for position, results in after.items():
        for result in results:
            before[result].append(position)
    open_turns = {position: len(results) for position, results in after.items()}
    values: dict[Position, Exact] = {}
    level = [position for position, results in after.items() if not results]
    for position in level:
        won = position.outcome() == VICTORY_OF[position.side]
        values[position] = Exact("win" if won else "loss", 0)
    plies = 0
    while level:
        plies += 1
        settled = level
        level = []
        for result in settled:
            lost = values[result].value == "loss"
            for position in before[result]:
                open_turns[position] -= 1
                if position not in values and (lost or not open_turns[position]):
                    values[position] = Exact("win" if lost else "loss", plies)
                    level.append(position)
    return {position: values.get(position, DRAW) for position in after}


def reachable(roots: Iterable[Position], most: int) -> dict[Position, list[Position]]:
    """Every position that can come up, with the results of its turns."""
    after: dict[Position, list[Position]] = {}
    waiting = list(roots)
    while waiting:
        position = waiting.pop()
        if position in after:
            continue
        if len(after) == most:
            raise TooMuch
        after[position] = list(dict.fromkeys(position.turns().values()))
        waiting += [result for result in after[position] if result not in after]
    return after


def results_of(position: Position) -> dict[Position, list[str]]:
    """The turns of a position by what they lead to, everything in the order of the texts."""
    results: dict[Position, list[str]] = {}
    for turn, result in sorted(position.turns().items()):
        results.setdefault(result, []).append(turn)
    return results


def position_of(answer: Answer) -> Position:
    return Position.parse(answer["position"], answer["rules"])


def played(answer: Answer) -> list[Position]:
    """The positions of the main line, the first one included."""
    line = [position_of(answer)]
    for turn in answer["line"]:
        turns = line[-1].turns()
        require(turn in turns, answer, f"{turn} of the line is not a turn of {line[-1].fen()}")
        line.append(turns[turn])
    return line


def check_form(answer: Answer, max_turns: int | None = None) -> None:
    """What an answer must look like whatever the truth is."""
    _check_head(answer)
    _check_value(answer)
    _check_first_turns(answer, max_turns)
    _check_line(answer)


def _check_head(answer: Answer) -> None:
    position = position_of(answer)
    stones = {"white": len(position.white), "black": len(position.black)}
    require(answer["position"] == position.fen(), answer, "the position is not canonical")
    require(COLOURS[answer["side"]] == position.side, answer, "it is the other side's turn")
    require(answer["stones"] == stones, answer, "the stones are miscounted")
    require(answer["outcome"] == position.outcome(), answer, "the outcome is wrong")


def _check_value(answer: Answer) -> None:
    value, distance = answer["value"], answer["distance"]
    decided = value in ("win", "loss")
    proof = None if value == "unknown" else "proven"
    require(answer["proof"] == proof, answer, f"{value} with proof {answer['proof']}")
    require((distance is not None) == decided, answer, f"{value} in {distance}")
    require(value != "draw" or answer["distance_exact"], answer, "a draw has no inexact distance")
    require(value != "unknown" or not answer["distance_exact"], answer, "exact, but unknown")
    require(value != "win" or not answer["never"], answer, "won, and never")
    require(value not in ("draw", "loss") or answer["never"], answer, f"{value}, but not never")
    none_within = answer["no_win_within"]
    require(not answer["never"] or none_within is None, answer, f"never, but {none_within}")
    if decided:
        _check_distance(answer, distance, value)
    if answer["outcome"] is not None:
        mover_won = answer["outcome"] == VICTORY_OF[COLOURS[answer["side"]]]
        require(value == ("win" if mover_won else "loss"), answer, "the game is over otherwise")
        require(distance["plies"] == 0, answer, "the game is over already")
        require(not answer["line"], answer, "the game is over, but has a line")


def _check_distance(answer: Answer, distance: Mapping[str, int], value: str) -> None:
    turns = (distance["plies"] + (value == "win")) // 2
    require(distance["turns"] == turns, answer, f"{value} in {distance}: turns are miscounted")


def _check_first_turns(answer: Answer, max_turns: int | None) -> None:
    groups = {turns[0]: turns for turns in results_of(position_of(answer)).values()}
    winning = answer["winning_turns"]
    for one in winning:
        turns = groups.get(one["turn"], [])
        require(bool(turns), answer, f"{one['turn']} is not the first turn to its result")
        require(one["routes"] == turns[:MOST_ROUTES], answer, f"{one['turn']}: other routes")
        require(one["routes_count"] == len(turns), answer, f"{one['turn']}: miscounted routes")
        _check_distance(answer, one["distance"], "win")
        within = max_turns is None or one["distance"]["turns"] <= max_turns
        require(within, answer, f"{one['turn']} takes more than {max_turns} turns")
    order = [(one["distance"]["plies"], not one["distance_exact"], one["turn"]) for one in winning]
    require(order == sorted(order), answer, "the winning turns are not in order")
    undecided = answer["undecided_turns"]
    listed = [one["turn"] for one in winning] + undecided
    require(len(set(listed)) == len(listed), answer, "a turn is listed twice")
    require(undecided == sorted(undecided), answer, "the undecided turns are not in order")
    require(groups.keys() >= set(undecided), answer, "an undecided turn is none")
    if answer["outcome"] is None:
        _check_best_turn(answer)


def _check_best_turn(answer: Answer) -> None:
    """The first winning turn is what the position's own value and distance rest on."""
    winning, undecided = answer["winning_turns"], answer["undecided_turns"]
    if answer["value"] != "win":
        require(not winning, answer, f"{answer['value']}, with winning turns")
    elif winning:
        best, claimed = winning[0]["distance"]["plies"], answer["distance"]["plies"]
        solved = answer["search"]["stopped_by"] == "solved"
        holds = best == claimed if solved else best >= claimed
        require(holds, answer, f"the best turn wins in {best} plies, the position in {claimed}")
    else:
        require(bool(undecided), answer, "won, but by no turn")
    if answer["value"] in ("loss", "draw"):
        require(not undecided, answer, f"{answer['value']}, with undecided turns")
    if answer["search"]["stopped_by"] == "solved":
        require(answer["value"] != "unknown" and not undecided, answer, "solved is more than that")
        require(answer["distance_exact"], answer, "solved, but the distance is not exact")


def _check_line(answer: Answer) -> None:
    line = played(answer)
    if answer["distance"] is None:
        require(len(line) == 1, answer, "nothing is decided, but there is a line")
        return
    plies, length = answer["distance"]["plies"], len(line) - 1
    over = line[-1].outcome()
    require(length <= plies, answer, f"{length} plies in the line, {plies} claimed")
    if over is not None:
        mover = COLOURS[answer["side"]]
        winner = mover if answer["value"] == "win" else ENEMY_OF[mover]
        require(over == VICTORY_OF[winner], answer, f"the line ends with {over}")
        complete = length == plies or not answer["distance_exact"]
        require(complete, answer, f"the line ends after {length} plies, {plies} claimed")
    else:
        solved = answer["search"]["stopped_by"] == "solved"
        require(length < plies, answer, "the line does not end the game")
        require(not solved, answer, "solved, but the line breaks off")


def check_values(
    answer: Answer, values: Mapping[Position, Exact], max_turns: int | None = None
) -> None:
    """Compare an answer with the exact values of its position and of all that can follow."""
    position = position_of(answer)
    exact = values[position]
    require(answer["value"] in (exact.value, "unknown"), answer, f"it is a {exact}")
    if answer["distance"] is not None:
        claimed = answer["distance"]["plies"]
        _compare(answer, claimed, answer["distance_exact"], exact, "the position")
    won_in = exact.plies if exact.value == "win" else None
    none_within = answer["no_win_within"]
    require(won_in is None or not answer["never"], answer, f"won in {won_in} plies, not never")
    if none_within is not None:
        holds = won_in is None or (won_in + 1) // 2 > none_within
        require(holds, answer, f"won in {won_in} plies, not none within {none_within} turns")
    _compare_first_turns(answer, values, max_turns)
    _compare_line(answer, values)


def _compare(answer: Answer, claimed: int, claimed_exact: bool, exact: Exact, what: str) -> None:
    plies = exact.plies if exact.plies is not None else -1
    holds = claimed == plies if claimed_exact else claimed >= plies >= 0
    require(holds, answer, f"{what}: {claimed} plies (exact: {claimed_exact}), it is a {exact}")


def _compare_first_turns(
    answer: Answer, values: Mapping[Position, Exact], max_turns: int | None
) -> None:
    winning = {one["turn"]: one for one in answer["winning_turns"]}
    for result, turns in results_of(position_of(answer)).items():
        exact = values[result]
        wins = exact.value == "loss"
        one = winning.get(turns[0])
        if one is not None:
            require(wins, answer, f"{turns[0]} does not win: {exact} for the other side")
            claimed = one["distance"]["plies"] - 1
            _compare(answer, claimed, one["distance_exact"], exact, turns[0])
        elif turns[0] not in answer["undecided_turns"] and wins:
            plies = exact.plies or 0
            wanted = max_turns is None or (plies + 2) // 2 <= max_turns
            require(not wanted, answer, f"{turns[0]} wins, too: {exact} for the other side")


def _compare_line(answer: Answer, values: Mapping[Position, Exact]) -> None:
    """Each turn keeps the value; with an exact distance it is a best one, solved: the first."""
    line = played(answer)
    for turn, (position, result) in zip(answer["line"], pairwise(line), strict=True):
        kept = {values[position].value, values[result].value} == {"win", "loss"}
        require(kept, answer, f"{turn} of the line spoils {position.fen()}")
        if answer["distance_exact"]:
            best = _best_turns(position, values)
            expected = best[:1] if answer["search"]["stopped_by"] == "solved" else best
            require(turn in expected, answer, f"{turn} at {position.fen()}, not of {expected}")


def _best_turns(position: Position, values: Mapping[Position, Exact]) -> list[str]:
    """The first route to each result that keeps a decided position's value and distance."""
    exact = values[position]
    assert exact.plies is not None
    after = Exact("loss" if exact.value == "win" else "win", exact.plies - 1)
    return [turns[0] for result, turns in results_of(position).items() if values[result] == after]


@dataclass
class Referee:
    """Plays on the reference, and remembers what came of it.

    `most`: how many positions it looks at before it raises TooMuch. `known` may have the value of
    some positions, such as endgames; they are not played on.
    """

    most: int = 100_000
    known: Callable[[Position], Exact | None] = lambda _: None
    won: dict[tuple[Position, str], int] = field(default_factory=dict)
    """Plies within which that colour is known to win."""
    not_won: dict[tuple[Position, str], int] = field(default_factory=dict)
    """Plies within which it is known not to."""
    advised: dict[tuple[Position, str], int] = field(default_factory=dict)
    results: dict[Position, tuple[Position, ...]] = field(default_factory=dict)

    def wins(self, position: Position, attacker: str, plies: int) -> bool:
        """Does that colour win within that many plies? Everything is tried."""
        key = position, attacker
        if plies >= self.won.get(key, plies + 1):
            return True
        if plies <= self.not_won.get(key, -1):
            return False
        results = self._results(position)
        if not results:
            wins = position.outcome() == VICTORY_OF[attacker]
        elif plies == 0:
            wins = False
        else:
            after = (self.wins(result, attacker, plies - 1) for result in results)
            wins = any(after) if position.side == attacker else all(after)
        if wins:
            self.won[key] = plies
        else:
            self.not_won[key] = plies
        return wins

    def confirm(self, position: Position, attacker: str, plies: int, advise: Advise) -> bool:
        """Does the attacker, who plays as advised, win within that many plies?"""
        key = position, attacker
        if plies >= self.advised.get(key, plies + 1):
            return True
        exact = self.known(position)
        if exact is not None:
            won = exact.value == ("win" if position.side == attacker else "loss")
            return won and exact.plies is not None and exact.plies <= plies
        results = self._results(position)
        if not results:
            return position.outcome() == VICTORY_OF[attacker]
        if plies == 0:
            return False
        if position.side == attacker:
            turns = position.turns()
            turn = advise(position.fen(), plies)
            if turn not in turns:
                return False
            results = (turns[turn],)
        if not all(self.confirm(result, attacker, plies - 1, advise) for result in results):
            return False
        self.advised[key] = plies
        return True

    def _results(self, position: Position) -> tuple[Position, ...]:
        """What the turns of a position lead to."""
        if position not in self.results:
            if len(self.results) >= self.most:
                raise TooMuch
            self.results[position] = tuple(dict.fromkeys(position.turns().values()))
        return self.results[position]


def check_by_play(
    answer: Answer, advise: Advise, max_turns: int | None = None, referee: Referee | None = None
) -> set[str]:
    """Play the claimed wins out, try everything for the others; says what was too much to try.

    TooMuch, if a win is too much to play out.
    """
    referee = Referee() if referee is None else referee
    position = position_of(answer)
    mover, enemy = position.side, ENEMY_OF[position.side]
    if answer["value"] in ("win", "loss"):
        attacker = mover if answer["value"] == "win" else enemy
        plies = answer["distance"]["plies"]
        wins = referee.confirm(position, attacker, plies, advise)
        require(wins, answer, f"{attacker} does not win within {plies} plies as advised")
    turns = position.turns()
    for one in answer["winning_turns"]:
        plies = one["distance"]["plies"] - 1
        wins = referee.confirm(turns[one["turn"]], mover, plies, advise)
        require(wins, answer, f"{one['turn']} does not win within {plies + 1} plies as advised")
    return {
        claim
        for claim, none in _denials(answer, max_turns).items()
        if not _is_denied(answer, none, claim, referee)
    }


@dataclass(frozen=True)
class _Denial:
    """The claim that a colour has no win within that many plies."""

    position: Position
    attacker: str
    plies: int


def _denials(answer: Answer, max_turns: int | None) -> dict[str, _Denial]:
    """What the answer says there is not, each with a name."""
    position = position_of(answer)
    mover, enemy = position.side, ENEMY_OF[position.side]
    denials = {}
    if answer["no_win_within"] is not None:
        plies = 2 * answer["no_win_within"] - 1
        denials["no win within"] = _Denial(position, mover, plies)
    if answer["distance"] is not None and answer["distance_exact"]:
        attacker = mover if answer["value"] == "win" else enemy
        plies = answer["distance"]["plies"] - 1
        denials["nothing shorter"] = _Denial(position, attacker, plies)
    listed = {*(one["turn"] for one in answer["winning_turns"]), *answer["undecided_turns"]}
    turns = position.turns()
    for one in answer["winning_turns"]:
        if one["distance_exact"]:
            name = f"nothing shorter after {one['turn']}"
            plies = one["distance"]["plies"] - 2
            denials[name] = _Denial(turns[one["turn"]], mover, plies)
    if max_turns is not None:
        for result, (first, *_) in results_of(position).items():
            if first not in listed:
                denials[f"no win by {first}"] = _Denial(result, mover, 2 * max_turns - 2)
    return denials


def _is_denied(answer: Answer, none: _Denial, claim: str, referee: Referee) -> bool:
    """Try everything; False: too much."""
    try:
        wins = none.plies >= 0 and referee.wins(none.position, none.attacker, none.plies)
    except TooMuch:
        return False
    require(not wins, answer, f"'{claim}' is wrong: won within {none.plies} plies")
    return True
