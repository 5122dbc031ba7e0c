"""Games made by chance: any rule set, with comments, marks and variations anywhere."""

from __future__ import annotations

from random import Random

from fanorona.solver.board import Colour
from fanorona.solver.games.game_tree import Game, GameNode
from fanorona.solver.position import Position
from fanorona.solver.turn import Turn

RULES = (
    "standard",
    "escale",
    "livret",
    "fliporona",
    "standard paika=allowed stopping=forfeit",
    "livret first=chain",
)
SIZES = ((9, 5), (9, 5), (5, 5), (3, 3), (7, 5), (3, 7))
MARKS = ("!", "?", "!!", "??", "!?", "?!", "$13", "$140")
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
WORDS = (
    "better", "coup", "éloignement", "+1.2", "−0,5", "1-0", "0-1", "*", "(", ")", "{", "}", ";",
    "[Event", '"x"]', "%", "$4", "1.", "2...", "d3-e3A", "a1", "\\", '"', "½-½", "𝄞",
    "[%clk", "0:05]", "!", "…",
)  # fmt: skip
NAMES = ("Rabe", "L'hôte", 'J. "Zo" R.', "\\back", "{x}", "[y]", "?", "2026.11.18", "300+3", "")


def random_game(chance: Random, most_turns: int = 40) -> Game:
    """A game with a random start, headers, and a tree."""
    game = Game(_start(chance))
    game.headers = {**_headers(chance), **game.headers}
    game.root.comments = _comments(chance)
    node = game.root
    for _ in range(chance.randint(0, most_turns)):
        turn = _turn(chance, node.position)
        if turn is None:
            break
        node = _decorated(chance, node, turn)
        _branch(chance, node, 3)
    return game


def _start(chance: Random) -> Position:
    rules = chance.choice(RULES)
    width, height = chance.choice(SIZES)
    giver = chance.choice((None, None, *Colour))
    start = Position.start(rules, width, height, None if rules == "fliporona" else giver)
    for _ in range(chance.choice((0, 0, 0, 1, 5))):
        turn = _turn(chance, start)
        start = start if turn is None else start.after(turn)
    return start


def _turn(chance: Random, position: Position) -> Turn | None:
    turns = position.listing()
    return turns[chance.randrange(len(turns))] if turns else None


def _decorated(chance: Random, parent: GameNode, turn: Turn) -> GameNode:
    node = parent.add(turn)
    node.comments = _comments(chance)
    node.marks = chance.sample(MARKS, chance.choice((0, 0, 0, 1, 2)))
    return node


def _branch(chance: Random, node: GameNode, depth: int) -> None:
    """Variations to a turn, each with some turns and variations of its own."""
    assert node.parent is not None
    for _ in range(chance.choice((0, 0, 0, 0, 1, 2)) if depth else 0):
        at, is_first = node.parent, True
        for _ in range(chance.randint(1, 4)):
            turn = _turn(chance, at.position)
            if turn is None:
                break
            at = _decorated(chance, at, turn)
            at.foreword = _comments(chance) if is_first else []
            if not is_first:
                _branch(chance, at, depth - 1)
            is_first = False


def _headers(chance: Random) -> dict[str, str]:
    known = ("Event", "Site", "White", "Black", "TimeControl", "Annotator-X", "Été")
    headers = {name: chance.choice(NAMES) for name in known if chance.random() < 0.5}
    return {**headers, "Result": chance.choice(RESULTS)}


def _comments(chance: Random) -> list[str]:
    return [
        " ".join(chance.choices(WORDS, k=chance.randint(1, 30)))
        for _ in range(chance.choice((0, 0, 0, 0, 1, 2)))
    ]
