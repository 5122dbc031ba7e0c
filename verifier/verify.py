#!/usr/bin/env python3
"""Check a Fanorona certificate (.fanproof) by the rules alone, without any search.

    python verify.py proof.fanproof

A certificate claims that a position is won, lost or drawn, and carries a strategy for the side
that the claim is about: one turn for each position that side can find itself in. This program plays
every turn of the other side against it. It needs nothing but Python: read it, it is short.

Exit status 0: the claim holds. 1: it does not, or the file is damaged. 3: there is no such file. 4:
it holds if the endgame tables are right in the positions listed (`table` lines), not checked here.
"""

import re
import sys
from collections import namedtuple
from itertools import takewhile

# The rules. A rule set is one of the four columns, with single switches changed.
BASES = ("standard", "escale", "livret", "fliporona")
SWITCHES = {
    "paika": ("forbidden", "allowed", "huffed", "allowed"),  # while a capture is possible
    "stopping": ("allowed", "allowed", "forfeit", "allowed"),  # a chain that could go on
    "choice": ("free", "free", "larger", "free"),  # approach or withdrawal
    "first": ("chain", "chain", "step", "chain"),  # on a colour's first turn
    "captured": ("leave", "leave", "leave", "flip"),  # what captured stones do
    "capturer": ("stays", "stays", "stays", "leaves"),  # what the capturing stone does at the end
    "chain": ("direction", "direction", "direction", "axis"),  # what the next step must change
    "setup": ("fixed", "fixed", "fixed", "placed"),
    "vela": ("yes", "yes", "yes", "no"),
}
VELA_ENDS_AT = 5  # stones of the giver
MOST_POINTS = 63
LONGEST_LINE = 10_000  # characters of a line of the file

# Points are numbers, rank by rank from a1; a set of points is a number with a bit for each.
# `first`: colours whose first turn is still to come. `hand`: White's and Black's stones to place.
# `huff`: liable stones of the side that is not to move. `giver`: who gives Vela, or "".
Position = namedtuple("Position", "white black side first hand huff giver")


class Refused(Exception):  # noqa: N818
    """The certificate does not prove what it claims."""


