"""The board as an SVG picture: lines, stones, coordinates, and a turn with its arrows and marks.

    svg.board(position)               a position
    svg.board(position, "f2-e3A")     a turn of it: the position after, and what has happened

The text needs nothing else, no style sheet, script, font or picture, so it goes into a page or a
magazine as it is. The same question gives the same bytes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import chain

from solver.board import Board, Colour, points_of
from solver.position import Outcome, Position
from solver.rules import Captured
from solver.svg_themes import THEMES, PictureError, Theme, theme_named
from solver.turn import Turn

__all__ = ["LARGEST", "SMALLEST", "THEMES", "PictureError", "board"]

SMALLEST, LARGEST = 50, 4000
"""The longer side of a picture, in pixels."""

# Lengths in the picture's own units. A stone on the outermost line stays clear of the frame.
_GAP = 40
_FRAME = 18
_STONE = 14.5

_HEAD = 9
"""An arrow's head is this long."""
_CLEAR = 3
"""Between a point and the tip of an arrow that the next one follows."""
_LANE = 8
"""Between two arrows along the same line."""

_ROSETTE = "q3-3.5 0-6.5q-3 3 0 6.5q3.5 3 6.5 0q-3-3-6.5 0q-3 3.5 0 6.5q3-3 0-6.5q-3.5-3-6.5 0q3 3 6.5 0"
"""Four petals around the point where it begins."""

_Spot = tuple[float, float]


def board(
    position: Position,
    turn: Turn | str | None = None,
    *,
    size: int = 480,
    theme: str = "light",
    coordinates: bool = True,
) -> str:
    """The picture of a position; with a turn of it, the position after, and the turn.

    `size` is the longer side in pixels; the picture scales without loss all the same.
    """
    look = theme_named(theme)
    if isinstance(size, bool) or not isinstance(size, int) or not SMALLEST <= size <= LARGEST:
        raise PictureError(
            f"no picture of size {str(size)[:24]}: a whole number of pixels from {SMALLEST} to "
            f"{LARGEST} is possible"
        )
    if turn is None:
        return _Picture(position, position, None, look).text(size, coordinates)
    played = position.read(turn) if isinstance(turn, str) else turn
    return _Picture(position, position.play(played), played, look).text(size, coordinates)


@dataclass(frozen=True, slots=True)
class _Picture:
    """What is drawn: `shown`, and how `turn` has led there from `before`."""

    before: Position
    shown: Position
    turn: Turn | None
    look: Theme

    @property
    def flips(self) -> bool:
        """Whether captured stones stay, in the other colour."""
        return self.shown.rules.captured_stones is Captured.FLIP

    def text(self, size: int, coordinates: bool) -> str:
        where = self.shown.board
        wide, high = (where.width + 1) * _GAP, (where.height + 1) * _GAP
        scale = size / max(wide, high)
        parts = chain(
            [
                '<svg xmlns="http://www.w3.org/2000/svg" role="img" '
                f'width="{_number(wide * scale)}" height="{_number(high * scale)}" '
                f'viewBox="0 0 {wide} {high}">',
                f"<title>{escape(_title(self))}</title>",
                f"<desc>{escape(' '.join(_description(self)))}</desc>",
            ],
            _gradients(self.look),
            _surface(self.look, wide, high),
            _lines(self.look, where),
            _coordinates(self.look, where) if coordinates else (),
            _beside(self),
            _gone(self),
            _stones(self),
            _marks(self),
            _arrows(self),
            ["</svg>"],
        )
        return "\n".join(parts) + "\n"


def _title(what: _Picture) -> str:
    situation = _situation(what.shown)
    if what.turn is None:
        return f"Fanorona, {what.shown.board.size} board: {situation}"
    mover = what.before.side.value.capitalize()
    return f"Fanorona, {what.shown.board.size} board: {mover} has played {what.turn}, {situation}"


def _situation(position: Position) -> str:
    outcome = _outcome(position)
    if outcome is None:
        return f"{position.side.value.capitalize()} to move"
    return "White has won" if outcome is Outcome.WHITE_WINS else "Black has won"


