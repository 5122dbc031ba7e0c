"""The SVG picture: what is drawn, where, and that nothing else is needed to see it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random
from xml.etree import ElementTree as Xml

import pytest

from fanorona.solver import RULE_SETS, Colour, IllegalTurn, Position, Turn, svg
from fanorona.solver.board import Board, Direction, points_of
from fanorona.solver.svg_themes import Theme
from tests.random_positions import SIZES

PROBLEM = Position.parse("BBWBWBBWB/WWB3WWW/BBW2BBWB/WWWWBBBWW/WBWWBWWBB B", "fliporona")
SOLUTION = "c4-d4W-e3W-f4W-e4W-e3W-d3A"
CHAIN = Position.parse("BBBBBB1BB/BBBBW4/BWBW1B1BW/WWWW1WW1W/WWWWWWWW1 B")
CHAIN_ONTO_A_TAKEN_STONE = "f3-f4W-e3A-e2W-f2A-g3W-g2A-h2A-g1W-f1W"
RETRACED = (
    Position.parse("WW4WBW/B1WWBWWWB/B2W3WW/W3W2WW/BWW1WWWWB B", "fliporona"),
    "a3-b2A-c2W-c3A-b4A-b3W-c3A-d2A-e3A-f2W-f3W-g3A-g2A-f2A-g3A-g2W-f2W",
)
HUFF = Position.parse("BB1BBBBBB/BB1BBBBBB/BWBWWBWBW/WWWWW1WWW/WWWWWWWWW W huff:c3,d5,f3", "livret")
PLACING = Position.parse("9/9/2W2B3/9/9 W hand:21,21", "fliporona")

GAP = 40
TAGS = {"svg", "title", "desc", "g", "rect", "circle", "path", "text", "radialGradient", "stop"}


class Drawn:
    """A picture, read back."""

    def __init__(self, text: str, board: Board) -> None:
        self.root = Xml.fromstring(text)
        self.board = board

    def all(self) -> Iterator[tuple[str, Xml.Element]]:
        for element in self.root.iter():
            yield element.tag.removeprefix("{http://www.w3.org/2000/svg}"), element

    def of_class(self, *wanted: str) -> Iterator[Xml.Element]:
        """The elements that have all these classes, and those inside them."""
        for element in self.root.iter():
            if set(wanted) <= set(element.get("class", "").split()):
                yield from element.iter()

    def circles(self, *wanted: str) -> Counter[str]:
        """How many circles of these classes stand on which point."""
        places = (
            (element.get("cx", ""), element.get("cy", ""))
            for element in self.of_class(*wanted)
            if element.tag.endswith("circle")
        )
        return Counter(self.named(float(x), float(y)) for x, y in places)

    def paths(self, name: str) -> list[str]:
        return [element.get("d", "") for element in self.of_class(name) if element.get("d")]

    def signs(self, name: str) -> list[tuple[float, float]]:
        """Where the marks of a class begin; each is drawn twice, with a border under it."""
        border_and_mark = self.paths(name)
        return spots(border_and_mark[0]) if border_and_mark else []

    def texts(self, name: str) -> list[str]:
        return [element.text for element in self.of_class(name) if element.text]

    def named(self, x: float, y: float) -> str:
        file, rank = round(x / GAP) - 1, self.board.height - round(y / GAP)
        return self.board.names[rank * self.board.width + file]


def drawn(position: Position, turn: str | None = None, *, theme: str = "light") -> Drawn:
    return Drawn(svg.board(position, turn, theme=theme), position.board)


def spots(path: str) -> list[tuple[float, float]]:
    """Where the parts of a path begin."""
    found = re.findall(r"M(-?[\d.]+) (-?[\d.]+)", path)
    return [(float(x), float(y)) for x, y in found]


def names(position: Position, colour: Colour) -> list[str]:
    stones = position.arrangement.stones(colour)
    return [position.board.names[point] for point in points_of(stones)]


def samples() -> Iterator[tuple[Position, str | None]]:
    for width, height in SIZES:
        yield Position.start(width=width, height=height), None
    yield from ((PROBLEM, SOLUTION), (CHAIN, CHAIN_ONTO_A_TAKEN_STONE), RETRACED)
    yield from ((HUFF, None), (HUFF, "f3~e3-f2W"), (PLACING, None), (PLACING, "@e2"))
    yield Position.start(giver=Colour.BLACK), None


@pytest.fixture(params=samples(), ids=lambda sample: f"{sample[0]} {sample[1] or ''}".strip())
def sample(request: pytest.FixtureRequest) -> tuple[Position, str | None]:
    position, turn = request.param
    return position, turn


@pytest.fixture(params=svg.THEMES.values(), ids=list(svg.THEMES))
def theme(request: pytest.FixtureRequest) -> Theme:
    found: Theme = request.param
    return found


def test_a_picture_needs_nothing_from_elsewhere(
    sample: tuple[Position, str | None], theme: Theme
) -> None:
    picture = drawn(*sample, theme=theme.name)
    identifiers = {element.get("id") for _, element in picture.all()}
    for tag, element in picture.all():
        assert tag in TAGS
        for key, value in element.attrib.items():
            assert not key.startswith("on")
            assert key != "style"
            assert "href" not in key
            assert "://" not in value
            assert set(re.findall(r"url\(#?([^)]*)\)", value)) <= identifiers


def test_a_picture_is_small(sample: tuple[Position, str | None], theme: Theme) -> None:
    assert len(svg.board(*sample, theme=theme.name)) < 12_000


def test_numbers_have_one_digit_after_the_point(sample: tuple[Position, str | None]) -> None:
    assert not re.search(r"\d\.\d\d|\de[-+]?\d\d|-0[^.\d]", svg.board(*sample, size=997))


def test_equal_questions_have_equal_bytes(sample: tuple[Position, str | None]) -> None:
    assert svg.board(*sample) == svg.board(*sample)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_every_line_of_the_board_is_drawn_once(width: int, height: int) -> None:
    position = Position.start(width=width, height=height)
    picture = drawn(position)
    (path,) = picture.paths("lines")
    lines = re.findall(r"M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)", path)
    assert len(lines) == path.count("M") == 2 * (width + height) - 4
    edges = Counter[frozenset[str]]()
    for ends in lines:
        x, y, to_x, to_y = map(float, ends)
        steps = round(max(abs(to_x - x), abs(to_y - y)) / GAP)
        way = [
            picture.named(x + (to_x - x) * one / steps, y + (to_y - y) * one / steps)
            for one in range(steps + 1)
        ]
        edges.update(map(frozenset, pairwise(way)))
    board = position.board
    assert edges == Counter(
        {
            frozenset((board.names[point], board.names[beside])): 1
            for point in range(board.points)
            for direction in Direction
            if (beside := board.beside(point, direction)) is not None
        }
    )


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_every_point_has_its_dot_and_every_file_and_rank_its_label(width: int, height: int) -> None:
    position = Position.start(width=width, height=height)
    picture = drawn(position)
    (dots,) = picture.paths("points")
    assert {picture.named(*spot) for spot in spots(dots)} == set(position.board.names)
    files = [name[0] for name in position.board.names[:width]]
    assert picture.texts("coordinates") == [*files, *(str(rank + 1) for rank in range(height))]


def test_a_notebook_draws_a_position() -> None:
    assert PROBLEM._repr_svg_() == svg.board(PROBLEM)


def test_coordinates_can_be_left_out() -> None:
    bare = Drawn(svg.board(CHAIN, coordinates=False), CHAIN.board)
    assert list(bare.of_class("coordinates")) == []


def test_every_stone_is_drawn_once(sample: tuple[Position, str | None]) -> None:
    position, _ = sample
    picture = drawn(position)
    for colour in Colour:
        assert picture.circles(colour.value) == Counter(names(position, colour))


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_turn_shows_every_stone_that_stays_and_every_one_that_has_gone(
    rules: str, random_position: Callable[[Random, str], str]
) -> None:
    for position, turn in random_turns(rules, random_position):
        picture, after = drawn(position, str(turn)), position.play(turn)
        mover, enemy = position.side.value, position.side.other.value
        huffed = [turn.huffed] if turn.huffed else []
        taken = [] if rules == "fliporona" else turn.captured
        for colour in Colour:
            assert picture.circles("stones", colour.value) == Counter(names(after, colour))
        assert picture.circles("taken", enemy) == Counter([*taken, *huffed])
        assert picture.circles("taken", mover) == Counter(turn.removed) - Counter(huffed)
        assert len(picture.signs("captured")) == len(taken)
        assert len(picture.signs("removed")) == len(turn.removed)
        assert picture.circles("flipped") == Counter(turn.captured) - Counter(taken)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_turn_has_an_arrow_per_step_and_shows_liable_stones(
    rules: str, random_position: Callable[[Random, str], str]
) -> None:
    for position, turn in random_turns(rules, random_position):
        picture, after = drawn(position, str(turn)), position.play(turn)
        origins = [step.origin for step in turn.steps if step.origin]
        assert len(picture.paths("arrows")) == len(origins)
        assert picture.circles("origin", position.side.value) == Counter(origins[:1])
        liable = points_of(after.arrangement.liable)
        assert picture.circles("liable") == Counter(after.board.names[one] for one in liable)


def random_turns(
    rules: str, random_position: Callable[[Random, str], str]
) -> Iterator[tuple[Position, Turn]]:
    chance = Random(f"pictures of {rules}")
    for _ in range(60):
        position = Position.parse(random_position(chance, rules), rules)
        turns = position.turns()
        if turns:
            yield position, chance.choice(turns)


def test_everything_is_inside_the_picture(sample: tuple[Position, str | None]) -> None:
    position, _ = sample
    picture = drawn(*sample)
    wide, high = (position.board.width + 1) * GAP, (position.board.height + 1) * GAP
    assert picture.root.get("viewBox") == f"0 0 {wide} {high}"
    corners = [
        (float(x), float(y))
        for path in picture.paths("arrows")
        for x, y in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", path)
    ]
    for kind in ("captured", "removed", "placed"):
        corners += picture.signs(kind)
    assert all(18 < x < wide - 18 and 18 < y < high - 18 for x, y in corners)


def test_arrows_lead_from_point_to_point_in_order() -> None:
    picture = drawn(CHAIN, CHAIN_ONTO_A_TAKEN_STONE)
    origins = [picture.named(*spots(path)[0]) for path in picture.paths("arrows")]
    assert origins == ["f3", "f4", "e3", "e2", "f2", "g3", "g2", "h2", "g1"]
    assert picture.texts("numbers") == [str(number) for number in range(1, 10)]


def test_a_single_step_has_no_number() -> None:
    picture = drawn(Position.start(), "f2-e3A")
    assert len(picture.paths("arrows")) == 1
    assert picture.texts("numbers") == []


def test_steps_along_the_same_line_do_not_hide_each_other() -> None:
    position, turn = RETRACED
    picture = drawn(position, turn)
    numbers = [
        (float(one.get("x", "")), float(one.get("y", "")))
        for one in picture.of_class("numbers")
        if one.get("x")
    ]
    assert len(set(picture.paths("arrows"))) == len(numbers) == 16
    apart = [
        abs(complex(*one) - complex(*other)) for one in numbers for other in numbers if one < other
    ]
    assert min(apart) > 8


def test_a_mark_is_not_under_the_stone_that_ends_its_turn_there() -> None:
    picture = drawn(CHAIN, CHAIN_ONTO_A_TAKEN_STONE)
    stone = complex(6 * GAP, 5 * GAP)
    assert picture.named(stone.real, stone.imag) == "f1"
    assert min(abs(complex(*mark) - stone) for mark in picture.signs("captured")) > 15


def test_flipped_stones_show_their_old_colour() -> None:
    picture = drawn(PROBLEM, SOLUTION)
    (group,) = (one for one in picture.of_class("flipped") if one.get("class"))
    assert group.get("fill") == svg.THEMES["light"].white.shade
    assert list(picture.of_class("captured")) == []
    assert picture.circles("taken") == Counter(["d3"])


def test_a_placed_stone_is_marked() -> None:
    picture = drawn(PLACING, "@e2")
    assert [picture.named(*spot) for spot in picture.signs("placed")] == ["e2"]
    assert picture.paths("arrows") == []


def test_hands_giver_and_side_are_shown_beside_the_board() -> None:
    assert drawn(PLACING).texts("beside") == ["21", "21"]
    assert drawn(Position.start(giver=Colour.BLACK)).texts("beside") == ["Vela"]
    heights = {
        side: spots(drawn(Position.parse(f"BBB/B1W/WWW {side}")).paths("side")[0])[0][1]
        for side in "WB"
    }
    assert heights == {"W": 120, "B": 40}


def test_nobody_is_to_move_once_the_game_is_over() -> None:
    assert drawn(PROBLEM, SOLUTION).paths("side") == []


def test_title_and_description_say_it_in_words() -> None:
    _, title, description, *_ = drawn(PROBLEM, SOLUTION).root.iter()
    assert title.text == f"Fanorona, 9x5 board: Black has played {SOLUTION}, Black has won"
    assert description.text is not None
    assert "Flipped: b4 a4 c5 d2 c1 g4 h4 i4 e5 c3. Removed: d3." in description.text
    assert "White: a1 a2 b2 c2 d1 f1 g1 h2 h3 h5 i2." in description.text


@pytest.mark.parametrize(
    ("position", "says"),
    [
        (Position.start(), "White to move"),
        (HUFF, "Can be huffed: c3 d5 f3."),
        (PLACING, "Still to place: White 21, Black 21."),
        (Position.start(giver=Colour.BLACK), "Vela: Black is the giver."),
        (Position.parse("3/1W1/3 B"), "White has won"),
        (Position.parse("3/1W1/3 B"), "Black: no stones."),
    ],
    ids=["side", "huff", "hands", "vela", "outcome", "no stones"],
)
def test_the_state_is_said_in_words(position: Position, says: str) -> None:
    _, title, description, *_ = drawn(position).root.iter()
    assert says in f"{title.text} {description.text}"


def test_a_position_that_the_rules_do_not_allow_is_drawn() -> None:
    position = Position.parse("WWW/WWW/WWW W hand:1,1")
    assert position.validate()
    assert len(drawn(position).circles("white")) >= 9


def test_switches_are_named() -> None:
    position = Position.start("standard paika=allowed")
    _, _, description, *_ = drawn(position).root.iter()
    assert (description.text or "").startswith("Rules: standard paika=allowed.")


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("size", [svg.SMALLEST, 480, svg.LARGEST])
def test_the_longer_side_has_the_size(width: int, height: int, size: int) -> None:
    root = Xml.fromstring(svg.board(Position.start(width=width, height=height), size=size))
    wide, high = float(root.get("width", "")), float(root.get("height", ""))
    assert max(wide, high) == size
    assert wide / high == pytest.approx((width + 1) / (height + 1), rel=0.01)


@pytest.mark.parametrize(
    "size", [49, 4001, 0, -480, 10**40, 480.5, float("nan"), True, "480", None]
)
def test_an_invalid_size_is_refused(size: int) -> None:
    with pytest.raises(svg.PictureError, match="from 50 to 4000") as caught:
        svg.board(Position.start(), size=size)
    assert len(str(caught.value)) < 120


@pytest.mark.parametrize("name", ["", "Light", "pink", '"/><script>', "x" * 100_000])
def test_an_unknown_theme_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(svg.PictureError, match="light, dark, wood, print") as caught:
        svg.board(Position.start(), theme=name)
    assert len(str(caught.value)) < 120


def test_a_turn_of_another_position_is_refused() -> None:
    turn = CHAIN.read(CHAIN_ONTO_A_TAKEN_STONE)
    for other in (Position.start(), Position.start(width=3, height=3)):
        with pytest.raises(IllegalTurn):
            svg.board(other, turn)


def test_what_must_be_distinguished_has_contrast(theme: Theme) -> None:
    """As WCAG counts it, which asks for 4.5 for text and 3 for shapes."""
    assert contrast(theme.label, theme.frame) >= 4.5
    assert contrast(theme.on_accent, theme.accent) >= 4.5
    assert contrast(theme.line, theme.field) >= 3
    assert contrast(theme.accent, theme.field) >= 3
    assert contrast(theme.white.shade, theme.black.light) >= 7
    for stone in (theme.white, theme.black):
        assert max(contrast(one, theme.field) for one in (stone.shade, stone.outline)) >= 4.5


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    channels = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (
        one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("position", [CHAIN, HUFF, PLACING], ids=["chain", "huff", "placing"])
def test_a_turned_board_has_every_stone_on_the_opposite_place(position: Position) -> None:
    wide, high = (GAP * (side + 1) for side in (position.board.width, position.board.height))
    stones = circles(svg.board(position))
    turned = circles(svg.board(position, turned=True))
    assert turned == sorted((colour, wide - x, high - y) for colour, x, y in stones)


def circles(text: str) -> list[tuple[str, float, float]]:
    """The stones of a picture: their group, and where they lie."""
    groups = (one for one in Xml.fromstring(text).iter() if "stones" in one.get("class", ""))
    return sorted(
        (group.get("class", ""), float(circle.get("cx", "")), float(circle.get("cy", "")))
        for group in groups
        for circle in group
    )