class Rules:
    """A rule set on a board."""

    def __init__(self, text, width, height):
        base, *changes = text.split() or [""]
        if base not in BASES:
            raise Refused(f"unknown rule set {base!r}")
        self.switches = {name: values[BASES.index(base)] for name, values in SWITCHES.items()}
        for change in changes:
            name, _, value = change.partition("=")
            if value not in SWITCHES.get(name, ()):
                raise Refused(f"unknown switch {change!r}")
            self.switches[name] = value
        self.width, self.height = width, height
        self.points = range(width * height)
        self.steps = [list(self.steps_from(point)) for point in self.points]

    def says(self, switch, value):
        return self.switches[switch] == value

    def name(self, point):
        return f"{chr(ord('a') + point % self.width)}{point // self.width + 1}"

    def steps_from(self, point):
        """Direction, destination, the points beyond the destination, the points behind."""
        strong = (point % self.width + point // self.width) % 2 == 0
        for right, up in ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)):
            ahead = self.ray(point, right, up)
            if ahead and (strong or right == 0 or up == 0):
                yield (right, up), ahead[0], ahead[1:], self.ray(point, -right, -up)

    def ray(self, point, right, up):
        """The points from here to the edge, nearest first."""
        found = []
        file, rank = point % self.width + right, point // self.width + up
        while 0 <= file < self.width and 0 <= rank < self.height:
            found.append(rank * self.width + file)
            file, rank = file + right, rank + up
        return found

    def turns(self, position):
        """Every legal turn by its text, with the position after it."""
        found = {}
        if self.without_stones(position):
            return found
        if position.hand[position.side == "B"]:
            self.place(position, found)
        elif position.huff:
            self.huff(position, found)
        else:
            self.move(position, "", found)
        return found

    def without_stones(self, position):
        """The colour that has no stones on the board or in hand, or None."""
        if not position.white and not position.hand[0]:
            return "W"
        if not position.black and not position.hand[1]:
            return "B"
        return None

    def place(self, position, found):
        centre = self.height // 2 * self.width + self.width // 2
        black = position.side == "B"
        hand = (position.hand[0] - (not black), position.hand[1] - black)
        for point in self.points:
            stone = 1 << point
            if point != centre and not (position.white | position.black) & stone:
                own, enemy = sides(position)
                after = self.passed_on(position, own | stone, enemy)
                found["@" + self.name(point)] = after._replace(hand=hand, first=position.first)

    def huff(self, position, found):
        own, enemy = sides(position)
        for point in points_of(position.huff):
            left = enemy & ~(1 << point)
            text = self.name(point) + "~"
            if not left:
                found[text] = self.passed_on(position, own, left)
                continue
            white, black = (own, left) if position.side == "W" else (left, own)
            self.move(position._replace(white=white, black=black, huff=0), text, found)

    def move(self, position, text, found):
        own, enemy = sides(position)
        able = 0
        for origin in points_of(own):
            others = own & ~(1 << origin)
            start = text + self.name(origin)
            if self.chain(position, start, origin, others, enemy, 1 << origin, None, found):
                able |= 1 << origin
        if able and self.says("paika", "forbidden"):
            return
        for origin in points_of(own):
            for _, to, beyond, behind in self.steps[origin]:
                if (own | enemy) >> to & 1 or self.captures(position, enemy, beyond, behind):
                    continue
                after = self.passed_on(position, own & ~(1 << origin) | 1 << to, enemy)
                if self.says("paika", "huffed"):
                    moved = able >> origin & 1
                    after = after._replace(huff=able & ~(1 << origin) | moved << to)
                found[f"{text}{self.name(origin)}-{self.name(to)}"] = after

    def chain(self, position, text, at, others, enemy, visited, last, found):
        """Every capturing step from here, each with all that can follow; False: there is none."""
        single = position.giver or position.side in position.first
        any_step = False
        for direction, to, beyond, behind in self.steps[at]:
            visited_before = visited >> to & 1
            if (others | enemy) >> to & 1 or not self.may_follow(last, direction, visited_before):
                continue
            for suffix, taken in self.captures(position, enemy, beyond, behind):
                any_step = True
                longer, left = f"{text}-{self.name(to)}{suffix}", enemy & ~taken
                own = others | taken if self.says("captured", "flip") else others
                steps = (longer, to, own, left, visited | 1 << to, direction)
                further = not single and self.chain(position, *steps, found)
                forfeit = further and self.says("stopping", "forfeit")
                if not forfeit and not self.says("capturer", "leaves"):
                    own |= 1 << to
                found[longer] = self.passed_on(position, own, left)
        return any_step

    def may_follow(self, last, direction, visited):
        if last is None:
            return True
        if self.says("chain", "axis"):
            return direction not in (last, (-last[0], -last[1]))
        return direction != last and not visited

    def captures(self, position, enemy, beyond, behind):
        """What a step may take: A with the stones in front of it, W with those behind it."""
        if position.giver == position.side:
            return []
        lines = [("A", unbroken(enemy, beyond)), ("W", unbroken(enemy, behind))]
        if position.giver:
            lines = [(suffix, line[:1]) for suffix, line in lines]
        if self.says("choice", "larger"):
            most = max(len(line) for _, line in lines)
            lines = [(suffix, line) for suffix, line in lines if len(line) == most]
        return [(suffix, sum(1 << point for point in line)) for suffix, line in lines if line]

    def passed_on(self, position, own, enemy):
        """The position with these stones, and the other side to move."""
        white, black, other = (own, enemy, "B") if position.side == "W" else (enemy, own, "W")
        first, hand = position.first.replace(position.side, ""), position.hand
        return without_idle_giver(Position(white, black, other, first, hand, 0, position.giver))

    def text(self, position):
        """The position as it is written."""
        stones = [
            ".WB"[(position.white >> p & 1) + 2 * (position.black >> p & 1)] for p in self.points
        ]
        rows = ["".join(stones[p : p + self.width]) for p in self.points[:: self.width]]
        board = re.sub(r"\.+", lambda run: str(len(run[0])), "/".join(reversed(rows)))
        state = [f"first:{position.first}"] if position.first else []
        state += ["hand:{},{}".format(*position.hand)] if any(position.hand) else []
        liable = sorted(points_of(position.huff), key=lambda point: (point % self.width, point))
        state += ["huff:" + ",".join(map(self.name, liable))] if liable else []
        state += ["vela:" + position.giver] if position.giver else []
        return f"{board} {position.side} {';'.join(state) or '-'}"


