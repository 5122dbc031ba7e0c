"""`fanorona mine`: finds new sound puzzles in random games."""

from __future__ import annotations

import shlex
import sys
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

import click

from fanorona.cli.exit_status import ExitStatus
from fanorona.cli.options.language_option import locale_language, misuse
from fanorona.cli.options.rules_option import rules_option
from fanorona.cli.options.workers_options import Workers, takes_workers
from fanorona.cli.output.progress import is_watched
from fanorona.cli.output.standard_error import tell
from fanorona.cli.strict_command import StrictCommand
from fanorona.solver import Colour, rule_set
from fanorona.solver.board import board_of
from fanorona.solver.puzzles.themes import PuzzleTheme
from fanorona.words import Message, say

if TYPE_CHECKING:
    from fanorona.solver.puzzles.mining import Mined, Selection, Wanted

    Pair = click.ParamType[tuple[int, int]]
else:
    Pair = click.ParamType

MOST_GAMES = 10_000_000


class Range(Pair):
    """Two numbers with a hyphen between them, or one for both."""

    name = "range"

    def convert(
        self, value: object, _param: click.Parameter | None, _ctx: click.Context | None
    ) -> tuple[int, int]:
        if isinstance(value, tuple):
            return value
        first, _, last = str(value).partition("-")
        if not first.isdecimal() or not (last or first).isdecimal():
            raise misuse("usage.range", text=repr(value))
        found = int(first), int(last or first)
        if found[0] > found[1]:
            raise misuse("usage.reversed", text=repr(value), meant=f"{last}-{first}")
        return found


@click.command(cls=StrictCommand)
@rules_option
@click.option("--board", default="9x5", show_default=True, metavar="SIZE", help="Width by height.")
@click.option("--vela", type=click.Choice(["W", "B"]), help="A Vela round, with this giver.")
@click.option(
    "--goal",
    type=click.Choice(["win", "draw"]),
    default="win",
    show_default=True,
    help="What the puzzles ask for.",
)
@click.option("--turns", type=Range(), default="2-3", show_default=True,
              help="How many turns the win takes.")  # fmt: skip
@click.option("--stones", type=Range(), default="8-63", show_default=True,
              help="How many stones are on the board.")  # fmt: skip
@click.option("--exactly", metavar="NvM", help="The solver's stones and the opponent's, as in 3v5.")
@click.option("--chain", type=click.IntRange(0, 63), default=0, metavar="N",
              help="The first turn has at least N steps.")  # fmt: skip
@click.option("--quiet", is_flag=True, help="The first turn captures nothing.")
@click.option("--huff", is_flag=True, help="The first turn huffs one of several stones.")
@click.option("--theme", type=click.Choice([one.value for one in PuzzleTheme]), metavar="THEME",
              help="A theme of the solution, such as quiet-key or blockade.")  # fmt: skip
@click.option("--difficulty", type=Range(), default="1-10", show_default=True,
              help="How hard the puzzles are.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, metavar="N",
              help="The same seed finds the same puzzles.")  # fmt: skip
@click.option("--games", type=click.IntRange(1, MOST_GAMES), default=100, show_default=True,
              metavar="N", help="Random games to look through.")  # fmt: skip
@click.option("--count", type=click.IntRange(1), default=10, show_default=True, metavar="N",
              help="How many puzzles to print, best first.")  # fmt: skip
@click.option("--pick", type=click.Choice(["hardest", "easiest", "varied"]), default="hardest",
              show_default=True, help="Which puzzles to print.")  # fmt: skip
@click.option("--name", metavar="TEXT", help="Title of the puzzles; a number is added.")
@click.option("--french-name", metavar="TEXT", help="A second title, in French.")
@click.option("--glance", type=click.IntRange(1), default=4000, show_default=True, metavar="NODES",
              help="Nodes to spend on each position.")  # fmt: skip
