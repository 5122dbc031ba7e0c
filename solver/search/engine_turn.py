"""A turn of the engine at one of its levels, for a person who plays against it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from secrets import randbelow

from fanorona.solver.answers import FullTurn, Head, full_turn, head_fields
from fanorona.solver.budget import ANALYSIS_NODES, Budget, check_number
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.position import Position
from fanorona.solver.search.levels import LEVELS, MOST_SEED
from fanorona.solver.search.player import ChosenTurn, Player
from fanorona.solver.search.threads import MOST_THREADS
from fanorona.solver.tables.default_tables import TablesWanted
from fanorona.solver.value import SearchInfo, StoppedBy
from fanorona.solver.version import __version__


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineTurn(Head):
    """The answer; the head is the position before the turn."""

    level: int
    seed: int
    """The same seed chooses the same turn."""
    turn: FullTurn | None
    """None: the game is over."""
    search: SearchInfo


def engine_turn(
    position: Position,
    level: int = len(LEVELS),
    seed: int | None = None,
    budget: Budget | None = None,
    *,
    history: Sequence[Position] = (),
    tables: TablesWanted = "default",
    stop: Stop | None = None,
    threads: int = 1,
) -> EngineTurn:
    """Choose a turn as a player of a level from 1 to 10 does; without a seed, any of its turns.

    Given a seed, one thread and no time limit, the same question has the same answer. `history` are
    the positions of the game before this one, the latest last.

    Examples:
        >>> from fanorona import Position
        >>> found = engine_turn(Position.parse("5/W1BB1/5 W"), level=3, seed=1)
        >>> found.turn.turn
        'a2-b2A'
    """
    position.require_legal()
    check_number("level", level, len(LEVELS))
    check_number("threads", threads, MOST_THREADS)
    chosen_seed = randbelow(MOST_SEED + 1) if seed is None else seed
    budget = budget or Budget()
    stop = budget.stop_or(stop)
    most = Budget(
        nodes=budget.nodes_or(ANALYSIS_NODES), depth=budget.depth, memory_mb=budget.memory_mb
    )
    chosen = LEVELS[level - 1]
    player = Player(budget.memory_mb, threads, tables, level=chosen, seed=chosen_seed)
    choice = player.choose(position, history, most, stop=stop)
    return EngineTurn(
        **head_fields(position),
        level=level,
        seed=chosen_seed,
        turn=None if choice is None else full_turn(position, choice.turn),
        search=_effort(choice, stop, most.within(chosen.budget)),
    )


def _effort(choice: ChosenTurn | None, stop: Stop, limits: Budget) -> SearchInfo:
    nodes, depth, stopped_by = 0, 0, StoppedBy.SOLVED
    if choice is not None:
        thought = choice.thought
        nodes, depth = thought.nodes, thought.depth
        if thought.plies is None:
            stopped_by = StoppedBy.DEPTH if depth == limits.depth else StoppedBy.NODES
            if stop.was_requested:
                stopped_by = StoppedBy.INTERRUPTED if stop.was_interrupted else StoppedBy.TIME
    return SearchInfo(nodes=nodes, depth=depth, stopped_by=stopped_by, engine=__version__)
