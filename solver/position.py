"""A position: an arrangement under a rule set, with its legal turns and its outcome."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache

from fanorona.solver.arrangement import Arrangement
from fanorona.solver.board import Board, Colour, board, moved
from fanorona.solver.errors import (
    FanoronaError,
    IllegalPosition,
    IllegalTurn,
    NotationError,
    TooManyTurns,
)
from fanorona.solver.kernel import game as kernel
from fanorona.solver.kernel.listing import Listing
from fanorona.solver.kernel.state import (
    ENEMY_GIVES,
    ENEMY_HAND,
    ENEMY_HAND_SHIFT,
    FIRST,
    OWN_GIVES,
    OWN_HAND,
    OWN_HAND_SHIFT,
)
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.kernel.turns import NO_POINT, Generator
from fanorona.solver.legal_turns import Turns
from fanorona.solver.notation.fen import read_fen, write_fen
from fanorona.solver.notation.start import is_start, read_start
from fanorona.solver.rules import Captured, ChainLimit, Choice, Paika, RuleSet, Stopping, rule_set
from fanorona.solver.stopping import end_of_work
from fanorona.solver.turn import Turn, Words, text_ranks
from fanorona.solver.validation import defects_of
from fanorona.words import Message


class Outcome(StrEnum):
    """How a finished game ended.

    Examples:
        >>> from fanorona import Position
        >>> Position.parse("3/1W1/3 B").outcome()
        <Outcome.WHITE_WINS: 'white-wins'>
    """

    WHITE_WINS = "white-wins"
    BLACK_WINS = "black-wins"

    @property
    def winner(self) -> Colour:
        return Colour.WHITE if self is Outcome.WHITE_WINS else Colour.BLACK

    @staticmethod
    def won_by(colour: Colour) -> Outcome:
        return Outcome.WHITE_WINS if colour is Colour.WHITE else Outcome.BLACK_WINS


DEEPEST_PERFT = 100
"""Deeper than any count can end, and the kernel's recursion stays small."""


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """Immutable. `Position.parse` reads any well-formed arrangement; `validate` judges it.

    Examples:
        >>> position = Position.parse("BBB/B1W/WWW W")
        >>> [str(turn) for turn in position.turns()]
        ['a1-b2A', 'b1-b2A', 'c1-b2A', 'c2-b2A']
        >>> position.play("b1-b2A").fen()
        'B1B/BWW/W1W B -'
        >>> Position.start(rules="fliporona").fen()
        '9/9/9/9/9 W hand:22,22'
    """

    arrangement: Arrangement
    rules: RuleSet
    _defects: tuple[Message, ...] | None = field(
        default=None, init=False, repr=False, compare=False
    )
    """Found once: whoever lists turns, counts them or asks for the outcome must know."""

    @staticmethod
    def parse(text: str, rules: str | RuleSet = "standard") -> Position:
        """Read the notation `<board> <side> [<state>]`, or `start`, `start:5x5`, `start:vela:B`."""
        chosen = rule_set(rules)
        return _named_start(text, chosen) if is_start(text) else Position(read_fen(text), chosen)

    @staticmethod
    def start(
        rules: str | RuleSet = "standard",
        width: int = 9,
        height: int = 5,
        giver: Colour | None = None,
    ) -> Position:
        """The start position; with a giver, of a Vela round, which the other colour begins."""
        chosen = rule_set(rules)
        arrangement = _set_up(board(width, height), chosen)
        if giver is not None:
            if not chosen.vela:
                raise FanoronaError(Message("position.no-vela", rules=chosen.id))
            given = replace(arrangement, side=giver.other, giver=giver)
            arrangement = given.without_idle_giver()
        return Position(arrangement, chosen)

    def __hash__(self) -> int:
        """By the stones alone: rules and state seldom tell two apart, and take long to hash."""
        stones = self.arrangement
        return hash((stones.white, stones.black, stones.side is Colour.WHITE))

    def __str__(self) -> str:
        return self.fen()

    def __repr__(self) -> str:
        return f"Position.parse({self.fen()!r}, rules={self.rules.id!r})"

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        from fanorona.solver import svg

        return svg.board(self)

    @property
    def board(self) -> Board:
        return self.arrangement.board

    @property
    def side(self) -> Colour:
        """The colour to move."""
        return self.arrangement.side

    def fen(self) -> str:
        """The canonical text: equal positions have equal texts."""
        return write_fen(self.arrangement)

    def stones(self, colour: Colour) -> int:
        """How many stones that colour has on the board."""
        return self.arrangement.stones(colour).bit_count()

    def validate(self) -> tuple[Message, ...]:
        """Every defect under the rule set; empty if the position is legal."""
        if self._defects is None:
            found = defects_of(self.arrangement, self.rules)
            object.__setattr__(self, "_defects", found)
            return found
        return self._defects

    def warnings(self) -> tuple[Message, ...]:
        """What is legal but probably a mistake."""
        if self.rules.chain_on_first_turn or self.arrangement.first:
            return ()
        start = _set_up(self.board, self.rules)
        if (self.arrangement.white, self.arrangement.black) != (start.white, start.black):
            return ()
        return (Message("position.start-not-first"),)

    def turns(self, stop: Stop | None = None) -> tuple[Turn, ...]:
        """Every legal turn, sorted by its text; none if the game is over."""
        return tuple(self.listing(stop))

    def listing(self, stop: Stop | None = None, memory_mb: float | None = None) -> Turns:
        """Like `turns`, for any number of them: each turn is made only when you ask for it.

        Raises TooManyTurns if the list does not fit the memory.
        """
        stop = stop or Stop()
        listing = self._new_listing(stop, memory_mb)
        if not listing.fill(*self.words()):
            if listing.over_memory:
                raise TooManyTurns(Message("budget.turns"))
            raise end_of_work(stop)
        return Turns(self.board, listing, stop)

    def turns_along(
        self, origin: int | None, destinations: Sequence[int], stop: Stop | None = None
    ) -> tuple[Turn, ...]:
        """The legal turns of one stone that step on exactly these points, in this order.

        Every capture choice and every huffed stone is among them. Without an origin: placing.
        """
        stop = stop or Stop()
        start = NO_POINT if origin is None else origin
        listing = self._new_listing(stop)
        if not listing.fill_along(*self.words(), start, bytes(destinations)):
            raise end_of_work(stop)
        return tuple(Turns(self.board, listing, stop))

    def count_turns(self, stop: Stop | None = None, most: int | None = None) -> int:
        """How many turns there are, without listing them; counts no further than `most`."""
        if most is None:
            return self.perft(1, stop)
        stop = stop or Stop()
        count = self._generator(stop).count_up_to(*self.words(), most)
        if count is None:
            raise end_of_work(stop)
        return count

    def play(self, turn: Turn | str) -> Position:
        """The position after a turn of this position, given as such or in any readable notation."""
        if isinstance(turn, str):
            turn = self.read(turn)
        elif turn not in self._turns_like(turn):
            raise IllegalTurn(Message("turn.of-other-position", turn=str(turn), fen=self.fen()))
        return self.after(turn)

    def after(self, turn: Turn) -> Position:
        """As `play`, for a turn that is known to be one of this position."""
        return self.reached(turn.after, self.side.other)

    def reached(self, words: Words, side: Colour) -> Position:
        """As `with_words`, for a position that legal turns lead to from here."""
        reached = self.with_words(words, side)
        if self._defects == ():
            # A legal turn of a legal position leads to a legal one.
            object.__setattr__(reached, "_defects", ())
        return reached

    def fen_after(self, turn: Turn) -> str:
        """The text of the position after a turn of this position."""
        return write_fen(self._arranged(turn.after, self.side.other))

    def read(self, text: str, stop: Stop | None = None) -> Turn:
        """The one legal turn that a text fits."""
        from fanorona.solver.typed_turns.matching import find_turn

        return find_turn(self, text, stop)

    def outcome(self) -> Outcome | None:
        """Who has won, or None while the game goes on."""
        self.require_legal()
        for colour in Colour:
            if not self.arrangement.stones(colour) and not self.arrangement.hand(colour):
                return Outcome.won_by(colour.other)
        if not Generator(self.game()).can_turn(*self.words()):
            return Outcome.won_by(self.side.other)
        return None

    def perft(self, depth: int, stop: Stop | None = None) -> int:
        """How many sequences of `depth` turns there are, counted by path."""
        if not 0 <= depth <= DEEPEST_PERFT:
            raise FanoronaError(Message("perft.depth", depth=depth, most=DEEPEST_PERFT))
        stop = stop or Stop()
        nodes = self._generator(stop).perft(*self.words(), depth)
        if nodes is None:
            raise end_of_work(stop)
        return nodes

    def transformed(self, symmetry: int) -> Position:
        """The position under one of the board's symmetries; 0 is the identity."""
        to = self.board.symmetries[symmetry]
        return replace(
            self,
            arrangement=replace(
                self.arrangement,
                white=moved(self.arrangement.white, to),
                black=moved(self.arrangement.black, to),
                liable=moved(self.arrangement.liable, to),
            ),
        )

    def colours_swapped(self) -> Position:
        """The same position with White and Black exchanged, the side to move too."""
        old = self.arrangement
        return replace(
            self,
            arrangement=replace(
                old,
                white=old.black,
                black=old.white,
                side=old.side.other,
                first=frozenset(colour.other for colour in old.first),
                hands=old.hands[::-1],
                giver=None if old.giver is None else old.giver.other,
            ),
        )

    def require_legal(self) -> None:
        """Raise IllegalPosition with every defect, if there is one."""
        defects = self.validate()
        if defects:
            raise IllegalPosition(defects)

    def game(self) -> kernel.Game:
        """The kernel's tables for this board and rule set."""
        return _game(self.board.width, self.board.height, _switches(self.rules))

    def words(self) -> Words:
        """The position as the kernel sees it."""
        old = self.arrangement
        # By far the most have nothing but stones.
        stateful = old.first or old.giver is not None or old.hands != (0, 0)
        state = self._state() if stateful else 0
        if old.side is Colour.WHITE:
            return old.white, old.black, old.liable, state
        return old.black, old.white, old.liable, state

    def _state(self) -> int:
        own, enemy = self.side, self.side.other
        old = self.arrangement
        state = (own in old.first) | (enemy in old.first) << 1
        if old.giver is not None:
            state |= OWN_GIVES if old.giver is own else ENEMY_GIVES
        return state | old.hand(own) << OWN_HAND_SHIFT | old.hand(enemy) << ENEMY_HAND_SHIFT

    def with_words(self, words: Words, side: Colour) -> Position:
        """A position of the same game from the kernel's words, seen by the side to move."""
        return Position(self._arranged(words, side), self.rules)

    def _arranged(self, words: Words, side: Colour) -> Arrangement:
        own, enemy, liable, state = words
        board = self.arrangement.board
        if not state:
            # By far the most: nothing but stones.
            white, black = (own, enemy) if side is Colour.WHITE else (enemy, own)
            return Arrangement(board, white, black, side, liable=liable)
        hands = (
            (state & OWN_HAND) >> OWN_HAND_SHIFT,
            (state & ENEMY_HAND) >> ENEMY_HAND_SHIFT,
        )
        white_moves = side is Colour.WHITE
        return Arrangement(
            board=board,
            white=own if white_moves else enemy,
            black=enemy if white_moves else own,
            side=side,
            first=_FIRST[state & FIRST] if white_moves else _FIRST[_mirrored(state & FIRST)],
            hands=hands if white_moves else hands[::-1],
            liable=liable,
            giver=side if state & OWN_GIVES else side.other if state & ENEMY_GIVES else None,
        )

    def _turns_like(self, turn: Turn) -> tuple[Turn, ...]:
        """The turns with the same steps; where there are none, as in 'c3~', all turns."""
        _, origin, codes, _, _ = turn.found
        if not codes:
            return self.turns()
        start = None if origin == NO_POINT else origin
        return self.turns_along(start, [code >> 2 for code in codes])

    def _generator(self, stop: Stop) -> Generator:
        self.require_legal()
        return Generator(self.game(), stop)

    def _new_listing(self, stop: Stop, memory_mb: float | None = None) -> Listing:
        self.require_legal()
        memory = None if memory_mb is None else int(memory_mb * (1 << 20))
        return Listing(self.game(), stop, text_ranks(self.board), memory)


