"""`fanorona play`: turns applied to a position."""

from __future__ import annotations

from collections.abc import Iterator

import click

from fanorona.cli.options.language_option import misuse
from fanorona.cli.options.position_argument import takes_position
from fanorona.cli.output.drawn_boards import Pen, draws
from fanorona.cli.output.printing import json_option, print_json
from fanorona.cli.strict_command import StrictCommand
from fanorona.solver import Position, RuleSet, answers
from fanorona.solver.answers import FullTurn
from fanorona.solver.rules import Captured
from fanorona.solver.search.levels import LEVELS, MOST_SEED
from fanorona.words import Language, say


@click.command(cls=StrictCommand)
@takes_position
@click.argument("turns", metavar="TURN...", nargs=-1)
@click.option("--level", type=click.IntRange(1, len(LEVELS)), metavar="N",
              help="Let the engine reply, from 1 (a beginner) to 10.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0, MOST_SEED), metavar="N",
              help="With --level: make the choice repeatable.")  # fmt: skip
@click.option("--all", "every", is_flag=True, help="Draw the board after every turn.")
@draws
@json_option
def command(
    position: Position,
    turns: tuple[str, ...],
    level: int | None,
    seed: int | None,
    every: bool,
    language: Language,
    pen: Pen,
    in_json: bool,
) -> None:
    """Play turns from a position.

    A TURN is f2-e3A (A for approach, W for withdrawal, neither if only one is legal), a chain such
    as f2-e3A-d3W, or directions: "c4: droite / bas-droit", "c4: E SE". FEN is a position, 'start',
    or '-' for standard input.

    \b
    Examples:
      fanorona play start f2-e3A
      fanorona play start d3-e3A "d4: bas" --all
      fanorona play start f2-e3A --level 3
    """
    if level is not None:
        turns += _reply(position, turns, level, seed)
    elif not turns:
        raise misuse("usage.missing", name="'TURN...'")
    answer = answers.play(position, turns)
    if in_json:
        print_json(answer)
        return
    now = position
    for number, turn in enumerate(answer.turns, 1):
        side = now.side
        played = say("play.turn", language, number=number, side=side, turn=turn.turn)
        click.echo(played + "".join(_effects(turn, now.rules, language)))
        now = Position.parse(turn.position, now.rules)
        if every and number < len(answer.turns):
            pen.print(pen.small_board(now))
            click.echo()
    pen.print_situation(now, language)
    click.echo(now.fen())


def _reply(
    position: Position, turns: tuple[str, ...], level: int, seed: int | None
) -> tuple[str, ...]:
    """The engine's turn after those of the game; none if that is over."""
    from fanorona.solver.search.engine_turn import engine_turn

    rules = position.rules
    played = answers.play(position, turns).turns
    positions = [position, *(Position.parse(turn.position, rules) for turn in played)]
    reply = engine_turn(positions[-1], level, seed, history=positions[:-1]).turn
    return () if reply is None else (reply.turn,)


def _effects(turn: FullTurn, rules: RuleSet, language: Language) -> Iterator[str]:
    if turn.captured:
        key = "turn.flips" if rules.captured_stones is Captured.FLIP else "turn.takes"
        yield f", {say(key, language, points=', '.join(turn.captured))}"
    if turn.removed:
        key = "turn.leaves" if len(turn.removed) == 1 else "play.leave"
        removed = say(key, language, points=", ".join(turn.removed))
        yield say("play.removed", language, removed=removed)
