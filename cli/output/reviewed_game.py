"""The review of a game as text: every turn, boards at the turning points, how each side played."""

from __future__ import annotations

from collections.abc import Iterator

import click

from fanorona.cli.output.drawn_boards import Pen
from fanorona.cli.output.printing import terminal_width, wrapped
from fanorona.solver import Colour, Position
from fanorona.solver.games.annotated_game import worth
from fanorona.solver.games.review import Conduct, Review, ReviewedTurn, TurnMark
from fanorona.solver.quoting import printable
from fanorona.words import Language, Message, decimal, say

MOST_TURNS = 8
"""The most turns of a best line that are printed."""
MARGIN = 26
"""Where the values begin; a long chain pushes them on."""
LEAST_STONES = 0.5
"""A turn that lost less is not worth a remark."""


def print_review(review: Review, pen: Pen, language: Language) -> None:
    """Print the whole review."""
    for line in heading(review, language):
        click.echo(printable(line))
    click.echo()
    for turn in review.turns:
        _print_turn(review, turn, pen, language)
    click.echo()
    for side, conduct in ((Colour.WHITE, review.white), (Colour.BLACK, review.black)):
        click.echo(conduct_in_words(side, conduct, language))
    if review.puzzles:
        click.echo(say("review.puzzles", language, count=len(review.puzzles)))
    if not review.complete:
        first = review.turns[0].label if review.turns else "-"
        click.echo(say("review.incomplete", language, turn=first))


def heading(review: Review, language: Language) -> Iterator[str]:
    """Who played, and how the game was reviewed."""
    yield say(
        "review.game",
        language,
        white=review.white_name or say("colour.white", language),
        black=review.black_name or say("colour.black", language),
        result=review.result,
    )
    turns = Message("count.turn", count=review.count)
    if review.nodes_per_position is None:
        yield say("review.about", language, turns=turns, rules=review.rules)
    else:
        nodes = Message("count.node", count=review.nodes_per_position)
        yield say("review.about-nodes", language, turns=turns, rules=review.rules, nodes=nodes)
    yield say("review.scale", language)


def conduct_in_words(side: Colour, conduct: Conduct, language: Language) -> str:
    """How a side has played."""
    if conduct.accuracy is None:
        return say("review.no-choice", language, side=side)
    return say(
        "review.conduct",
        language,
        side=side,
        accuracy=decimal(conduct.accuracy, ".1f", language),
        dubious=conduct.dubious,
        mistakes=conduct.mistakes,
        blunders=conduct.blunders,
    )


def remarks(turn: ReviewedTurn, language: Language) -> Iterator[str]:
    """What is to be said of a turn, if anything."""
    if turn.mark is TurnMark.GOOD:
        yield say("review.only", language)
    if turn.lost.result is not None:
        yield say(f"review.lost.{turn.lost.result}", language)
    elif turn.lost.stones is not None and turn.lost.stones >= LEAST_STONES and turn.mark:
        stones = decimal(turn.lost.stones, ".1f", language)
        yield say("review.lost-stones", language, stones=stones)
    if turn.best and turn.best[0] != turn.turn and (turn.mark or turn.lost.result):
        yield say("review.best", language, line=" ".join(turn.best[:MOST_TURNS]))


def _print_turn(review: Review, turn: ReviewedTurn, pen: Pen, language: Language) -> None:
    if turn.turning_point:
        click.echo()
        pen.print(pen.small_board(Position.parse(turn.position, review.rules)))
        click.echo()
    before, after = (worth(one, turn.side, language) for one in (turn.before, turn.after))
    worths = after if before == after else f"{before} → {after}"
    said = list(remarks(turn, language))
    text = say("list.semicolon", language).join([worths, *said])
    first, *more = wrapped(text, terminal_width() - MARGIN, hanging=0)
    marked = f"{turn.turn}{turn.mark or ''}"
    click.echo(f"{turn.label:<7}{marked:<{MARGIN - 8}} {first}")
    for line in more:
        click.echo(" " * MARGIN + line)
    if turn.turning_point:
        click.echo()
