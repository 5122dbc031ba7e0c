"""Mining: new sound puzzles out of random games, the best hidden ones first.

Every game has a number, and with the seed that number decides it: the same question finds the same
puzzles, in however many processes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random

from fanorona.solver.board import Colour
from fanorona.solver.budget import Budget
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.position import Position
from fanorona.solver.puzzles.check import DEFAULT_NODES, TablesFor, check, no_tables
from fanorona.solver.puzzles.puzzle import Comment, Goal, PlacedText, Puzzle, Stipulation
from fanorona.solver.puzzles.verdict import Soundness
from fanorona.solver.rules import RuleSet
from fanorona.solver.search.proof_lines import main_line
from fanorona.solver.search.prover import Attack, Prover
from fanorona.solver.search.turn_values import turn_values
from fanorona.solver.stopping import Stopped
from fanorona.solver.turn import Turn
from fanorona.solver.value import Value

GLANCE = 4_000
"""Nodes for a first look at a position; most positions of a game are no puzzle."""
GLANCE_MEMORY_MB = 8
LONGEST_GAME = 200
"""Turns after which a random game is given up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What the puzzles shall be like."""

    rules: RuleSet
    width: int = 9
    height: int = 5
    giver: Colour | None = None
    goal: Goal = Goal.WIN
    fewest_turns: int = 2
    most_turns: int = 3
    fewest_stones: int = 0
    most_stones: int = 63
    chain: int = 0
    """The first turn has at least so many steps."""
    quiet: bool = False
    """The first turn captures nothing."""
    huff: bool = False
    """The first turn huffs, and there is a choice."""
    exact: str | None = None
    """The solver's stones against the opponent's, such as '3v5'."""
    glance: int = GLANCE


@dataclass(frozen=True, slots=True)
class Mined:
    """A sound puzzle, the game it was found in, and how well its solution is hidden."""

    puzzle: Puzzle
    game: int
    hidden: float


def mine_game(
    wanted: Wanted,
    seed: int,
    game: int,
    budget: Budget | None = None,
    *,
    tables_for: TablesFor = no_tables,
) -> Mined | None:
    """The best puzzle of one random game, if it has any."""
    found = list(_puzzles_of(wanted, seed, game, budget or Budget(), tables_for))
    return max(found, key=lambda one: (one.hidden, one.puzzle.position.fen()), default=None)


def _puzzles_of(
    wanted: Wanted, seed: int, game: int, budget: Budget, tables_for: TablesFor
) -> Iterator[Mined]:
    few = replace(budget, memory_mb=GLANCE_MEMORY_MB)
    for position in _random_game(wanted, Random(f"{seed}/{game}")):
        if not _fits(wanted, position):
            continue
        stop = Stop()
        prover = Prover.of(position, tables_for(position), few, DEFAULT_NODES, stop)
        with suppress(Stopped):
            puzzle = _composed(wanted, position, prover)
            if puzzle is not None:
                verdict = check(puzzle, budget, tables_for=tables_for, stop=stop)
                if verdict.verdict is Soundness.SOUND:
                    yield Mined(puzzle, game, _hidden(puzzle, len(verdict.remarks)))
        if stop.was_interrupted:
            # The kernel has heard Ctrl-C, which ends no more than its search.
            raise KeyboardInterrupt


def _random_game(wanted: Wanted, random: Random) -> Iterator[Position]:
    position = Position.start(wanted.rules, wanted.width, wanted.height, wanted.giver)
    for _ in range(LONGEST_GAME):
        turns = position.listing()
        if not turns:
            return
        position = position.after(turns[random.randrange(len(turns))])
        yield position


def _fits(wanted: Wanted, position: Position) -> bool:
    own, enemy = position.stones(position.side), position.stones(position.side.other)
    if any(position.arrangement.hands) or position.outcome() is not None:
        return False
    if wanted.giver is not None and position.arrangement.giver is None:
        return False
    if wanted.huff and position.arrangement.liable.bit_count() < 2:
        return False
    if wanted.exact is not None and wanted.exact != f"{own}v{enemy}":
        return False
    return wanted.fewest_stones <= own + enemy <= wanted.most_stones


def _composed(wanted: Wanted, position: Position, prover: Prover) -> Puzzle | None:
    """The puzzle that a position makes, or None; a quick look, the check comes later."""
    found = (_drawing if wanted.goal is Goal.DRAW else _winning)(wanted, position, prover)
    if found is None:
        return None
    turn, line, turns = found
    if len(turn.steps) < wanted.chain or (wanted.quiet and turn.captured):
        return None
    if wanted.huff and turn.huffed is None:
        return None
    return Puzzle(
        position=position,
        stipulation=Stipulation(position.side, wanted.goal, turns),
        solutions=(PlacedText(" ".join(line)),),
    )


def _winning(
    wanted: Wanted, position: Position, prover: Prover
) -> tuple[Turn, list[str], int] | None:
    """The only turn to win in the fewest turns, if they are as many as wanted."""
    win = Attack(position.words(), True)
    win.shortest(prover, wanted.glance, 2 * wanted.most_turns - 1)
    if win.exact is None or win.exact < 2 * wanted.fewest_turns - 1:
        return None
    only: Turn | None = None
    for routes in prover.results(position):
        if prover.within(routes.after, False, win.exact - 1, wanted.glance) is False:
            continue
        if only is not None:
            return None
        only = routes[0]
    if only is None:
        return None
    return only, main_line(prover, position, win.exact, True), (win.exact + 1) // 2


def _drawing(
    wanted: Wanted, position: Position, prover: Prover
) -> tuple[Turn, list[str], None] | None:
    """The only turn that draws where all others lose."""
    values = turn_values(position, prover)
    if len(values) < 2 or values[0].value is not Value.DRAW:
        return None
    if any(turn.value is not Value.LOSS for turn in values[1:]):
        return None
    return position.read(values[0].turn), [values[0].turn], None


def _hidden(puzzle: Puzzle, remarks: int) -> float:
    """How well the solution is hidden: many turns to choose from, a quiet one, a long way.

    A strong opponent hides it too: nobody looks for a win against more stones.
    """
    position = puzzle.position
    against = position.stones(position.side.other)
    first = position.read(puzzle.solutions[0].text.split()[0])
    turns = position.listing()
    choices = len(turns.results())
    quiet = 3 if not first.captured else 0
    captures_left_alone = sum(bool(turn.captured) for turn in turns) if quiet else 0
    return (
        2 * (puzzle.stipulation.turns or 3)
        + min(choices, 40) / 8
        + min(against, 12) / 3
        + quiet
        + min(captures_left_alone, 8) / 4
        - remarks
    )


def mine_with_tables(wanted: Wanted, seed: int, game: int) -> Mined | None:
    """As `mine_game`, with the endgame tables at hand; fit for another process."""
    from fanorona.solver.tables.default_tables import tables_for

    return mine_game(wanted, seed, game, tables_for=tables_for)


def best_of(found: Sequence[Mined], count: int, question: str) -> list[Puzzle]:
    """The best hidden ones, each position once, with titles and where they come from."""
    ranked = sorted(found, key=lambda one: (-one.hidden, one.game))
    different = {one.puzzle.position.fen(): one for one in reversed(ranked)}
    best = sorted(different.values(), key=lambda one: (-one.hidden, one.game))[:count]
    return [_titled(one, number, question) for number, one in enumerate(best, 1)]


def _titled(mined: Mined, number: int, question: str) -> Puzzle:
    puzzle = mined.puzzle
    comments = (Comment(question),) if number == 1 else ()
    return replace(
        puzzle,
        title=f"{puzzle.rules.id.capitalize()} no. {number}",
        source=f"found by fanorona mine in game {mined.game}",
        comments=comments,
    )