_FIRST = (
    frozenset[Colour](),
    frozenset({Colour.WHITE}),
    frozenset({Colour.BLACK}),
    frozenset(Colour),
)


def _mirrored(two_bits: int) -> int:
    return two_bits >> 1 | (two_bits & 1) << 1


def _named_start(text: str, rules: RuleSet) -> Position:
    named = read_start(text)
    if named.giver is not None and not rules.vela:
        text = f"':vela:{named.giver.letter}'"
        raise NotationError(Message("input.no-vela", rules=rules.id, text=text))
    try:
        return Position.start(rules, named.width, named.height, named.giver)
    except FanoronaError as error:
        raise NotationError(error.message) from None


def _set_up(where: Board, rules: RuleSet) -> Arrangement:
    first = frozenset[Colour]() if rules.chain_on_first_turn else frozenset(Colour)
    if rules.placed_by_players:
        hands = (where.stones_each, where.stones_each)
        return Arrangement(where, 0, 0, Colour.WHITE, first=first, hands=hands)
    below = (1 << where.width * (where.height // 2)) - 1
    white, black = below, below << where.width * (where.height // 2 + 1)
    left_of_centre = where.centre - where.width // 2
    for file in range(where.width // 2):
        left, right = 1 << left_of_centre + file, 1 << left_of_centre + where.width - 1 - file
        black |= right if file % 2 else left
        white |= left if file % 2 else right
    return Arrangement(where, white, black, Colour.WHITE, first=first)


@lru_cache(maxsize=1024)
def _game(width: int, height: int, switches: int) -> kernel.Game:
    return kernel.Game(width, height, switches)


@lru_cache(maxsize=1024)
def _switches(rules: RuleSet) -> int:
    return (
        (rules.paika_while_capture is Paika.FORBIDDEN) * kernel.MUST_CAPTURE
        | (rules.paika_while_capture is Paika.HUFFED) * kernel.HUFFS
        | (rules.stopping_chain is Stopping.FORFEIT) * kernel.FORFEITS
        | (rules.approach_or_withdrawal is Choice.LARGER_LINE) * kernel.LARGER_LINE
        | (not rules.chain_on_first_turn) * kernel.SINGLE_FIRST
        | (rules.captured_stones is Captured.FLIP) * kernel.FLIPS
        | rules.capturing_stone_leaves * kernel.LEAVES
        | (rules.chain_may_not is ChainLimit.AXIS) * kernel.TURNS_OFF_AXIS
    )
