"""The board as an SVG picture: lines, stones, coordinates, and a turn with its arrows and marks.

    svg.board(position)               a position
    svg.board(position, "f2-e3A")     a turn of it: the position after, and what has happened

The text needs nothing else, no style sheet, script, font or picture, so it goes into a page or a
magazine as it is. The same question gives the same bytes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape

from fanorona.solver.board import Board, Colour
from fanorona.solver.position import Position
from fanorona.solver.rules import Captured
from fanorona.solver.svg_themes import THEMES, PictureError, Theme, theme_named
from fanorona.solver.turn import Turn
from fanorona.words import Language, Message, say

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
"""Between a point and the tip of an arrow that another one follows."""
_LANE = 8
"""Between two arrows along the same line."""

_ROSETTE = (
    "q3-3.5 0-6.5q-3 3 0 6.5q3.5 3 6.5 0q-3-3-6.5 0q-3 3.5 0 6.5q3-3 0-6.5q-3.5-3-6.5 0q3 3 6.5 0"
)
"""Four petals around the point where it begins."""
_CROSS, _BAR, _PLUS = "m-4-4l8 8m0-8l-8 8", "m-5 0h10", "m-5 0h10m-5-5v10"


def board(
    position: Position,
    turn: Turn | str | None = None,
    *,
    size: int = 480,
    theme: str = "light",
    coordinates: bool = True,
    language: Language = "en",
    turned: bool = False,
) -> str:
    """The picture of a position; with a turn of it, the position after, and the turn.

    `size` is the longer side in pixels; the picture scales without loss all the same. Its title and
    its description, which screen readers read, are in the language. With `turned`, Black is below.
    """
    look = theme_named(theme)
    if type(size) is not int or not SMALLEST <= size <= LARGEST:
        raise PictureError(
            Message("picture.size", size=str(size)[:24], least=SMALLEST, most=LARGEST)
        )
    if isinstance(turn, str):
        turn = position.read(turn)
    after = position if turn is None else position.play(turn)
    return _Picture(position, turn, after, look, language, turned).text(size, coordinates)


@dataclass(frozen=True, slots=True)
class _Picture:
    """What is drawn: a turn of `before`, if there is one, and where it has led."""

    before: Position
    turn: Turn | None
    shown: Position
    look: Theme
    language: Language = "en"
    turned: bool = False

    @property
    def where(self) -> Board:
        return self.shown.board

    @property
    def flips(self) -> bool:
        """Whether captured stones stay, in the other colour."""
        return self.shown.rules.captured_stones is Captured.FLIP

    def place(self, name: str) -> complex:
        """Where a point lies: right and down from the upper left corner."""
        file, rank = self.where.file_rank(self.where.by_name[name])
        if self.turned:
            return complex((self.where.width - file) * _GAP, (rank + 1) * _GAP)
        return complex((file + 1) * _GAP, (self.where.height - rank) * _GAP)

    def winner(self) -> Colour | None:
        """None also where the position is not legal: it is drawn all the same."""
        outcome = None if self.shown.validate() else self.shown.outcome()
        return None if outcome is None else outcome.winner

    def text(self, size: int, coordinates: bool) -> str:
        wide, high = (self.where.width + 1) * _GAP, (self.where.height + 1) * _GAP
        parts = [_tag("title", escape(_title(self))), _tag("desc", escape(_description(self)))]
        parts += [*_gradients(self.look), *_surface(self.look, wide, high), *_lines(self)]
        parts += [_coordinates(self)] if coordinates else []
        parts += [_beside(self), *_gone(self), *_stones(self), *_marks(self), *_arrows(self)]
        picture = _tag(
            "svg",
            *(f"\n{part}" for part in parts if part),
            "\n",
            xmlns="http://www.w3.org/2000/svg",
            role="img",
            lang=self.language,
            width=wide * size / max(wide, high),
            height=high * size / max(wide, high),
            viewBox=f"0 0 {wide} {high}",
        )
        return f"{picture}\n"


def _title(what: _Picture) -> str:
    language, winner = what.language, what.winner()
    side = winner or what.shown.side
    now = say("picture.won" if winner else "picture.to-move", language, side=side)
    if what.turn is not None:
        before = what.before.side
        now = say("picture.played", language, side=before, turn=str(what.turn), now=now)
    return say("picture.title", language, size=what.where.size, now=now)


def _description(what: _Picture) -> str:
    return " ".join(
        say(f"picture.{key}", what.language, **values) for key, values in _sentences(what)
    )


def _sentences(what: _Picture) -> Iterator[tuple[str, dict[str, object]]]:
    state, language = what.shown.arrangement, what.language
    yield "rules", {"rules": what.shown.rules.id}
    if what.turn is not None and what.turn.captured:
        yield "flipped" if what.flips else "taken", {"points": " ".join(what.turn.captured)}
    if what.turn is not None and what.turn.removed:
        yield "removed", {"points": " ".join(what.turn.removed)}
    for colour in Colour:
        points = " ".join(what.where.names_of(state.stones(colour)))
        points = points or say("picture.no-stones", language)
        yield "stones", {"side": colour, "points": points}
    if any(state.hands):
        yield "hands", {"white": state.hands[0], "black": state.hands[1]}
    if state.liable:
        yield "liable", {"points": " ".join(what.where.names_of(state.liable))}
    if state.giver is not None:
        yield "giver", {"side": state.giver}


def _gradients(look: Theme) -> Iterator[str]:
    """Named after the theme: pictures of several themes may stand on one page."""
    for colour in Colour:
        stone = look.stone(colour)
        if stone.light != stone.shade:
            stops = (
                _tag("stop", stop_color=stone.light),
                _tag("stop", offset=1, stop_color=stone.shade),
            )
            name = f"fanorona-{look.name}-{colour}"
            yield _tag("radialGradient", *stops, id=name, cx=0.4, cy=0.3, r=0.8)


def _surface(look: Theme, wide: int, high: int) -> Iterator[str]:
    field = {"x": _FRAME, "y": _FRAME, "width": wide - 2 * _FRAME, "height": high - 2 * _FRAME}
    yield _tag("rect", width=wide, height=high, rx=7, fill=look.frame)
    yield _tag("rect", **field, rx=2, fill=look.field)
    if look.grain:
        yield _tag("path", d=_grain(wide, high), fill="none", stroke=look.grain, opacity=0.4)
    corners = ((x, y) for y in (9, high - 9) for x in (9, wide - 9))
    yield _tag(
        "g",
        _tag("rect", x=1.5, y=1.5, width=wide - 3, height=high - 3, rx=6),
        _tag("rect", **field, rx=2),
        _tag("path", d="".join(f"M{x} {y}{_ROSETTE}" for x, y in corners), stroke_width=0.8),
        fill="none",
        stroke=look.edge,
    )


def _grain(wide: int, high: int) -> str:
    """Slow waves along the field, no neighbours alike."""
    length, third = wide - 2 * _FRAME, (wide - 2 * _FRAME) // 3
    waves = []
    for number, y in enumerate(range(_FRAME + 7, high - _FRAME - 3, 11)):
        bend, end = number * 7 % 5 - 2, number * 11 % 7 - 3
        waves.append(f"M{_FRAME} {y}c{third} {3 * bend} {third} {3 * end} {length} {end}")
    return "".join(waves)


def _lines(what: _Picture) -> Iterator[str]:
    look = what.look
    path = "".join(
        f"M{_at(what.place(begin))}L{_at(what.place(end))}" for begin, end in _ends(what.where)
    )
    if look.groove:
        lit = {"stroke": look.groove, "transform": "translate(.5 1)"}
        yield _tag("path", d=path, fill="none", stroke_width=1.2, **lit)
    yield _tag(
        "path", class_="lines", d=path, fill="none", stroke=look.line, stroke_width=look.line_width
    )
    yield _discs(map(what.place, what.where.names), 5, class_="points", stroke=look.line)


def _ends(where: Board) -> Iterator[tuple[str, str]]:
    """Both ends of every line of the board."""
    right, top = where.width - 1, where.height - 1
    ends = [((0, rank), (right, rank)) for rank in range(top + 1)]
    ends += [((file, 0), (file, top)) for file in range(right + 1)]
    for offset in range(2 - top, right, 2):
        file, rank = max(offset, 0), max(-offset, 0)
        length = min(right - file, top - rank)
        ends.append(((file, rank), (file + length, rank + length)))
        ends.append(((right - file, rank), (right - file - length, rank + length)))
    for (file, rank), (to_file, to_rank) in ends:
        yield (
            where.names[rank * where.width + file],
            where.names[to_rank * where.width + to_file],
        )


def _coordinates(what: _Picture) -> str:
    foot = (what.where.height + 1) * _GAP - _FRAME / 2
    files = what.where.names[: what.where.width]
    ranks = what.where.names[:: what.where.width]
    labels = [_label(name[0], complex(what.place(name).real, foot), 10) for name in files]
    labels += [_label(name[1:], complex(_FRAME / 2, what.place(name).imag), 10) for name in ranks]
    return _tag("g", *labels, class_="coordinates", fill=what.look.label, **_font(10))


def _beside(what: _Picture) -> str:
    """In the right band, at each colour's own side: to move, stones in hand, giver of the Vela."""
    state = what.shown.arrangement
    middle = (what.where.width + 1) * _GAP - _FRAME / 2
    over = what.winner() is not None
    parts = []
    below, above = (Colour.BLACK, Colour.WHITE) if what.turned else (Colour.WHITE, Colour.BLACK)
    for colour, home, inwards in (
        (below, complex(middle, what.where.height * _GAP), -1j),
        (above, complex(middle, _GAP), 1j),
    ):
        paint = {"fill": what.look.stone(colour).shade, "stroke": what.look.label}
        if state.side is colour and not over:
            parts.append(_tag("path", class_="side", d=f"M{_at(home - 5)}l9-5v10z", **paint))
        if any(state.hands):
            parts.append(_tag("circle", **_centre(home + 17 * inwards), r=4.5, **paint))
            parts.append(_label(str(state.hand(colour)), home + 28 * inwards, 9))
        if state.giver is colour:
            turned = f"translate({_at(home + 24 * inwards)})rotate(90)"
            parts.append(_tag("text", "Vela", transform=turned, y=3))
    return _tag("g", *parts, class_="beside", fill=what.look.label, **_font(9))