def _outcome(position: Position) -> Outcome | None:
    """None also where the position is not legal: it is drawn all the same."""
    return None if position.validate() else position.outcome()


def _description(what: _Picture) -> Iterator[str]:
    yield f"Rules: {what.shown.rules.id}."
    if what.turn is not None:
        if what.turn.captured:
            yield f"{'Flipped' if what.flips else 'Taken'}: {', '.join(what.turn.captured)}."
        if what.turn.removed:
            yield f"Removed: {', '.join(what.turn.removed)}."
    state = what.shown.arrangement
    for colour in Colour:
        yield f"{colour.value.capitalize()}: {_names(state.board, state.stones(colour))}."
    if any(state.hands):
        yield f"To be placed: White {state.hands[0]}, Black {state.hands[1]}."
    if state.liable:
        yield f"Liable: {_names(state.board, state.liable)}."
    if state.giver is not None:
        yield f"Vela, the giver is {state.giver.value.capitalize()}."


def _names(where: Board, stones: int) -> str:
    by_file = sorted(points_of(stones), key=where.file_rank)
    return " ".join(where.names[point] for point in by_file) or "no stones"


def _gradients(look: Theme) -> Iterator[str]:
    """Named after the theme: pictures of several themes may stand on one page."""
    for colour in Colour:
        stone = look.stone(colour)
        if stone.light != stone.shade:
            yield (
                f'<radialGradient id="fanorona-{look.name}-{colour}" cx=".36" cy=".32" r=".75">'
                f'<stop stop-color="{stone.light}"/><stop offset="1" stop-color="{stone.shade}"/>'
                "</radialGradient>"
            )


def _surface(look: Theme, wide: int, high: int) -> Iterator[str]:
    yield f'<rect width="{wide}" height="{high}" rx="7" fill="{look.frame}"/>'
    yield (
        f'<rect x="{_FRAME}" y="{_FRAME}" width="{wide - 2 * _FRAME}" height="{high - 2 * _FRAME}"'
        f' rx="2" fill="{look.field}"/>'
    )
    if look.grain:
        yield (
            f'<path d="{_grain(wide, high)}" fill="none" stroke="{look.grain}" opacity=".35"/>'
        )
    corners = [(x, y) for y in (9, high - 9) for x in (9, wide - 9)]
    rosettes = "".join(f"M{x} {y}{_ROSETTE}" for x, y in corners)
    yield (
        f'<g fill="none" stroke="{look.edge}">'
        f'<rect x="1.5" y="1.5" width="{wide - 3}" height="{high - 3}" rx="6"/>'
        f'<rect x="{_FRAME}" y="{_FRAME}" width="{wide - 2 * _FRAME}"'
        f' height="{high - 2 * _FRAME}" rx="2"/>'
        f'<path d="{rosettes}" stroke-width=".8"/></g>'
    )


def _grain(wide: int, high: int) -> str:
    """Slow waves along the board, no two alike."""
    left, right = _FRAME, wide - _FRAME
    third = _number((right - left) / 3)
    waves = []
    for number, y in enumerate(range(_FRAME + 7, high - _FRAME - 3, 11)):
        up, down = (number * 7) % 5 - 2, (number * 11) % 7 - 3
        waves.append(f"M{left} {y}c{third} {up * 3} {third} {down * 3} {right - left} {down}")
    return "".join(waves)


def _lines(look: Theme, where: Board) -> Iterator[str]:
    path = "".join(_whole_lines(where))
    if look.groove:
        yield (
            f'<path d="{path}" fill="none" stroke="{look.groove}" stroke-width="1.2" '
            'transform="translate(.5 1)"/>'
        )
    yield f'<path class="lines" d="{path}" fill="none" stroke="{look.line}" stroke-width="1.3"/>'
    dots = "".join(f"M{_at(where, point)}h0" for point in range(where.points))
    yield (
        f'<path class="points" d="{dots}" stroke="{look.line}" stroke-width="5" '
        'stroke-linecap="round"/>'
    )


