"""Positions: reading back, judging, playing turns, and stopping long counts."""

from __future__ import annotations

import pickle
import signal
from collections.abc import Callable
from itertools import groupby
from random import Random
from threading import Timer
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fanorona.solver import (
    RULE_SETS,
    Capture,
    Colour,
    IllegalPosition,
    IllegalTurn,
    Position,
    Step,
    Stopped,
    Turn,
)
from fanorona.solver.board import points_of
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.rules import Captured

RandomPosition = Callable[[Random, str], str]

START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"
CROWD = "WWBBWWWWB/BWWW2WWW/WBWW3WW/BWWWW1BWW/WBWBWWWBW B -"
"""Fliporona; Black has 80,324 turns."""

chances = st.randoms(use_true_random=False)
every_rule_set = pytest.mark.parametrize("rules", RULE_SETS)


# Texts


@every_rule_set
@given(chance=chances)
def test_a_position_is_read_back_from_its_text(
    random_position: RandomPosition, rules: str, chance: Random
) -> None:
    position = Position.parse(random_position(chance, rules), rules)
    assert Position.parse(position.fen(), rules) == position


@every_rule_set
@given(chance=chances)
def test_a_position_and_its_turns_survive_pickling(
    random_position: RandomPosition, rules: str, chance: Random
) -> None:
    position = Position.parse(random_position(chance, rules), rules)
    copy, turns = pickle.loads(pickle.dumps((position, position.turns())))
    assert (copy, turns) == (position, position.turns())
    assert {copy} == {position}


def test_a_position_is_shown_as_what_makes_it() -> None:
    position = Position.start("livret", 3, 3)
    assert repr(position) == "Position.parse('BBB/B1W/WWW W first:WB', rules='livret')"
    assert repr(position.turns()[0]) == "<Turn a1-b2A>"


@every_rule_set
@given(chance=chances)
def test_a_position_after_a_turn_is_read_back_from_its_text(
    random_position: RandomPosition, rules: str, chance: Random
) -> None:
    position = Position.parse(random_position(chance, rules), rules)
    results = [position.after(turn) for turn in position.turns()]
    assert [Position.parse(after.fen(), rules) for after in results] == results


def test_str_is_the_canonical_text() -> None:
    assert str(Position.parse("bbb/b.w/www w")) == "BBB/B1W/WWW W -"


@pytest.mark.parametrize(("colour", "stones"), [(Colour.WHITE, 1), (Colour.BLACK, 2)])
def test_stones_are_counted_by_colour(colour: Colour, stones: int) -> None:
    assert Position.parse("BB1/3/W2 W").stones(colour) == stones


def test_a_position_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Position.start().rules = RULE_SETS["escale"]  # type: ignore[misc]


# Validation


@pytest.mark.parametrize(
    ("rules", "width", "height"),
    [(rules, width, height) for rules in RULE_SETS for width, height in ((9, 5), (3, 3), (21, 3))],
)
def test_a_start_position_has_no_defect(rules: str, width: int, height: int) -> None:
    assert Position.start(rules, width, height).validate() == ()


@pytest.mark.parametrize(
    ("fen", "rules", "defect"),
    [
        ("WWW/WW1/BBB W", "standard", "5 white stones on the board, but the set-up has 4"),
        ("BBB/BB1/WWW W", "escale", "5 black stones on the board, but the set-up has 4"),
        ("BBB/BBB/WWW W", "fliporona", "9 stones on the board, but the set-up has 8"),
        ("3/3/3 W", "standard", "no stones"),
        ("3/3/2B W hand:4,3", "fliporona", "White must have as many stones in hand as Black"),
        ("W2/3/2B B hand:3,3", "fliporona", "White must have one stone fewer in hand than Black"),
        ("W2/3/2B W hand:2,2", "fliporona", "4 stones, but there is room for 6"),
        ("W2/1B1/3 W hand:3,3", "fliporona", "a stone on b2: the centre stays empty"),
        ("WW1/3/3 W hand:3,3", "fliporona", "White has 5 stones on the board and in hand"),
        ("B2/3/W2 B huff:b2", "livret", "huff:b2 names a point without a white stone"),
        ("B2/3/W2 B huff:a3", "livret", "huff:a3 names a point without a white stone"),
        ("BBBBB/1B3/5/5/W4 W huff:a5;vela:B", "livret", "Black cannot capture yet"),
        ("B2/3/W2 W first:W", "standard", "'first:' does not apply under standard"),
        ("B2/3/W2 W first:W", "fliporona", "'first:' does not apply under fliporona"),
        ("B2/3/W2 W hand:3,3", "livret", "'hand:' does not apply under livret"),
        ("B2/3/W2 W huff:a3", "escale", "'huff:' does not apply under escale"),
        ("BBBBB/1B3/5/5/W4 W vela:B", "fliporona", "'vela:' does not apply under fliporona"),
    ],
)
def test_each_defect_is_named(fen: str, rules: str, defect: str) -> None:
    (found,) = Position.parse(fen, rules).validate()
    assert defect in str(found)