def _gone(what: _Picture) -> Iterator[str]:
    """The stones that are no more where they stood, faded."""
    if what.turn is None:
        return
    mover, enemy = what.before.side, what.before.side.other
    left = {mover: list(what.turn.removed), enemy: []}
    if what.turn.huffed is not None:
        left[mover].remove(what.turn.huffed)
        left[enemy].append(what.turn.huffed)
    if not what.flips:
        left[enemy] += what.turn.captured
    origins = [step.origin for step in what.turn.steps[:1] if step.origin is not None]
    groups = [_circles(what, "taken", colour, left[colour]) for colour in Colour]
    groups.append(_circles(what, "origin", mover, origins))
    yield _tag("g", *groups, class_="gone", opacity=0.5, stroke_dasharray="3 2.5")


def _stones(what: _Picture) -> Iterator[str]:
    state = what.shown.arrangement
    if what.look.shadow:
        yield _discs(
            map(what.place, what.where.names_of(state.white | state.black)),
            2 * _STONE,
            stroke=what.look.shadow,
            opacity=0.3,
            transform="translate(.8 1.8)",
        )
    for colour in Colour:
        yield _circles(what, "stones", colour, what.where.names_of(state.stones(colour)))


def _circles(what: _Picture, kind: str, colour: Colour, names: Iterable[str]) -> str:
    circles = [_tag("circle", **_centre(what.place(name)), r=_STONE) for name in names]
    if not circles:
        return ""
    stone = what.look.stone(colour)
    fill = stone.shade
    if stone.light != stone.shade:
        fill = f"url(#fanorona-{what.look.name}-{colour}) {fill}"
    paint = {"fill": fill, "stroke": stone.outline}
    return _tag("g", *circles, class_=f"{kind} {colour}", **paint, stroke_width=1.2)