def _whole_lines(where: Board) -> Iterator[str]:
    """Every line of the board from end to end."""
    right, top = where.width - 1, where.height - 1
    ends = [((0, rank), (right, rank)) for rank in range(top + 1)]
    ends += [((file, 0), (file, top)) for file in range(right + 1)]
    for begin in range(2 - top, right, 2):
        length = min(top + min(begin, 0), right - max(begin, 0))
        low = (max(begin, 0), max(-begin, 0))
        high = (low[0] + length, low[1] + length)
        ends += [(low, high), ((right - low[0], low[1]), (right - high[0], high[1]))]
    for (file, rank), (to_file, to_rank) in ends:
        begin_at, end_at = rank * where.width + file, to_rank * where.width + to_file
        yield f"M{_at(where, begin_at)}L{_at(where, end_at)}"


def _coordinates(look: Theme, where: Board) -> Iterator[str]:
    foot = (where.height + 1) * _GAP - _FRAME / 2
    labels = [
        (where.names[file][0], complex((file + 1) * _GAP, foot)) for file in range(where.width)
    ]
    labels += [
        (str(rank + 1), complex(_FRAME / 2, (where.height - rank) * _GAP))
        for rank in range(where.height)
    ]
    yield (
        f'<g class="coordinates" fill="{look.label}" font-family="sans-serif" font-size="10" '
        'text-anchor="middle">'
    )
    yield "".join(_label(text, at, 10) for text, at in labels) + "</g>"


def _label(text: str, at: complex, font_size: float) -> str:
    """A text with its middle there; digits and letters are some 0.7 of the font size high."""
    return f'<text x="{_number(at.real)}" y="{_number(at.imag + font_size * 0.35)}">{text}</text>'


def _beside(what: _Picture) -> Iterator[str]:
    """In the right band, at each colour's own side: to move, stones in hand, giver of the Vela."""
    where, look = what.shown.board, what.look
    middle = (where.width + 1) * _GAP - _FRAME / 2
    yield (
        f'<g class="beside" fill="{look.label}" font-family="sans-serif" font-size="9" '
        'text-anchor="middle">'
    )
    for colour in Colour:
        white = colour is Colour.WHITE
        home = complex(middle, where.height * _GAP if white else _GAP)
        inwards = -1j if white else 1j
        if what.shown.side is colour and _outcome(what.shown) is None:
            stone = look.stone(colour)
            yield (
                f'<path class="side" d="M{_spot(home - 5)}l9-5v10z" fill="{stone.shade}" '
                f'stroke="{stone.outline}" stroke-linejoin="round"/>'
            )
        if any(what.shown.arrangement.hands):
            stone = look.stone(colour)
            yield (
                f'<circle {_centre(home + 17 * inwards)} r="4.5" fill="{stone.shade}" '
                f'stroke="{stone.outline}"/>'
            )
            yield _label(str(what.shown.arrangement.hand(colour)), home + 28 * inwards, 9)
        if what.shown.arrangement.giver is colour:
            at = _spot(home + 24 * inwards)
            yield f'<text transform="translate({at})rotate(90)" y="3">Vela</text>'
    yield "</g>"


def _gone(what: _Picture) -> Iterator[str]:
    """The stones that have left their points, faded, where they stood."""
    if what.turn is None:
        return
    mover, enemy = what.before.side, what.before.side.other
    left = [(name, enemy) for name in (() if what.flips else what.turn.captured)]
    left += [(name, enemy if name == what.turn.huffed else mover) for name in what.turn.removed]
    yield '<g class="gone" opacity=".5" stroke-dasharray="3 2.5">'
    yield from _circles(what, "taken", ((name, colour) for name, colour in left))
    origin = what.turn.steps[0].origin if what.turn.steps else None
    if origin is not None:
        yield from _circles(what, "origin", [(origin, mover)])
    yield "</g>"


