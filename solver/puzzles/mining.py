"""Mining: new sound puzzles out of random games, the hardest first.

Every game has a number, and with the seed that number decides it: the same question finds the same
puzzles, in however many processes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random

from fanorona.solver.board import Colour
from fanorona.solver.budget import CHECK_NODES, Budget
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.position import Position
from fanorona.solver.puzzles.check import TablesFor, check, no_tables
from fanorona.solver.puzzles.difficulty import EASIEST, HARDEST, Grade
from fanorona.solver.puzzles.duplicates import likeness
from fanorona.solver.puzzles.grade_tags import tagged_difficulty, tagged_themes, with_grade
from fanorona.solver.puzzles.puzzle import Comment, Goal, PlacedText, Puzzle, Stipulation
from fanorona.solver.puzzles.themes import PuzzleTheme
from fanorona.solver.puzzles.verdict_grading import grade_of
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
PER_DUAL = 0.5
"""What each dual takes away from a puzzle."""
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
    """The first turn has at least this many steps."""
    quiet: bool = False
    """The first turn captures nothing."""
    huff: bool = False
    """The first turn huffs, and there is a choice."""
    exact: str | None = None
    """The solver's stones against the opponent's, such as '3v5'."""
    theme: PuzzleTheme | None = None
    difficulty: tuple[int, int] = (EASIEST, HARDEST)
    glance: int = GLANCE

    def wants(self, grade: Grade) -> bool:
        """Is a puzzle of that grade one of those?"""
        least, most = self.difficulty
        has_theme = self.theme is None or self.theme in grade.themes
        return has_theme and least <= grade.difficulty <= most


@dataclass(frozen=True, slots=True)
class Mined:
    """A sound puzzle with its grade in its tags, the game it was found in, and how good it is."""

    puzzle: Puzzle
    game: int
    merit: float
    """The points of its difficulty, less what duals take away."""


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
    return max(found, key=lambda one: (one.merit, one.puzzle.position.fen()), default=None)


def _puzzles_of(
    wanted: Wanted, seed: int, game: int, budget: Budget, tables_for: TablesFor
) -> Iterator[Mined]:
    few = replace(budget, memory_mb=GLANCE_MEMORY_MB)
    for position in _random_game(wanted, Random(f"{seed}/{game}")):
        if not _fits(wanted, position):
            continue
        stop = Stop()
        prover = Prover.of(position, tables_for(position), few, CHECK_NODES, stop)
        with suppress(Stopped):
            puzzle = _composed(wanted, position, prover)
            if puzzle is not None:
                verdict = check(puzzle, budget, tables_for=tables_for, stop=stop)
                grade = grade_of(puzzle, verdict, stop)
                if grade is not None and wanted.wants(grade):
                    merit = grade.measures.points - PER_DUAL * len(verdict.remarks)
                    yield Mined(with_grade(puzzle, grade), game, merit)
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


def mine_with_tables(wanted: Wanted, seed: int, game: int) -> Mined | None:
    """As `mine_game`, with the endgame tables at hand; fit for another process."""
    from fanorona.solver.tables.default_tables import tables_for

    return mine_game(wanted, seed, game, tables_for=tables_for)


class Pick(StrEnum):
    """Which of the puzzles found are kept, and their order."""

    HARDEST = "hardest"
    EASIEST = "easiest"
    VARIED = "varied"
    """Of every difficulty and with all kinds of themes, the easiest first."""


@dataclass(frozen=True, slots=True)
class Selection:
    """How many puzzles are kept, which, and what they are called."""

    count: int
    pick: Pick = Pick.HARDEST
    name: str | None = None
    """None: that of the rule set."""
    french_name: str | None = None


def best_of(found: Iterable[Mined], wanted: Selection, question: str) -> list[Puzzle]:
    """The ones to keep, each position once however it is turned, with titles and their origin."""
    ranked = sorted(found, key=lambda one: (-one.merit, one.game))
    different = {likeness(one.puzzle.position): one for one in reversed(ranked)}
    ranked = sorted(different.values(), key=lambda one: (-one.merit, one.game))
    if wanted.pick is Pick.EASIEST:
        ranked.reverse()
    kept = (_varied(ranked) if wanted.pick is Pick.VARIED else ranked)[: wanted.count]
    if wanted.pick is Pick.VARIED:
        kept.sort(key=lambda one: (one.merit, one.game))
    return [_titled(one, number, wanted, question) for number, one in enumerate(kept, 1)]


def _varied(ranked: Sequence[Mined]) -> list[Mined]:
    """In an order in which whatever has been had least often comes next."""
    left, order = list(ranked), []
    had: Counter[str] = Counter()
    while left:
        # The rarest thing about a puzzle says how new it is; all of them together settle ties.
        new = min(left, key=lambda one: sorted(had[what] for what in _marks(one)))
        left.remove(new)
        order.append(new)
        had.update(_marks(new))
    return order


def _marks(mined: Mined) -> tuple[str, ...]:
    themes = tagged_themes(mined.puzzle) or ("none",)
    return (f"difficulty {tagged_difficulty(mined.puzzle)}", *themes)


def _titled(mined: Mined, number: int, wanted: Selection, question: str) -> Puzzle:
    puzzle = mined.puzzle
    comments = (Comment(question),) if number == 1 else ()
    name = wanted.name or puzzle.rules.id.capitalize()
    french = wanted.french_name
    return replace(
        puzzle,
        title=f"{name} no. {number}",
        other_title=None if french is None else f"{french} nº {number}",
        source=f"found by fanorona mine in game {mined.game}",
        comments=comments,
    )