def _marks(what: _Picture) -> Iterator[str]:
    look, liable = what.look, what.where.names_of(what.shown.arrangement.liable)
    if liable:
        rings = [_tag("circle", **_centre(what.place(name)), r=17.7) for name in liable]
        dotted = {"stroke_dasharray": "0 3.7", "stroke_linecap": "round"}
        paint = {"fill": "none", "stroke": look.accent, **dotted}
        yield _tag("g", *rings, class_="liable", **paint, stroke_width=1.8)
    if what.turn is None:
        return
    if not what.flips:
        yield _signs(what, "captured", what.turn.captured, _CROSS)
    elif what.turn.captured:
        dots = [_tag("circle", **_centre(what.place(name)), r=6) for name in what.turn.captured]
        paint = {"fill": look.stone(what.before.side.other).shade, "stroke": look.accent}
        yield _tag("g", *dots, class_="flipped", **paint, stroke_width=2)
    yield _signs(what, "removed", what.turn.removed, _BAR)
    placed = [step.to for step in what.turn.steps if step.origin is None]
    yield _signs(what, "placed", placed, _PLUS)


def _signs(what: _Picture, kind: str, names: Iterable[str], sign: str) -> str:
    path = "".join(f"M{_at(_free_place(what, name))}{sign}" for name in names)
    if not path:
        return ""
    border = _tag("path", d=path, stroke=what.look.on_accent, stroke_width=5)
    inner = _tag("path", d=path, stroke=what.look.accent, stroke_width=2.4)
    return _tag("g", border, inner, class_=kind, fill="none", stroke_linecap="round")


