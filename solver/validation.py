"""Judging an arrangement: every defect that it has under a rule set."""

from __future__ import annotations

from collections.abc import Iterator

from fanorona.solver.arrangement import Arrangement
from fanorona.solver.board import Colour, points_of
from fanorona.solver.rules import Captured, Paika, RuleSet
from fanorona.words import Message


def defects_of(arrangement: Arrangement, rules: RuleSet) -> tuple[Message, ...]:
    """Every reason why the arrangement is not a position under that rule set."""
    return tuple(
        defect
        for look in (_unknown_state, _numbers_of_stones, _hands, _liable_stones)
        for defect in look(arrangement, rules)
    )


def _unknown_state(arrangement: Arrangement, rules: RuleSet) -> Iterator[Message]:
    unknown = [
        (bool(arrangement.first) and rules.chain_on_first_turn, "first:"),
        (any(arrangement.hands) and not rules.placed_by_players, "hand:"),
        (arrangement.liable and rules.paika_while_capture is not Paika.HUFFED, "huff:"),
        (arrangement.giver is not None and not rules.vela, "vela:"),
    ]
    for present, key in unknown:
        if present:
            yield Message("defect.state-means-nothing", key=key, rules=rules.id)


def _numbers_of_stones(arrangement: Arrangement, rules: RuleSet) -> Iterator[Message]:
    each = arrangement.board.stones_each
    if not arrangement.white and not arrangement.black and not any(arrangement.hands):
        yield Message("defect.no-stones")
    if rules.captured_stones is Captured.FLIP:
        together = (arrangement.white | arrangement.black).bit_count()
        if together > 2 * each:
            yield Message("defect.too-many-stones", number=together, each=2 * each)
        return
    for colour in Colour:
        stones = arrangement.stones(colour).bit_count()
        if stones > each:
            yield Message("defect.too-many-of-colour", number=stones, colour=colour, each=each)


def _hands(arrangement: Arrangement, rules: RuleSet) -> Iterator[Message]:
    if not any(arrangement.hands) or not rules.placed_by_players:
        return
    where = arrangement.board
    white, black = arrangement.hands
    occupied = arrangement.white | arrangement.black
    to_place = max(0, where.points - occupied.bit_count() - 1)
    if occupied >> where.centre & 1:
        centre = where.names[where.centre]
        yield Message("defect.stone-on-centre", point=centre)
    expected = black if arrangement.side is Colour.WHITE else black - 1
    if white != expected:
        yield Message(f"defect.hands-{arrangement.side}-to-move", key=f"hand:{white},{black}")
    if white + black != to_place:
        yield Message(
            "defect.hands-and-room",
            key=f"hand:{white},{black}",
            number=white + black,
            left=to_place,
        )
    for colour in Colour:
        stones = arrangement.stones(colour).bit_count() + arrangement.hand(colour)
        if stones > where.stones_each:
            yield Message(
                "defect.too-many-with-hand", side=colour, number=stones, each=where.stones_each
            )


def _liable_stones(arrangement: Arrangement, rules: RuleSet) -> Iterator[Message]:
    if not arrangement.liable or rules.paika_while_capture is not Paika.HUFFED:
        return
    mover = arrangement.side.other
    for point in points_of(arrangement.liable & ~arrangement.stones(mover)):
        name = arrangement.board.names[point]
        yield Message("defect.huff-without-stone", key=f"huff:{name}", colour=mover)
    if any(arrangement.hands) and rules.placed_by_players:
        yield Message("defect.huff-while-placing")
    if arrangement.giver is mover:
        yield Message("defect.huff-and-giver", key=f"vela:{mover.letter}", side=mover)