@pytest.mark.parametrize(
    ("fen", "rules", "number"),
    [
        ("BBB/BBB/WWW W first:W;hand:1,1;huff:a3", "standard", 4),
        ("WWWWW/WWWWW/WWWBB/BBBBB/BBBBB B huff:a1,a5,c3,d3;vela:W", "livret", 4),
        ("W2/1B1/3 B hand:5,5", "fliporona", 5),
    ],
)
def test_all_defects_are_listed_at_once(fen: str, rules: str, number: int) -> None:
    assert len(Position.parse(fen, rules).validate()) == number


@pytest.mark.parametrize(
    "question",
    [
        Position.turns,
        Position.count_turns,
        Position.outcome,
        lambda position: position.perft(2),
        lambda position: position.play("a1-a2"),
        lambda position: position.turns_along(0, [3]),
    ],
)
def test_questions_to_an_illegal_position_are_refused_with_every_defect(
    question: Callable[[Position], object],
) -> None:
    illegal = Position.parse("BBB/BB1/WWW W first:W;hand:1,1")
    with pytest.raises(IllegalPosition) as refusal:
        question(illegal)
    assert refusal.value.defects == illegal.validate()


@pytest.mark.parametrize("giver", ["", "vela:B"])
def test_the_livret_start_without_first_turns_gets_a_warning(giver: str) -> None:
    (warning,) = Position.parse(f"{START} {giver}", "livret").warnings()
    assert "first:WB" in str(warning)


@pytest.mark.parametrize(
    ("fen", "rules"),
    [
        (f"{START} first:WB", "livret"),
        ("9/9/4B4/9/W8 W", "livret"),
        (START, "standard"),
        (START, "escale"),
        (START, "fliporona"),
    ],
)
def test_other_positions_get_no_warning(fen: str, rules: str) -> None:
    assert Position.parse(fen, rules).warnings() == ()


# Turns


def names(position: Position, colour: Colour) -> set[str]:
    """The points where a colour stands."""
    return {position.board.names[point] for point in points_of(position.arrangement.stones(colour))}


def text_of(turn: Turn) -> str:
    """The notation of a turn, from its steps."""
    suffix = {None: "", Capture.APPROACH: "A", Capture.WITHDRAWAL: "W"}
    text = f"{turn.huffed}~" if turn.huffed else ""
    if turn.steps:
        text += turn.steps[0].origin or ""
    for step in turn.steps:
        text += f"{'-' if step.origin else '@'}{step.to}{suffix[step.capture]}"
    return text


def stones_replayed(position: Position, turn: Turn) -> tuple[set[str], set[str]]:
    """Where the mover's and the other stones are after the steps of a turn, one by one."""
    own, enemy = names(position, position.side), names(position, position.side.other)
    removed = list(turn.removed)
    if turn.huffed:
        enemy.remove(turn.huffed)
        removed.remove(turn.huffed)
    for step in turn.steps:
        if step.origin:
            own.remove(step.origin)
        own.add(step.to)
        enemy.difference_update(step.captured)
        if position.rules.captured_stones is Captured.FLIP:
            own.update(step.captured)
    return own - set(removed), enemy


def route(position: Position, turn: Turn) -> tuple[int | None, tuple[int, ...]]:
    """What `turns_along` asks for: the point where a turn begins and those it steps on."""
    points = position.board.by_name
    origin = turn.steps[0].origin
    return points[origin] if origin else None, tuple(points[step.to] for step in turn.steps)


@every_rule_set
@given(chance=chances)
def test_steps_and_removed_stones_lead_to_the_position_after_the_turn(
    random_position: RandomPosition, rules: str, chance: Random
) -> None:
    position = Position.parse(random_position(chance, rules), rules)
    for turn in position.turns():
        after = position.after(turn)
        stands = names(after, position.side), names(after, position.side.other)
        assert stones_replayed(position, turn) == stands


@every_rule_set
@given(chance=chances)
def test_steps_follow_one_another_as_the_text_says(
    random_position: RandomPosition, rules: str, chance: Random
) -> None:
    position = Position.parse(random_position(chance, rules), rules)
    turns = position.turns()
    assert [text_of(turn) for turn in turns] == [str(turn) for turn in turns]


@every_rule_set
@given(chance=chances)
def test_captured_lists_what_the_steps_capture(
    random_position: RandomPosition, rules: str, chance: Random
) -> None:
    position = Position.parse(random_position(chance, rules), rules)
    for turn in position.turns():
        assert turn.captured == sum((step.captured for step in turn.steps), ())


@every_rule_set
@given(chance=chances)
def test_turns_are_sorted_by_text_and_each_is_listed_once(
    random_position: RandomPosition, rules: str, chance: Random
) -> None:
    texts = [str(turn) for turn in Position.parse(random_position(chance, rules), rules).turns()]
    assert texts == sorted(set(texts))


