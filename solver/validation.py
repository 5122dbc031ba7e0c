"""Judging an arrangement: every defect that it has under a rule set."""

from __future__ import annotations

from collections.abc import Iterator

from fanorona.solver.arrangement import Arrangement
from fanorona.solver.board import Colour, points_of
from fanorona.solver.rules import Captured, Paika, RuleSet


def defects_of(arrangement: Arrangement, rules: RuleSet) -> tuple[str, ...]:
    """Every reason why the arrangement is no position of that rule set."""
    return tuple(
        defect
        for look in (_unknown_state, _numbers_of_stones, _hands, _liable_stones)
        for defect in look(arrangement, rules)
    )


def _unknown_state(arrangement: Arrangement, rules: RuleSet) -> Iterator[str]:
    unknown = [
        (bool(arrangement.first) and rules.chain_on_first_turn, "first:"),
        (any(arrangement.hands) and not rules.placed_by_players, "hand:"),
        (arrangement.liable and rules.paika_while_capture is not Paika.HUFFED, "huff:"),
        (arrangement.giver is not None and not rules.vela, "vela:"),
    ]
    for present, key in unknown:
        if present:
            yield f"'{key}' means nothing under {rules.id}: leave it out, or name other rules"


def _numbers_of_stones(arrangement: Arrangement, rules: RuleSet) -> Iterator[str]:
    each = arrangement.board.stones_each
    if not arrangement.white and not arrangement.black and not any(arrangement.hands):
        yield "there are no stones: put at least one on the board"
    if rules.captured_stones is Captured.FLIP:
        together = (arrangement.white | arrangement.black).bit_count()
        if together > 2 * each:
            yield f"{together} stones on the board, but the set-up has {2 * each}"
        return
    for colour in Colour:
        stones = arrangement.stones(colour).bit_count()
        if stones > each:
            yield f"{stones} {colour} stones on the board, but the set-up has {each}"


def _hands(arrangement: Arrangement, rules: RuleSet) -> Iterator[str]:
    if not any(arrangement.hands) or not rules.placed_by_players:
        return
    where = arrangement.board
    white, black = arrangement.hands
    occupied = arrangement.white | arrangement.black
    to_place = max(0, where.points - occupied.bit_count() - 1)
    if occupied >> where.centre & 1:
        centre = where.names[where.centre]
        yield f"a stone on {centre}: the centre stays empty while stones are placed"
    expected = black if arrangement.side is Colour.WHITE else black - 1
    if white != expected:
        wanted = "as many as" if arrangement.side is Colour.WHITE else "one fewer than"
        yield (
            f"hand:{white},{black} with {arrangement.side.value.capitalize()} to move: "
            f"White must have {wanted} Black in hand"
        )
    if white + black != to_place:
        yield (f"hand:{white},{black} is {white + black} stones, but there is room for {to_place}")
    for colour in Colour:
        stones = arrangement.stones(colour).bit_count() + arrangement.hand(colour)
        if stones > where.stones_each:
            yield (
                f"{colour.value.capitalize()} has {stones} stones on the board and in hand, "
                f"but the set-up has {where.stones_each}"
            )


def _liable_stones(arrangement: Arrangement, rules: RuleSet) -> Iterator[str]:
    if not arrangement.liable or rules.paika_while_capture is not Paika.HUFFED:
        return
    mover = arrangement.side.other
    for point in points_of(arrangement.liable & ~arrangement.stones(mover)):
        name = arrangement.board.names[point]
        yield f"huff:{name} names a point without a {mover} stone: only those can be liable"
    if any(arrangement.hands) and rules.placed_by_players:
        yield "'huff:' while stones are in hand: nothing is liable yet, so leave it out"
    if arrangement.giver is mover:
        yield (
            f"huff: together with vela:{mover.letter}: {mover.value.capitalize()} cannot capture "
            "yet, so none of its stones is liable"
        )
