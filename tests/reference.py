"""A second, slow and obvious implementation of the rules, to check the fast one against.

It works on sets of points and shares no code with the solver. It reads canonical texts only;
of those, the state may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

Point = tuple[int, int]
Direction = tuple[int, int]
Stones = frozenset[Point]

WHITE, BLACK = "W", "B"
ENEMY_OF = {WHITE: BLACK, BLACK: WHITE}
VICTORY_OF = {WHITE: "white-wins", BLACK: "black-wins"}

# The table of docs/rules.md, a column a rule set, a row a switch.
BASES = ("standard", "escale", "livret", "fliporona")
SWITCHES = {
    "paika": ("forbidden", "allowed", "huffed", "allowed"),
    "stopping": ("allowed", "allowed", "forfeit", "allowed"),
    "choice": ("free", "free", "larger", "free"),
    "first": ("chain", "chain", "step", "chain"),
    "captured": ("leave", "leave", "leave", "flip"),
    "capturer": ("stays", "stays", "stays", "leaves"),
    "chain": ("direction", "direction", "direction", "axis"),
    "setup": ("fixed", "fixed", "fixed", "placed"),
    "vela": ("yes", "yes", "yes", "no"),
}
VELA_ENDS_AT = 5

ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))


def start(rules: str, width: int = 9, height: int = 5, giver: str | None = None) -> str:
    """The text of the position in which a game begins; with a giver, a game of Vela."""
    return Position.start(rules, width, height, giver).fen()


def turns(fen: str, rules: str) -> dict[str, str]:
    """Every legal turn with the text of the position after it; none in a finished game."""
    after = Position.parse(fen, rules).turns()
    return {turn: position.fen() for turn, position in after.items()}


def outcome(fen: str, rules: str) -> str | None:
    """Who has won, or None while the game goes on."""
    return Position.parse(fen, rules).outcome()


def perft(fen: str, rules: str, depth: int) -> int:
    """The number of ways to play `depth` turns."""
    return Position.parse(fen, rules).perft(depth)


@cache
def switches(rules: str) -> dict[str, str]:
    """What a rule set's name says: a base, and switches that differ from it."""
    base, *changes = rules.split()
    column = BASES.index(base)
    said = {switch: values[column] for switch, values in SWITCHES.items()}
    for change in changes:
        switch, value = change.split("=")
        if value not in SWITCHES[switch]:
            raise ValueError(f"{switch} has no value {value}")
        said[switch] = value
    return said


@cache
def state_known_to(rules: str) -> frozenset[str]:
    """What the text of a position may say besides the stones and the side to move."""
    said = switches(rules)
    known = {
        "first": said["first"] == "step",
        "hand": said["setup"] == "placed",
        "huff": said["paika"] == "huffed",
        "vela": said["vela"] == "yes",
    }
    return frozenset(state for state, matters in known.items() if matters)


@dataclass(frozen=True)
class Chain:
    """A stone on its way: the board as it stands after the steps made so far in this turn."""

    text: str
    stone: Point
    others: Stones
    enemy: Stones
    visited: Stones
    direction: Direction | None