def sides(position):
    """The stones of the side to move, and the enemy's."""
    own_is_white = position.side == "W"
    return (position.white, position.black) if own_is_white else (position.black, position.white)


def points_of(stones):
    return [point for point in range(stones.bit_length()) if stones >> point & 1]


def unbroken(enemy, line):
    """The enemy stones of a line up to the first gap."""
    return list(takewhile(lambda point: enemy >> point & 1, line))


def without_idle_giver(position):
    """Vela is over once the giver has few stones."""
    stones = position.white if position.giver == "W" else position.black
    if position.giver and bin(stones).count("1") <= VELA_ENDS_AT:
        return position._replace(giver="")
    return position


def number(text):
    """The text as a number, or None."""
    return int(text) if text.isdigit() and len(text) <= 4 else None


def read_position(text, rules_text):
    """The rules on the board of this text, and the position; it must be written canonically."""
    parts = text.split(" ")
    if len(parts) != 3 or parts[1] not in ("W", "B"):
        raise Refused("a position is a board, a side and a state")
    board = re.sub(r"\d{1,2}", lambda run: "." * int(run[0]), parts[0])
    rows = board.split("/")[::-1]
    width, height = len(rows[0]), len(rows)
    odd = width % 2 and height % 2 and min(width, height) >= 3
    if not odd or {len(row) for row in rows} != {width} or width * height > MOST_POINTS:
        raise Refused("no such board")
    stones = {"W": 0, "B": 0, ".": 0}
    for point, letter in enumerate("".join(rows)):
        if letter not in stones:
            raise Refused(f"{letter!r} is neither a stone nor a number")
        stones[letter] |= 1 << point
    rules = Rules(rules_text, width, height)
    state = dict(part.partition(":")[::2] for part in parts[2].split(";") if parts[2] != "-")
    bare = Position(stones["W"], stones["B"], parts[1], "", (0, 0), 0, "")
    position = read_state(rules, bare, state)
    if rules.text(position) != text:
        raise Refused("the position is not written as it should be: " + rules.text(position))
    return rules, position


def read_state(rules, position, state):
    needs = {"first": "step", "hand": "placed", "huff": "huffed", "vela": "yes"}
    for name in state:
        if needs.get(name) not in rules.switches.values():
            raise Refused(f"these rules do not know {name!r}")
    hand = tuple(map(number, state.get("hand", "0,0").split(",")))
    if len(hand) != 2 or None in hand:
        raise Refused("'hand' needs two numbers")
    liable = state.get("huff", "").split(",")
    huff = sum(1 << p for p in rules.points if rules.name(p) in liable)
    first, giver = state.get("first", ""), state.get("vela", "")
    if first not in ("", "W", "B", "WB") or giver not in ("", "W", "B"):
        raise Refused("'first' and 'vela' need a colour")
    if huff & ~sides(position)[1]:
        raise Refused("only stones of the side that is not to move can be huffed")
    return without_idle_giver(position._replace(first=first, hand=hand, huff=huff, giver=giver))


CLAIMS = {"win": True, "loss": True, "draw": False, "never": False}  # True: within some plies
OPEN = -1  # its turns are still being followed


