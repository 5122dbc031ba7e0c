"""A reviewed game as a game file: evaluations, marks, and the best lines as variations."""

from __future__ import annotations

from collections.abc import Iterator

from fanorona.solver.board import Colour
from fanorona.solver.games.game_tree import Game, GameNode
from fanorona.solver.games.review import Rating, Review, ReviewedTurn, TurnMark
from fanorona.solver.value import Value
from fanorona.words import Language, Message, decimal, say

MOST_TURNS = 8
"""The most turns of a best line that are written."""


def annotated(game: Game, review: Review, language: Language = "en") -> Game:
    """The main line with what the review says; comments and variations of the game are kept."""
    copy = next(one for one in Game.read(f"{game}\n"))
    assert isinstance(copy, Game), "what is written can be read"
    reviewed = {turn.number: turn for turn in review.turns}
    for node in copy.main_line:
        if node.ply in reviewed:
            _annotate(node, reviewed[node.ply], language)
    return copy


def _annotate(node: GameNode, turn: ReviewedTurn, language: Language) -> None:
    said = list(_noted(turn.after, turn.side, language))
    if turn.lost.result is not None:
        said.append(say(f"review.lost.{turn.lost.result}", language))
    if turn.mark is not None:
        node.marks = [mark for mark in node.marks if mark.startswith("$")]
        node.marks.insert(0, turn.mark.value)
    node.comments += said
    if turn.mark not in (None, TurnMark.GOOD) and turn.best and node.parent is not None:
        better = node.parent.play(turn.best[0])
        better.play(*turn.best[1:MOST_TURNS])
        if not better.comments:
            better.comments += _noted(turn.before, turn.side, language)


def _noted(rating: Rating, side: Colour, language: Language) -> Iterator[str]:
    """A rating as a comment, if it says anything.

    A score is written alike in every language, to be read again.
    """
    if rating.value is not Value.UNKNOWN:
        yield worth(rating, side, language)
    elif rating.score is not None:
        yield f"{seen_by_white(rating.score, side):+.2f}"


def worth(rating: Rating, side: Colour, language: Language) -> str:
    """What a rating of that side says, seen by White: '+1.20', 'White wins within 3 turns'."""
    if rating.value is Value.UNKNOWN:
        if rating.score is None:
            return "?"
        return decimal(seen_by_white(rating.score, side), "+.2f", language)
    if rating.value is Value.DRAW:
        return say("review.draw", language)
    winner = side if rating.value is Value.WIN else side.other
    if rating.distance is None or not rating.distance.plies:
        return say("review.won", language, side=winner)
    turns = Message("count.turn", count=rating.distance.turns)
    return say("review.wins", language, side=winner, turns=turns)


def seen_by_white(score: float, side: Colour) -> float:
    """A score of that side, from White's point of view; never a negative zero."""
    return (score if side is Colour.WHITE else -score) or 0.0