@every_rule_set
@given(chance=chances)
def test_a_turn_played_by_its_text_is_the_turn(
    random_position: RandomPosition, rules: str, chance: Random
) -> None:
    position = Position.parse(random_position(chance, rules), rules)
    turns = position.turns()
    sample = turns if len(turns) <= 50 else chance.sample(turns, 50)
    assert [position.play(str(turn)) for turn in sample] == [position.after(one) for one in sample]


@every_rule_set
@given(chance=chances)
def test_turns_along_a_route_are_those_of_the_list_that_take_it(
    random_position: RandomPosition, rules: str, chance: Random
) -> None:
    position = Position.parse(random_position(chance, rules), rules)
    listed = sorted(
        ((route(position, turn), turn) for turn in position.turns() if turn.steps),
        key=lambda pair: (pair[0][0] or 0, pair[0][1], str(pair[1])),
    )
    for (origin, destinations), pairs in groupby(listed, key=lambda pair: pair[0]):
        assert position.turns_along(origin, destinations) == tuple(turn for _, turn in pairs)


@every_rule_set
@given(chance=chances)
def test_there_are_no_turns_along_a_route_that_no_turn_takes(
    random_position: RandomPosition, rules: str, chance: Random
) -> None:
    position = Position.parse(random_position(chance, rules), rules)
    taken = {route(position, turn) for turn in position.turns() if turn.steps}
    points = range(position.board.points)
    for origin in (None, *chance.sample(points, 8)):
        destinations = tuple(chance.choices(points, k=chance.randint(1, 3)))
        if (origin, destinations) not in taken:
            assert position.turns_along(origin, destinations) == ()


def test_a_turn_tells_its_steps() -> None:
    (turn,) = Position.parse("5/W1BB1/5 W").turns()
    assert turn.steps == (Step("a2", "b2", Capture.APPROACH, ("c2", "d2")),)


def test_captured_stones_are_listed_from_the_capturing_stone_outwards() -> None:
    (turn,) = (one for one in Position.parse("5/BBW2/5 W").turns() if str(one) == "c2-d2W")
    assert turn.captured == ("b2", "a2")


@pytest.mark.parametrize(
    ("fen", "rules", "text", "removed"),
    [
        ("5/W1BB1/5 W", "standard", "a2-b2A", ()),
        ("5/W1BB1/5 W", "fliporona", "a2-b2A", ("b2",)),
        ("B2/2B/W2 W", "livret", "a1-a2A", ("a2",)),
        ("B2/3/W2 B huff:a1", "livret", "a1~", ("a1",)),
        ("BB1/3/W1W B huff:c1", "livret", "c1~a3-a2A", ("c1",)),
        ("9/9/9/9/9 W hand:22,22", "fliporona", "@a1", ()),
    ],
)
def test_removed_lists_the_stones_that_leave_without_being_captured(
    fen: str, rules: str, text: str, removed: tuple[str, ...]
) -> None:
    assert Position.parse(fen, rules).read(text).removed == removed


def test_a_turn_of_another_position_is_refused() -> None:
    turn = Position.parse("5/W1BB1/5 W").turns()[0]
    with pytest.raises(IllegalTurn, match="a2-b2A is not a turn of"):
        Position.parse("5/W3B/5 W").play(turn)


# Stopping


@pytest.mark.parametrize(
    "work",
    [
        lambda stop: Position.parse(CROWD, "fliporona").turns(stop),
        lambda stop: Position.parse(CROWD, "fliporona").count_turns(stop),
        lambda stop: Position.start().perft(6, stop),
        lambda stop: Position.start("livret").perft(5, stop),
    ],
    ids=["turns", "count_turns", "perft", "perft of livret"],
)
@pytest.mark.parametrize("stop_at", ["flag", "deadline"])
def test_long_work_ends_at_a_stop_flag_or_a_deadline(
    work: Callable[[Stop], object], stop_at: str
) -> None:
    stop = Stop(seconds=1e-9 if stop_at == "deadline" else None)
    if stop_at == "flag":
        stop.request()
    with pytest.raises(Stopped):
        work(stop)


def test_another_thread_can_stop_a_count() -> None:
    stop = Stop()
    Timer(0.05, stop.request).start()
    with pytest.raises(Stopped):
        Position.start().perft(40, stop)


def test_what_a_signal_handler_raises_ends_a_count() -> None:
    def ring(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(TimeoutError):
            Position.start().perft(9)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_a_flag_that_nobody_raises_changes_nothing() -> None:
    assert len(Position.start().turns(Stop(seconds=3600))) == 5


@pytest.mark.parametrize(
    ("text", "rules", "start"),
    [
        ("start", "livret", {}),
        (" START:5x5 ", "fliporona", {"width": 5, "height": 5}),
        ("start:vela:B", "escale", {"giver": Colour.BLACK}),
        ("start:3x5:vela:w", "standard", {"width": 3, "height": 5, "giver": Colour.WHITE}),
    ],
)
def test_a_start_position_is_read_by_its_name(text: str, rules: str, start: Any) -> None:
    assert Position.parse(text, rules) == Position.start(rules, **start)
