"""Forced wins against the reference: no claim about a random endgame is false."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from fanorona.solver import RULE_SETS, Position
from tests import reference
from tests.reference import BLACK, WHITE
from tests.replayer import (
    Exact,
    Referee,
    TooMuch,
    check_by_play,
    check_form,
    check_values,
    solve,
)
from tests.solver.asking import Advisor, Json, ask

RandomPosition = Callable[[Random, str], str]
Values = dict[reference.Position, Exact]

MOST_POSITIONS = 6_000
"""Larger games are not solved whole."""
MOST_STONES = {9: 4, 15: 3, 25: 2, 45: 1}
"""A side, by the points of the board; one side sometimes has one more."""
BOARDS = ((3, 3), (3, 3), (5, 3), (3, 5), (5, 5), (9, 5))
MAX_TURNS = (None, None, None, 1, 2, 3, 6)
NODES = (1, 10, 100, 1_000, 10_000, 100_000)

# Every state that there is: first turns, huffs, stones in hand. Vela needs more stones.
WHOLE_GAMES = [
    ("standard", "9/2BB5/9/5W3/9 W -"),
    ("standard", "5/1BB2/2W1W W -"),
    ("escale", "BB1/3/1WW W -"),
    ("livret", "BB1/3/1WW W first:WB"),
    ("livret", "BBB/3/WWW B -"),
    ("fliporona", "BB1/3/1WW W -"),
    ("fliporona", "WB1/2B/WBW W hand:1,1"),
]

every_rule_set = pytest.mark.parametrize("rules", RULE_SETS)


@cache
def whole_game(rules: str, fen: str) -> Values:
    """The exact value of every position that can come up."""
    return solve([reference.Position.parse(fen, rules)], 30_000)


def questions(chance: Random, values: Values, number: int) -> Iterator[tuple[Json, int | None]]:
    """Answers about some of the positions, with budgets of every size."""
    listed = sorted(values, key=reference.Position.fen)
    for position in chance.sample(listed, min(number, len(listed))):
        max_turns = chance.choice(MAX_TURNS)
        budget = {"nodes": chance.choice(NODES), "memory_mb": chance.choice((1, 1, 4))}
        yield ask(position.fen(), position.rules, max_turns=max_turns, **budget), max_turns


@pytest.mark.parametrize(("rules", "fen"), WHOLE_GAMES)
def test_no_answer_about_a_whole_game_is_false(rules: str, fen: str) -> None:
    values = whole_game(rules, fen)
    for answer, max_turns in questions(Random(fen), values, 100):
        check_form(answer, max_turns)
        check_values(answer, values, max_turns)


@pytest.mark.parametrize(("rules", "fen"), WHOLE_GAMES)
def test_a_million_nodes_are_enough_for_these_endgames(rules: str, fen: str) -> None:
    values = whole_game(rules, fen)
    listed = sorted(values, key=reference.Position.fen)
    for position in Random(fen).sample(listed, 20):
        answer = ask(position.fen(), rules, nodes=1_000_000, memory_mb=16)
        assert answer["value"] == values[position].value
        check_form(answer)
        check_values(answer, values)


@every_rule_set
def test_short_wins_in_larger_positions_beat_every_defence(
    random_position: RandomPosition, rules: str
) -> None:
    """Boards of every size, Vela and huffs among them: too large to solve, not to be played."""
    chance = Random(f"played out, {rules}")
    checked: Counter[str] = Counter()
    while sum(checked.values()) < 50:
        checked[play_one(chance, random_position(chance, rules), rules)] += 1
    assert checked["win"] >= 5
    assert checked["unknown"] >= 5


def play_one(chance: Random, fen: str, rules: str, most: int = 300) -> str:
    """Ask about a position and try to refute the answer; says what became of it."""
    max_turns = chance.choice((1, 2, 3))
    answer = ask(fen, rules, max_turns=max_turns, nodes=5_000, memory_mb=1)
    check_form(answer, max_turns)
    advisor = Advisor(fen, rules, nodes=20_000, memory_mb=1)
    try:
        too_much = check_by_play(answer, advisor, max_turns, Referee(most))
    except TooMuch:
        return "too much"
    return "too much" if too_much else str(answer["value"])


def random_endgame(chance: Random, rules: str) -> reference.Position:
    """Few stones, so that the game can be solved whole."""
    width, height = chance.choice(BOARDS)
    most = MOST_STONES[width * height]
    white, black = chance.randint(1, most), chance.randint(1, most)
    if chance.random() < 0.2 and most < 4:
        white, black = chance.choice(((white + 1, black), (white, black + 1)))
    points = chance.sample(reference.points(width, height), white + black)
    plain = reference.Position(
        rules,
        width,
        height,
        white=frozenset(points[:white]),
        black=frozenset(points[white:]),
        side=chance.choice((WHITE, BLACK)),
    )
    known = reference.state_known_to(rules)
    if "first" in known:
        plain = replace(plain, first=frozenset(chance.choice(("", "", "W", "B", "WB"))))
    if "huff" in known:
        liable = sorted(plain.stones_of(reference.ENEMY_OF[plain.side]))
        huff = chance.sample(liable, chance.randint(0, len(liable)))
        plain = replace(plain, huff=frozenset(huff))
    return plain


@pytest.mark.slow
@every_rule_set
def test_no_answer_about_many_thousand_endgames_is_false(
    rules: str, capsys: pytest.CaptureFixture[str]
) -> None:
    chance = Random(f"many endgames, {rules}")
    met: Counter[str] = Counter()
    while met["questions"] < 10_000:
        root = random_endgame(chance, rules)
        if Position.parse(root.fen(), rules).validate():
            continue
        try:
            values = solve([root], MOST_POSITIONS)
        except TooMuch:
            continue
        met["games"] += 1
        for answer, max_turns in questions(chance, values, 60):
            check_form(answer, max_turns)
            check_values(answer, values, max_turns)
            met["questions"] += 1
            met[answer["value"]] += 1
    with capsys.disabled():
        sys.stdout.write(f"\n{rules}: no false answer; {dict(met)}\n")


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["standard", "escale", "livret"])
def test_no_answer_about_a_whole_game_of_vela_is_false(rules: str) -> None:
    root = reference.Position.parse("BBBBB/B4/4W W vela:B", rules)
    values = solve([root], 200_000)
    assert any(position.giver for position in values)
    for answer, max_turns in questions(Random(f"Vela, {rules}"), values, 1_000):
        check_form(answer, max_turns)
        check_values(answer, values, max_turns)


@pytest.mark.slow
@every_rule_set
def test_wins_in_many_larger_positions_beat_every_defence(
    random_position: RandomPosition, rules: str, capsys: pytest.CaptureFixture[str]
) -> None:
    chance = Random(f"many played out, {rules}")
    checked: Counter[str] = Counter()
    while sum(checked.values()) < 3_000:
        checked[play_one(chance, random_position(chance, rules), rules)] += 1
    with capsys.disabled():
        sys.stdout.write(f"\n{rules}: no false answer; {dict(checked)}\n")