def _stones(what: _Picture) -> Iterator[str]:
    state, look = what.shown.arrangement, what.look
    if look.shadow:
        occupied = points_of(state.white | state.black)
        spots = "".join(f"M{_at(state.board, point)}h0" for point in occupied)
        yield (
            f'<path d="{spots}" stroke="{look.shadow}" stroke-width="{2 * _STONE}" opacity=".25" '
            'stroke-linecap="round" transform="translate(.8 1.8)"/>'
        )
    for colour in Colour:
        names = (state.board.names[point] for point in points_of(state.stones(colour)))
        yield from _circles(what, "stones", [(name, colour) for name in names])


def _circles(what: _Picture, kind: str, stones: Iterable[tuple[str, Colour]]) -> Iterator[str]:
    listed = list(stones)
    for colour in Colour:
        circles = [
            f'<circle {_centre(_place(what.shown.board, name))} r="{_STONE}"/>'
            for name, of in listed
            if of is colour
        ]
        if circles:
            yield f'<g class="{kind} {colour}" {_paint(what.look, colour)}>'
            yield "".join(circles) + "</g>"


def _paint(look: Theme, colour: Colour) -> str:
    stone = look.stone(colour)
    fill = stone.shade
    if stone.light != stone.shade:
        fill = f"url(#fanorona-{look.name}-{colour}) {stone.shade}"
    return f'fill="{fill}" stroke="{stone.outline}" stroke-width="1.2"'


def _marks(what: _Picture) -> Iterator[str]:
    where, look = what.shown.board, what.look
    liable = [where.names[point] for point in points_of(what.shown.arrangement.liable)]
    if liable:
        yield (
            f'<g class="liable" fill="none" stroke="{look.accent}" stroke-width="1.8" '
            'stroke-dasharray="0 3.7" stroke-linecap="round">'
        )
        yield _rings(where, liable, 17.7) + "</g>"
    if what.turn is None:
        return
    captured = what.turn.captured
    if captured and what.flips:
        old = look.stone(what.before.side.other)
        yield f'<g class="flipped" fill="{old.shade}" stroke="{look.accent}" stroke-width="2">'
        yield _rings(where, captured, 6) + "</g>"
    elif captured:
        yield from _signs(what, "captured", captured, "m-4-4l8 8m0-8l-8 8")
    yield from _signs(what, "removed", what.turn.removed, "m-5 0h10")
    placed = [step.to for step in what.turn.steps if step.origin is None]
    yield from _signs(what, "placed", placed, "m-5 0h10m-5-5v10")


def _rings(where: Board, names: Iterable[str], radius: float) -> str:
    return "".join(f'<circle {_centre(_place(where, name))} r="{radius}"/>' for name in names)


def _signs(what: _Picture, kind: str, names: Sequence[str], sign: str) -> Iterator[str]:
    if names:
        path = "".join(f"M{_spot(_free_place(what, name))}{sign}" for name in names)
        yield f'<g class="{kind}" fill="none" stroke-linecap="round">'
        yield f'<path d="{path}" stroke="{what.look.on_accent}" stroke-width="5"/>'
        yield f'<path d="{path}" stroke="{what.look.accent}" stroke-width="2.4"/></g>'


def _free_place(what: _Picture, name: str) -> complex:
    """Where a mark on a point is seen: off the arrows that meet there and the stone that stays."""
    where = what.shown.board
    at = _place(where, name)
    assert what.turn is not None
    steps = [step for step in what.turn.steps if step.origin is not None]
    taken = [_unit(_place(where, step.to) - at) for step in steps if step.origin == name]
    taken += [_unit(_place(where, step.origin) - at) for step in steps if step.to == name]
    stays = what.shown.arrangement
    occupied = (stays.white | stays.black) >> where.by_name[name] & 1
    if not taken or (len(taken) == 1 and not occupied):
        return at
    around = [complex(x, y) for y in (-1, 1) for x in (1, -1)]
    around += [] if occupied else [1, -1j, -1, 1j]
    free = max(around, key=lambda way: round(min(abs(_unit(way) - one) for one in taken), 3))
    return at + (18 if occupied else 9) * _unit(free)