@takes_workers
def command(
    rules: str,
    board: str,
    vela: str | None,
    goal: str,
    turns: tuple[int, int],
    stones: tuple[int, int],
    exactly: str | None,
    chain: int,
    quiet: bool,
    huff: bool,
    theme: str | None,
    difficulty: tuple[int, int],
    seed: int,
    games: int,
    count: int,
    pick: str,
    name: str | None,
    french_name: str | None,
    glance: int,
    workers: Workers,
) -> ExitStatus:
    """Look for new sound puzzles in random games.

    Prints a puzzle file that 'fanorona check' reads, each puzzle with its difficulty and themes,
    the hardest first; duals count against a puzzle. Each game gives at most one puzzle. Ctrl-C
    stops and prints what was found so far.

    \b
    Examples:
      fanorona mine --games 20 --count 2 > new.txt
      fanorona mine --rules livret --huff --turns 2-4 --seed 7 --jobs 2
      fanorona mine --games 100000 --cluster tcp://lab7:8786 > new.txt
      fanorona mine --theme blockade --difficulty 1-3 --turns 1-2
    """
    from fanorona.solver.puzzles.mining import Pick, Selection, Wanted
    from fanorona.solver.puzzles.puzzle import Goal

    size = board_of(board)
    wanted = Wanted(
        rules=rule_set(rules),
        width=size.width,
        height=size.height,
        giver=None if vela is None else Colour.of(vela),
        goal=Goal(goal),
        fewest_turns=turns[0],
        most_turns=turns[1],
        fewest_stones=stones[0],
        most_stones=stones[1],
        exact=exactly,
        chain=chain,
        quiet=quiet,
        huff=huff,
        theme=None if theme is None else PuzzleTheme(theme),
        difficulty=difficulty,
        glance=glance,
    )
    harvest = Harvest()
    interrupted = _mine(wanted, seed, games, workers, harvest)
    if interrupted:
        language = locale_language()
        games_played = say("count.game", language, count=harvest.games)
        tell("word.note", say("mine.interrupted", language, games=games_played), language)
    selection = Selection(count, Pick(pick), name, french_name)
    _print_best(harvest.found, selection, _question(harvest.games if interrupted else None))
    return ExitStatus.INTERRUPTED if interrupted else ExitStatus.YES


@dataclass(slots=True)
class Harvest:
    """What has been found so far, and in how many games."""

    found: list[Mined] = field(default_factory=list)
    games: int = 0


def _mine(wanted: Wanted, seed: int, games: int, workers: Workers, harvest: Harvest) -> bool:
    """Look through the games, and say whether that was interrupted."""
    from fanorona.solver.puzzles.mining import mine_with_tables

    work = partial(mine_with_tables, wanted, seed)
    try:
        with (
            workers.at_work() as spread,
            click.progressbar(
                length=games,
                label=say("mine.progress", locale_language()),
                file=sys.stderr,
                hidden=not is_watched(),
            ) as bar,
        ):
            for _, mined in spread.each(work, range(games)):
                harvest.games += 1
                if mined is not None:
                    harvest.found.append(mined)
                bar.update(1)
    except KeyboardInterrupt:
        return True
    return False


def _question(games: int | None) -> str:
    """The command that finds the same puzzles again, without what does not matter for that.

    `games` is how many were looked through where that was not as many as asked for.
    """
    left_out = ["--jobs", "--cluster", *([] if games is None else ["--games"])]
    kept = []
    skip = False
    for word in sys.argv[1:]:
        if skip or word.partition("=")[0] in left_out:
            skip = word in left_out
            continue
        kept.append(word)
    return shlex.join(["fanorona", *kept, *([] if games is None else ["--games", str(games)])])


def _print_best(found: list[Mined], selection: Selection, question: str) -> None:
    from fanorona.solver.puzzles.mining import best_of
    from fanorona.solver.puzzles.writing import write_puzzles

    puzzles = best_of(found, selection, question)
    if not puzzles:
        tell("word.note", Message("mine.nothing"), locale_language())
        return
    click.echo(write_puzzles(puzzles), nl=False)