def _free_place(what: _Picture, name: str) -> complex:
    """Where a mark on a point is seen: off the arrows that meet there and the stone that stays."""
    at = what.place(name)
    arrows = [
        _unit(what.place(other) - at)
        for one, to in _route(what)
        for end, other in ((one, to), (to, one))
        if end == name
    ]
    state = what.shown.arrangement
    occupied = (state.white | state.black) >> what.where.by_name[name] & 1
    if not arrows or (len(arrows) == 1 and not occupied):
        return at
    ways = [complex(x, y) for y in (-1, 1) for x in (1, -1)]
    ways += [] if occupied else [1, -1j, -1, 1j]
    free = max(ways, key=lambda way: round(min(abs(_unit(way) - one) for one in arrows), 3))
    return at + (18 if occupied else 9) * _unit(free)


def _route(what: _Picture) -> list[tuple[str, str]]:
    """The steps of the turn from point to point."""
    steps = () if what.turn is None else what.turn.steps
    return [(step.origin, step.to) for step in steps if step.origin is not None]


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
        neck, aside = self.tip - _HEAD * ahead, ahead * 1j
        corners = (
            self.tail + self.shaft * aside,
            neck + self.shaft * aside,
            neck + self.barb * aside,
            self.tip,
            neck - self.barb * aside,
            neck - self.shaft * aside,
            self.tail - self.shaft * aside,
        )
        return f"M{'L'.join(map(_at, corners))}z"


def _arrows(what: _Picture) -> Iterator[str]:
    arrows, look = list(_arrows_of(what)), what.look
    if arrows:
        shapes = [_tag("path", d=arrow.outline()) for arrow in arrows]
        border = {"stroke": look.on_accent, "stroke_linejoin": "round", "paint_order": "stroke"}
        yield _tag("g", *shapes, class_="arrows", fill=look.accent, stroke_width=1.6, **border)
    if len(arrows) > 1:
        yield _discs((arrow.number for arrow in arrows), 13, stroke=look.accent)
        numbers = [_label(str(count), arrow.number, 8) for count, arrow in enumerate(arrows, 1)]
        bold = {"class_": "numbers", "fill": look.on_accent, "font_weight": "bold"}
        yield _tag("g", *numbers, **bold, **_font(8))


def _arrows_of(what: _Picture) -> Iterator[_Arrow]:
    """Steps along the same line get a lane each, and their numbers do not meet."""
    route = _route(what)
    uses, used = Counter(map(frozenset, route)), Counter[frozenset[str]]()
    for number, step in enumerate(route):
        line = frozenset(step)
        lane = used[line] - (uses[line] - 1) / 2
        used[line] += 1
        low, high = map(what.place, sorted(line))
        begin, end = map(what.place, step)
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


def _tag(name: str, *inside: str, **attributes: str | float) -> str:
    """An element; `class_` and `stroke_width` stand for class and stroke-width."""
    written = ""
    for key, value in attributes.items():
        text = value if isinstance(value, str) else _short(value)
        written += f' {key.rstrip("_").replace("_", "-")}="{text}"'
    content = "".join(inside)
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def _discs(places: Iterable[complex], across: float, **attributes: str | float) -> str:
    """Many discs of one colour, as lines without length that have round ends: short to write."""
    path = "".join(f"M{_at(place)}h0" for place in places)
    return _tag("path", d=path, stroke_width=across, stroke_linecap="round", **attributes)


def _label(text: str, at: complex, font_size: float) -> str:
    """A text with its middle there: digits and letters are some 0.7 of the font size high."""
    return _tag("text", escape(text), x=at.real, y=at.imag + 0.35 * font_size)


def _font(size: float) -> dict[str, str]:
    return {"font_family": "sans-serif", "font_size": _short(size), "text_anchor": "middle"}


def _centre(at: complex) -> dict[str, float]:
    return {"cx": at.real, "cy": at.imag}


def _at(place: complex) -> str:
    return f"{_short(place.real)} {_short(place.imag)}"


def _unit(way: complex) -> complex:
    return way / abs(way)


def _short(number: float) -> str:
    """At most one digit after the point, and no minus before a zero."""
    return f"{round(number, 1) + 0.0:g}"