class Certificate:
    """A file, read line by line as the strategy is followed."""

    def __init__(self, lines):
        self.lines = enumerate(lines, 1)
        self.number = 0
        self.table_values = []

    def next(self):
        self.number, line = next(self.lines, (self.number + 1, ""))
        if not line:
            raise Refused("the file ends here, but the strategy goes on")
        return line[:-1] if line.endswith("\n") else line

    def expect(self, key):
        name, blank, value = self.next().partition(" ")
        if name != key or (key in ("white", "black", "end")) == bool(blank):
            raise Refused(f"{key!r} should stand here")
        return value

    def check(self):
        """The claim in words; Refused if it does not hold."""
        if self.expect("fanproof") != "1":
            raise Refused("another version of the format")
        rules_text = self.expect("rules")
        self.rules, position = read_position(self.expect("position"), rules_text)
        claim, _, plies = self.expect("claim").partition(" ")
        needs_plies = CLAIMS.get(claim)
        if claim not in CLAIMS or (number(plies) is None if needs_plies else plies):
            raise Refused("unknown claim")
        other = "B" if position.side == "W" else "W"
        for colour in {"win": position.side, "loss": other, "never": other, "draw": "WB"}[claim]:
            self.expect("white" if colour == "W" else "black")
            needed = self.follow(position, colour, needs_plies)
            if needs_plies and needed > int(plies):
                raise Refused(f"{plies} plies are claimed, but the strategy needs {needed}")
        self.expect("end")
        self.number, more = next(self.lines, (self.number, ""))
        if more:
            raise Refused("something stands after the end")
        return f"{self.rules.text(position)} ({rules_text}): {claim} {plies}".rstrip()

    def follow(self, root, strategist, must_win):
        """Play every turn of the other side; the plies to the end of the game at most.

        Depth first. Whoever is to move: a position that was met before is not entered again. If the
        strategist must win, it may not be entered while its own turns are still being followed.
        """
        known, path = {}, []
        self.enter(root, strategist, must_win, known, path)
        while path:
            position, waiting, most = path[-1]
            after = next(waiting, None)
            if after is None:
                path.pop()
                self.leave(position, most + 1, known, path)
            elif after not in known:
                self.enter(after, strategist, must_win, known, path)
            elif known[after] != OPEN:
                path[-1][2] = max(most, known[after])
            elif must_win:
                raise Refused(f"the strategy comes back to {self.rules.text(after)}")
        return known[root]

    def enter(self, position, strategist, must_win, known, path):
        """Meet a position for the first time."""
        turns = self.rules.turns(position)
        if not turns:
            loser = self.rules.without_stones(position) or position.side
            if loser == strategist:
                raise Refused(f"the strategist has lost in {self.rules.text(position)}")
            self.leave(position, 0, known, path)
            return
        waiting = [turns[text] for text in sorted(turns)]
        if position.side == strategist:
            answer = self.next()
            if answer.partition(" ")[0] == "table":
                plies = number(answer[len("table ") :]) if must_win else 0
                if plies is None or (not must_win and answer != "table"):
                    raise Refused("a table value is the plies of a win, or nothing in a draw")
                self.table_values.append(f"{self.rules.text(position)}: {answer}")
                self.leave(position, plies, known, path)
                return
            if answer not in turns:
                raise Refused(f"{answer!r} is not a turn of {self.rules.text(position)}")
            waiting = [turns[answer]]
        known[position] = OPEN
        path.append([position, iter(waiting), 0])

    def leave(self, position, plies, known, path):
        """The game is over at most that many plies after this position."""
        known[position] = plies
        if path:
            path[-1][2] = max(path[-1][2], plies)


def main(arguments):
    if len(arguments) != 1 or arguments[0].startswith("-"):
        sys.exit(__doc__)
    try:
        with open(arguments[0], encoding="ascii", errors="replace") as lines:
            certificate = Certificate(iter(lambda: lines.readline(LONGEST_LINE + 1), ""))
            claim = certificate.check()
    except Refused as refused:
        print(f"REFUSED: {arguments[0]}, line {certificate.number}: {refused}")
        return 1
    except OSError as error:
        print(f"{arguments[0]}: {error.strerror}", file=sys.stderr)
        return 3
    condition = ", if these table values are right" if certificate.table_values else ""
    print("\n".join([*certificate.table_values, f"VERIFIED{condition}: {claim}"]))
    return 4 if condition else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