def _unit(way: complex) -> complex:
    return way / abs(way)


@dataclass(frozen=True, slots=True)
class _Arrow:
    """A step's arrow from `tail` to `tip`, the middle of its number, and half of its widths."""

    tail: complex
    tip: complex
    number: complex
    shaft: float
    barb: float

    def outline(self) -> str:
        ahead = _unit(self.tip - self.tail)
        neck, left = self.tip - _HEAD * ahead, ahead * 1j
        corners = (
            self.tail + self.shaft * left,
            neck + self.shaft * left,
            neck + self.barb * left,
            self.tip,
            neck - self.barb * left,
            neck - self.shaft * left,
            self.tail - self.shaft * left,
        )
        return "M" + "L".join(_spot(corner) for corner in corners) + "z"


def _arrows(what: _Picture) -> Iterator[str]:
    arrows = [] if what.turn is None else list(_arrows_of(what.shown.board, what.turn))
    look = what.look
    if arrows:
        yield (
            f'<g class="arrows" fill="{look.accent}" stroke="{look.on_accent}" stroke-width="1.6" '
            'stroke-linejoin="round" paint-order="stroke">'
        )
        yield "".join(f'<path d="{arrow.outline()}"/>' for arrow in arrows) + "</g>"
    if len(arrows) > 1:
        discs = "".join(f"M{_spot(arrow.number)}h0" for arrow in arrows)
        yield (
            f'<path d="{discs}" stroke="{look.accent}" stroke-width="13" stroke-linecap="round"/>'
        )
        numbers = [_label(str(count), arrow.number, 8) for count, arrow in enumerate(arrows, 1)]
        yield (
            f'<g class="numbers" fill="{look.on_accent}" font-family="sans-serif" font-size="8" '
            'font-weight="bold" text-anchor="middle">'
        )
        yield "".join(numbers) + "</g>"


def _arrows_of(where: Board, turn: Turn) -> Iterator[_Arrow]:
    """Steps along the same line get a lane each, and their numbers do not meet."""
    route = [(step.origin, step.to) for step in turn.steps if step.origin is not None]
    uses, used = Counter(map(frozenset, route)), Counter[frozenset[str]]()
    for number, (origin, to) in enumerate(route):
        line = frozenset((origin, to))
        lane = used[line] - (uses[line] - 1) / 2
        used[line] += 1
        low, high = (_place(where, name) for name in sorted(line))
        begin, end = _place(where, origin), _place(where, to)
        along, ahead = _unit(high - low), _unit(end - begin)
        aside = lane * _LANE * along * 1j
        tail = begin + aside + (_CLEAR * ahead if number else 0)
        tip = end + aside - (_STONE - 2 if number == len(route) - 1 else _CLEAR) * ahead
        yield _Arrow(
            tail,
            tip,
            number=(tail + tip - _HEAD * ahead) / 2 + lane * 12 * along,
            shaft=2 if uses[line] == 1 else 1.5,
            barb=6 if uses[line] == 1 else 4.5,
        )


def _place(where: Board, name: str) -> complex:
    """Where a point lies in the picture: a right and down from the upper left corner."""
    file, rank = where.file_rank(where.by_name[name])
    return complex((file + 1) * _GAP, (where.height - rank) * _GAP)


def _at(where: Board, point: int) -> str:
    return _spot(_place(where, where.names[point]))


def _centre(at: complex) -> str:
    return f'cx="{_number(at.real)}" cy="{_number(at.imag)}"'


def _spot(at: complex) -> str:
    return f"{_number(at.real)} {_number(at.imag)}"


def _number(value: float) -> str:
    """At most one digit after the point, and no needless sign or zero."""
    rounded = round(value, 1) + 0.0
    return f"{rounded:.0f}" if rounded == int(rounded) else f"{rounded:.1f}"
