"""The game that leads to a puzzle's position, replayed."""

from __future__ import annotations

from collections.abc import Iterator

from fanorona.solver.arrangement import VELA_ENDS_AT
from fanorona.solver.board import Colour
from fanorona.solver.errors import FanoronaError, NotationError
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.notation.turn_line import read_line
from fanorona.solver.position import Position
from fanorona.solver.puzzles.puzzle import PlacedText, Puzzle
from fanorona.solver.typed_turns.matching import find_turn
from fanorona.words import Message


def replay(puzzle: Puzzle, stop: Stop | None = None) -> Position:
    """Play the puzzle's game from the start; an error names the turn, or where it leads instead."""
    if puzzle.game is None:
        raise ValueError("the puzzle has no game to replay")
    failure: NotationError | None = None
    for giver in _possible_givers(puzzle.position):
        try:
            return _play(puzzle.game, puzzle.position, giver, stop)
        except NotationError as error:
            failure = failure or error
    assert failure, "there is always somebody who may have given, if only nobody"
    raise failure


def _possible_givers(position: Position) -> Iterator[Colour | None]:
    """Who may have given; a position's text is silent about it once the handicap is over."""
    yield position.arrangement.giver
    if position.arrangement.giver is None and position.rules.vela:
        yield from (colour for colour in Colour if position.stones(colour) <= VELA_ENDS_AT)


def _play(
    game: PlacedText, aim: Position, giver: Colour | None, stop: Stop | None = None
) -> Position:
    board = aim.board
    position = Position.start(aim.rules, board.width, board.height, giver)
    column = 1
    for number, pattern in enumerate(read_line(game.text, board), 1):
        column = game.text.index(pattern.text, column - 1) + 1
        try:
            position = position.after(find_turn(position, pattern.text, stop))
        except FanoronaError as error:
            message = Message("puzzle.game-turn", number=number, reason=error.placed())
            raise game.error(message, column) from None
        column += len(pattern.text)
    if position.fen() != aim.fen():
        raise game.error(Message("puzzle.game-elsewhere", fen=position.fen()))
    return position
