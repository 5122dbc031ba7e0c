"""Checking a certificate by the rules alone, without any search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from fanorona.solver.certificates.certificate import COLOURS, END, FORMAT, TABLE
from fanorona.solver.certificates.claim import Claim, ClaimedValue
from fanorona.solver.certificates.walk import Answer, Leaning, StrategyFails, Walk
from fanorona.solver.errors import FanoronaError, NotationError
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.kernel.tables import Tables
from fanorona.solver.position import Position
from fanorona.solver.stopping import end_of_work
from fanorona.solver.tables.default_tables import TablesWanted, chosen_tables
from fanorona.solver.tables.table_place import TablePlace
from fanorona.words import Message

LONGEST_LINE = 10_000
"""Characters of a line of a certificate."""
MOST_PLIES_DIGITS = 4


class Refused(NotationError):  # noqa: N818 - reads as what it says
    """A certificate that does not prove its claim; `line` is the place of the fault."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """A claim that holds: how much was looked at, and the table values that it leans on.

    Examples:
        >>> from fanorona import Position, certify, verify
        >>> found = verify(certify(Position.start(width=3, height=3)).text())
        >>> found.turns, found.positions, found.unchecked
        (14, 27, ())
    """

    claim: Claim
    turns: int
    """Lines of the strategies."""
    positions: int
    table_values: int
    unchecked: tuple[Position, ...]
    """Positions whose table value no table at hand has: the claim holds if those are right."""


def verify(
    certificate: str | Iterable[str],
    *,
    tables: TablesWanted = "default",
    place: TablePlace | None = None,
    stop: Stop | None = None,
) -> Verified:
    """Check a certificate, a text or an open file; Refused if it does not prove its claim.

    `place`: the folder or URL of the default tables, if it is not the user's.

    Examples:
        >>> from fanorona import Position, certify
        >>> certificate = certify(Position.parse("5/W1B2/5 W"))
        >>> str(verify(certificate.text()).claim)
        'win 1'
    """
    lines = certificate.splitlines() if isinstance(certificate, str) else certificate
    return _Reading(enumerate(lines, 1), tables, place, stop or Stop()).verified()


@dataclass(slots=True)
class _Reading:
    """A certificate, read as far as its strategies have been followed."""

    lines: Iterator[tuple[int, str]]
    wanted: TablesWanted
    place: TablePlace | None
    stop: Stop
    number: int = 0
    positions: int = 0
    turns: int = 0
    table_values: int = 0
    unchecked: list[Position] = field(default_factory=list)
    tables: Tables | None = None
    must_win: bool = False

    def verified(self) -> Verified:
        if self._next() != FORMAT:
            raise self._refused(Message("certificate.not-one", text=FORMAT))
        claim = self._claim(self._position())
        self.must_win = claim.value.is_win
        self.tables = chosen_tables(claim.position, self.wanted, self.place)
        for colour in claim.strategists:
            self._expect(COLOURS[colour])
            walk = Walk(claim.position, colour, self.must_win, self._answer_to, self._look_around)
            self._follow(walk, claim)
            self.positions += len(walk.known)
        self._expect(END)
        if next(self.lines, None) is not None:
            self.number += 1
            raise self._refused(Message("certificate.after-end", text=END))
        return Verified(
            claim=claim,
            turns=self.turns,
            positions=self.positions,
            table_values=self.table_values,
            unchecked=tuple(self.unchecked),
        )

    def _follow(self, walk: Walk, claim: Claim) -> None:
        try:
            needed = walk.plies()
        except StrategyFails as fault:
            raise self._refused(Message(fault.reason, fen=fault.position.fen())) from None
        if claim.plies is not None and needed > claim.plies:
            plies = Message("count.ply", count=claim.plies)
            raise self._refused(Message("certificate.over-claimed", plies=plies, needed=needed))

    def _position(self) -> Position:
        rules, fen = self._value("rules"), self._value("position")
        try:
            position = Position.parse(fen, rules)
            position.require_legal()
        except FanoronaError as error:
            raise self._refused(error.message) from None
        if position.rules.id != rules:
            raise self._refused(Message("certificate.spelling", text=position.rules.id))
        if position.fen() != fen:
            raise self._refused(Message("certificate.spelling", text=position.fen()))
        return position

    def _claim(self, position: Position) -> Claim:
        text = self._value("claim")
        name, _, number = text.partition(" ")
        plies = _plies(number)
        known = name in list(ClaimedValue)
        if not known or ClaimedValue(name).is_win == (plies is None) or (number and plies is None):
            raise self._refused(Message("certificate.claim", text=text))
        return Claim(position, ClaimedValue(name), plies)

    def _answer_to(self, position: Position) -> Answer:
        line = self._next()
        self.turns += 1
        if line.partition(" ")[0] == TABLE:
            return self._leaning(position, line)
        try:
            turn = position.read(line, self.stop)
        except FanoronaError:
            turn = None
        if turn is None or str(turn) != line:
            raise self._refused(Message("certificate.turn", turn=line, fen=position.fen()))
        return turn.after

    def _leaning(self, position: Position, line: str) -> Leaning:
        plies = _plies(line[len(TABLE) + 1 :])
        if self.must_win == (plies is None) or (plies is None and line != TABLE):
            raise self._refused(Message("certificate.table", text=TABLE))
        self.table_values += 1
        own, enemy, liable, state = position.words()
        known = -1
        if self.tables is not None and not liable and not state:
            known = self.tables.value(own, enemy)
        if known < 0:
            self.unchecked.append(position)
        elif not _bears_out(known, plies):
            raise self._refused(Message("certificate.table-differs", fen=position.fen()))
        return Leaning(plies)

    def _look_around(self) -> None:
        if self.stop.is_over():
            raise end_of_work(self.stop)

    def _expect(self, line: str) -> None:
        if self._next() != line:
            raise self._refused(Message("certificate.expected", text=line))

    def _value(self, key: str) -> str:
        name, _, value = self._next().partition(" ")
        if name != key:
            raise self._refused(Message("certificate.expected", text=key))
        return value

    def _next(self) -> str:
        self.number, line = next(self.lines, (self.number + 1, None))
        if line is None:
            raise self._refused(Message("certificate.ends"))
        if len(line) > LONGEST_LINE:
            raise self._refused(Message("certificate.long-line", most=LONGEST_LINE))
        return line.removesuffix("\n")

    def _refused(self, message: Message) -> Refused:
        return Refused(message, line=self.number)


def _plies(text: str) -> int | None:
    short = text.isascii() and text.isdigit() and len(text) <= MOST_PLIES_DIGITS
    return int(text) if short else None


def _bears_out(known: int, plies: int | None) -> bool:
    """Does a table's value, 0 or 1 + plies, support what is claimed of the side to move?"""
    mover_wins = known > 0 and known % 2 == 0
    if plies is None:
        return known == 0 or mover_wins
    return mover_wins and known - 1 <= plies