@dataclass(frozen=True)
class Position:
    """A position under a rule set, with everything on which its legal turns depend."""

    rules: str
    width: int
    height: int
    white: Stones
    black: Stones
    side: str
    first: frozenset[str] = frozenset()
    hand: tuple[int, int] = (0, 0)
    huff: Stones = frozenset()
    giver: str | None = None

    @classmethod
    def start(
        cls, rules: str, width: int = 9, height: int = 5, giver: str | None = None
    ) -> Position:
        """The position in which a game begins."""
        known = state_known_to(rules)
        if giver and "vela" not in known:
            raise ValueError(f"{rules} has no Vela")
        first = frozenset({WHITE, BLACK} if "first" in known else ())
        if "hand" in known:
            each, none = (width * height - 1) // 2, frozenset[Point]()
            return cls(rules, width, height, none, none, WHITE, first=first, hand=(each, each))
        left = [(BLACK, WHITE)[file % 2] for file in range(width // 2)]
        right = [ENEMY_OF[colour] for colour in reversed(left)]
        middle = dict(enumerate([*left, "", *right]))
        stones: dict[str, set[Point]] = {WHITE: set(), BLACK: set(), "": set()}
        for file, rank in points(width, height):
            if rank < height // 2:
                stones[WHITE].add((file, rank))
            elif rank > height // 2:
                stones[BLACK].add((file, rank))
            else:
                stones[middle[file]].add((file, rank))
        return cls(
            rules,
            width,
            height,
            frozenset(stones[WHITE]),
            frozenset(stones[BLACK]),
            side=ENEMY_OF[giver] if giver else WHITE,
            first=first,
            giver=giver,
        ).without_needless_giver()

    @classmethod
    def parse(cls, fen: str, rules: str) -> Position:
        """Read a canonical text."""
        board, side, state = f"{fen} -".split()[:3]
        rows = [re.findall(r"\d+|[WB]", row) for row in reversed(board.split("/"))]
        stones: dict[str, set[Point]] = {WHITE: set(), BLACK: set()}
        width = 0
        for rank, row in enumerate(rows):
            file = 0
            for item in row:
                if item in stones:
                    stones[item].add((file, rank))
                file += 1 if item in stones else int(item)
            width = file
        fields = dict(field.split(":") for field in state.split(";") if state != "-")
        if unknown := fields.keys() - state_known_to(rules):
            raise ValueError(f"{rules} does not know {', '.join(sorted(unknown))}: {fen}")
        colours = {side, *fields.get("first", ""), *fields.get("vela", "")}
        white_hand, black_hand = fields.get("hand", "0,0").split(",")
        position = cls(
            rules,
            width,
            len(rows),
            frozenset(stones[WHITE]),
            frozenset(stones[BLACK]),
            side,
            first=frozenset(fields.get("first", "")),
            hand=(int(white_hand), int(black_hand)),
            huff=frozenset(point_named(name) for name in fields.get("huff", "").split(",") if name),
            giver=fields.get("vela"),
        ).without_needless_giver()
        if position.fen() not in (fen, f"{fen} -") or not colours.issubset({WHITE, BLACK}):
            raise ValueError(f"not canonical: {fen}")
        return position

    def fen(self) -> str:
        """The canonical text."""
        board = "/".join(self.rank_text(rank) for rank in reversed(range(self.height)))
        state = []
        if self.first:
            state.append("first:" + "".join(sorted(self.first, reverse=True)))
        if any(self.hand):
            state.append("hand:{},{}".format(*self.hand))
        if self.huff:
            state.append("huff:" + ",".join(name_of(point) for point in sorted(self.huff)))
        if self.giver:
            state.append("vela:" + self.giver)
        return f"{board} {self.side} {';'.join(state) or '-'}"

    def rank_text(self, rank: int) -> str:
        """One rank of the board, runs of empty points as numbers."""
        text = ""
        empty = 0
        for point in [(file, rank) for file in range(self.width)]:
            if point in self.white or point in self.black:
                text += (str(empty) if empty else "") + (WHITE if point in self.white else BLACK)
                empty = 0
            else:
                empty += 1
        return text + (str(empty) if empty else "")

    def turns(self) -> dict[str, Position]:
        """Every legal turn with the position after it."""
        return dict(self.each_turn())

    def outcome(self) -> str | None:
        """Who has won, or None while the game goes on."""
        for colour in (self.side, ENEMY_OF[self.side]):
            if self.is_wiped_out(colour):
                return VICTORY_OF[ENEMY_OF[colour]]
        can_play = next(self.each_turn(), None) is not None
        return None if can_play else VICTORY_OF[ENEMY_OF[self.side]]

    def perft(self, depth: int) -> int:
        """The number of ways to play `depth` turns."""
        if depth == 0:
            return 1
        if depth == 1:
            return len(self.turns())
        return sum(position.perft(depth - 1) for position in self.turns().values())

    def says(self, switch: str, value: str) -> bool:
        """Whether a switch of the rule set has this value."""
        return switches(self.rules)[switch] == value

    def stones_of(self, colour: str) -> Stones:
        """The stones of a colour on the board."""
        return self.white if colour == WHITE else self.black

    def hand_of(self, colour: str) -> int:
        """The stones that a colour has still to place."""
        return self.hand[0 if colour == WHITE else 1]

    def is_wiped_out(self, colour: str) -> bool:
        """Whether a colour has no stones, on the board or in hand."""
        return not self.stones_of(colour) and not self.hand_of(colour)

    def without_needless_giver(self) -> Position:
        """The same, no longer naming a giver whose handicap is over."""
        if self.giver and len(self.stones_of(self.giver)) <= VELA_ENDS_AT:
            return replace(self, giver=None)
        return self

    def each_turn(self) -> Iterator[tuple[str, Position]]:
        """The legal turns, one by one."""
        if self.is_wiped_out(WHITE) or self.is_wiped_out(BLACK):
            return
        if self.hand_of(self.side):
            yield from self.placings()
        elif self.huff:
            for liable in sorted(self.huff):
                yield from self.turns_after_huff(liable)
        else:
            yield from self.turns_of_stones()

    def placings(self) -> Iterator[tuple[str, Position]]:
        """A stone from the hand on each free point but the centre."""
        white, black = self.hand
        hand = (white - 1, black) if self.side == WHITE else (white, black - 1)
        reserved = (self.width // 2, self.height // 2)
        for point in points(self.width, self.height):
            if point != reserved and point not in self.white and point not in self.black:
                own = self.stones_of(self.side) | {point}
                after = self.passed_on(own, self.stones_of(ENEMY_OF[self.side]))
                # The first turn is the first move of a stone, so it is still to come.
                yield f"@{name_of(point)}", replace(after, hand=hand, first=self.first)

    def turns_after_huff(self, liable: Point) -> Iterator[tuple[str, Position]]:
        """The turns that begin by taking off one liable stone."""
        own = self.stones_of(self.side)
        enemy = self.stones_of(ENEMY_OF[self.side]) - {liable}
        prefix = f"{name_of(liable)}~"
        if not enemy:
            yield prefix, self.passed_on(own, enemy)
            return
        white, black = (own, enemy) if self.side == WHITE else (enemy, own)
        # Vela is decided before the huff, so the giver stays named here whatever was taken off.
        huffed = replace(self, white=white, black=black, huff=frozenset())
        for turn, after in huffed.turns_of_stones():
            yield prefix + turn, after

    def turns_of_stones(self) -> Iterator[tuple[str, Position]]:
        """The turns that move a stone: capturing steps and chains, then paikas."""
        own = self.stones_of(self.side)
        enemy = self.stones_of(ENEMY_OF[self.side])
        beginnings = {
            stone: self.capturing_steps(
                Chain(name_of(stone), stone, own - {stone}, enemy, frozenset({stone}), None)
            )
            for stone in sorted(own)
        }
        for steps in beginnings.values():
            for step in steps:
                yield from self.chains(step)
        able = frozenset(stone for stone, steps in beginnings.items() if steps)
        if able and self.says("paika", "forbidden"):
            return
        for origin, destination in self.paikas():
            after = self.passed_on(own - {origin} | {destination}, enemy)
            if self.says("paika", "huffed"):
                liable = able - {origin} | {destination} if origin in able else able
                after = replace(after, huff=liable)
            yield f"{name_of(origin)}-{name_of(destination)}", after

    def paikas(self) -> Iterator[tuple[Point, Point]]:
        """Origin and destination of every step that captures nothing."""
        own = self.stones_of(self.side)
        enemy = self.stones_of(ENEMY_OF[self.side])
        for origin in sorted(own):
            for direction, destination in lines(self.width, self.height)[origin]:
                if destination in own or destination in enemy:
                    continue
                if not self.captures(origin, destination, direction, enemy):
                    yield origin, destination

    def chains(self, chain: Chain) -> Iterator[tuple[str, Position]]:
        """The turn that stops here and all turns that go on from here."""
        further = self.capturing_steps(chain) if self.chains_allowed() else []
        forfeit = self.says("stopping", "forfeit") and bool(further)
        leaves = self.says("capturer", "leaves") or forfeit
        own = chain.others if leaves else chain.others | {chain.stone}
        yield chain.text, self.passed_on(own, chain.enemy)
        for longer in further:
            yield from self.chains(longer)

    def chains_allowed(self) -> bool:
        """Whether a capturing step of this turn may be followed by another."""
        return self.giver is None and self.side not in self.first

    def capturing_steps(self, chain: Chain) -> list[Chain]:
        """The chain longer by one capturing step, in every way."""
        longer = []
        for direction, destination in lines(self.width, self.height)[chain.stone]:
            if destination in chain.others or destination in chain.enemy:
                continue
            if not self.may_go_on(chain, direction, destination):
                continue
            captures = self.captures(chain.stone, destination, direction, chain.enemy)
            for suffix, taken in captures.items():
                flipped = taken if self.says("captured", "flip") else frozenset()
                longer.append(
                    Chain(
                        f"{chain.text}-{name_of(destination)}{suffix}",
                        destination,
                        chain.others | flipped,
                        chain.enemy - taken,
                        chain.visited | {destination},
                        direction,
                    )
                )
        return longer

    def may_go_on(self, chain: Chain, direction: Direction, destination: Point) -> bool:
        """Whether the steps already made leave this one open."""
        if chain.direction is None:
            return True
        if self.says("chain", "axis"):
            return direction not in (chain.direction, opposite(chain.direction))
        return direction != chain.direction and destination not in chain.visited

    def captures(
        self, origin: Point, destination: Point, direction: Direction, enemy: Stones
    ) -> dict[str, Stones]:
        """What a step may take, by suffix: the approach, the withdrawal, or a choice of both."""
        if self.giver == self.side:
            return {}
        touched = {
            "A": unbroken(enemy, destination, direction),
            "W": unbroken(enemy, origin, opposite(direction)),
        }
        if self.giver:
            touched = {suffix: line[:1] for suffix, line in touched.items()}
        if self.says("choice", "larger"):
            larger = max(len(line) for line in touched.values())
            touched = {suffix: line for suffix, line in touched.items() if len(line) == larger}
        return {suffix: frozenset(line) for suffix, line in touched.items() if line}

    def passed_on(self, own: Stones, enemy: Stones) -> Position:
        """The position after this side's turn, with these stones left; the other side moves."""
        white, black = (own, enemy) if self.side == WHITE else (enemy, own)
        return Position(
            self.rules,
            self.width,
            self.height,
            white,
            black,
            ENEMY_OF[self.side],
            first=self.first - {self.side},
            hand=self.hand,
            giver=self.giver,
        ).without_needless_giver()


def points(width: int, height: int) -> list[Point]:
    """All points of a board, by file, then rank."""
    return [(file, rank) for file in range(width) for rank in range(height)]


@cache
def lines(width: int, height: int) -> dict[Point, list[tuple[Direction, Point]]]:
    """For each point, the directions in which a line leaves it and the neighbours they reach."""
    board = set(points(width, height))
    return {
        (file, rank): [
            ((right, up), (file + right, rank + up))
            for right, up in ORTHOGONAL + (DIAGONAL if (file + rank) % 2 == 0 else ())
            if (file + right, rank + up) in board
        ]
        for file, rank in points(width, height)
    }


def unbroken(enemy: Stones, beside: Point, direction: Direction) -> list[Point]:
    """The enemy stones without a gap from the point after `beside` on, nearest first."""
    line = []
    file, rank = beside[0] + direction[0], beside[1] + direction[1]
    while (file, rank) in enemy:
        line.append((file, rank))
        file, rank = file + direction[0], rank + direction[1]
    return line


def opposite(direction: Direction) -> Direction:
    """The direction back."""
    return (-direction[0], -direction[1])


@cache
def name_of(point: Point) -> str:
    """A point as a letter and a number."""
    return f"{chr(ord('a') + point[0])}{point[1] + 1}"


def point_named(name: str) -> Point:
    """The point of such a name."""
    return ord(name[0]) - ord("a"), int(name[1:]) - 1
