"""Variations, tries and set play, replayed by the rules alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fanorona.solver import RULE_SETS, Position
from fanorona.solver.as_json import as_json
from fanorona.solver.budget import Budget
from fanorona.solver.puzzles.check import check
from fanorona.solver.puzzles.full_play import WantedPlay
from fanorona.solver.puzzles.puzzle import Goal, Puzzle, Stipulation
from fanorona.solver.puzzles.reading import read_puzzles
from fanorona.solver.search.forced_win import forced_win
from fanorona.solver.tables.default_tables import tables_for
from tests import reference
from tests.reference import ENEMY_OF, VICTORY_OF
from tests.replayer import Referee, results_of
from tests.solver.test_check_against_reference import random_position

FOLDER = Path(__file__).parents[2] / "puzzles"
ALL = WantedPlay(variations=True, tries=True, set_play=True)
Json = dict[str, Any]


def shipped(*lengths: int) -> list[Puzzle]:
    """The shipped wins in that many turns."""
    return [
        puzzle
        for file in sorted(FOLDER.glob("*.txt"))
        for puzzle in read_puzzles(file.read_bytes())
        if isinstance(puzzle, Puzzle) and puzzle.stipulation.turns in lengths
    ]


def everything_about(puzzle: Puzzle, budget: Budget | None = None) -> Json:
    found: Json = as_json(check(puzzle, budget, tables_for=tables_for, wanted=ALL))
    return found


def replay(position: reference.Position, tree: Json) -> None:
    """Play a complete tree: every legal defence is in it once, and every branch ends in a win."""
    assert tree["complete"], position.fen()
    replay_defences(position.turns()[tree["turn"]], tree["variations"], position.side)


def replay_defences(position: reference.Position, variations: list[Json], solver: str) -> None:
    if position.outcome() is not None:
        assert position.outcome() == VICTORY_OF[solver], position.fen()
        assert variations == []
        return
    turns = position.turns()
    listed = [turns[defence] for one in variations for defence in one["defences"]]
    assert len(listed) == len(set(listed)), position.fen()
    assert set(listed) == set(turns.values()), position.fen()
    for one in variations:
        for defence in one["defences"]:
            replay_answer(turns[defence], one, solver)


def replay_answer(position: reference.Position, one: Json, solver: str) -> None:
    if one["answer"] is None:
        assert position.outcome() == VICTORY_OF[solver]
        return
    turns = position.turns()
    assert one["also_count"] >= len(one["also"])
    assert one["answer"] not in one["also"]
    replay_defences(turns[one["answer"]], one["then"], solver)
    assert depth(one["then"]) == one["turns"] - 1
    for turn in one["also"] if one["turns"] == 1 else ():
        assert turns[turn].outcome() == VICTORY_OF[solver]


def depth(variations: list[Json]) -> int:
    return max((one["turns"] for one in variations), default=0)


def confirm_tries(position: reference.Position, found: Json, turns: int, referee: Referee) -> None:
    """Each try fails to its refutation, and to no other reply."""
    assert found["undecided"] == []
    for one in found["tries"]:
        replies = results_of(position.turns()[one["turn"]])
        refuting = [
            texts[0]
            for result, texts in replies.items()
            if not referee.wins(result, position.side, max(2 * turns - 3, 0))
        ]
        assert refuting == [one["refutation"]], (position.fen(), one)
        assert one["failing"] == len(replies) - 1 > 0


def confirm(puzzle: Puzzle) -> None:
    found = everything_about(puzzle)
    position = reference.Position.parse(found["position"], found["rules"])
    assert puzzle.stipulation.turns is not None
    for tree in found["variations"]:
        replay(position, tree)
        assert depth(tree["variations"]) == puzzle.stipulation.turns - 1
    assert len(found["variations"]) == len(found["solutions"])
    confirm_tries(position, found["tries"], puzzle.stipulation.turns, Referee())


@pytest.mark.parametrize("rules", RULE_SETS)
def test_shipped_wins_have_every_defence_and_only_true_tries(rules: str) -> None:
    ours = [one for one in shipped(2, 3) if one.rules.id == rules]
    for puzzle in Random(rules).sample(ours, min(len(ours), 3)):
        confirm(puzzle)


@pytest.mark.slow
def test_all_shipped_wins_in_two_and_three_are_replayed() -> None:
    for puzzle in shipped(2, 3):
        confirm(puzzle)


def small_wins(rules: str, number: int, seed: str) -> list[tuple[Puzzle, reference.Position]]:
    """Wins in 1 to 3 on small boards, of every kind of state."""
    chance = Random(f"{seed} {rules}")
    found: list[tuple[Puzzle, reference.Position]] = []
    while len(found) < number:
        root = random_position(chance, rules)
        position = Position.parse(root.fen(), rules)
        if position.outcome() is not None:
            continue
        quickest = forced_win(position, 3, memory_mb=2, tables=None).distance
        if quickest is not None and 1 <= quickest.turns <= 3:
            stipulation = Stipulation(position.side, Goal.WIN, quickest.turns)
            found.append((Puzzle(position=position, stipulation=stipulation), root))
    return found


@pytest.mark.parametrize("rules", RULE_SETS)
def test_no_try_is_missed(rules: str) -> None:
    for puzzle, root in small_wins(rules, 60, "tries"):
        turns, referee = puzzle.stipulation.turns or 0, Referee()
        found = everything_about(puzzle, Budget(memory_mb=2))
        listed = {one["turn"] for one in found["tries"]["tries"]}
        for result, texts in results_of(root).items():
            replies = results_of(result)
            refuting = [
                reply
                for reply in replies
                if not referee.wins(reply, root.side, max(2 * turns - 3, 0))
            ]
            is_try = result.outcome() is None and len(refuting) == 1 < len(replies)
            assert (texts[0] in listed) == is_try, (root.fen(), texts[0])


@pytest.mark.parametrize("rules", RULE_SETS)
def test_set_play_is_what_the_other_side_could_play(rules: str) -> None:
    played = 0
    for puzzle, root in small_wins(rules, 60, "set play"):
        turns = puzzle.stipulation.turns or 0
        found = everything_about(puzzle, Budget(memory_mb=2))["set_play"]
        if found["position"] is None:
            assert found["reason"]
            continue
        played += 1
        other = replace(root, side=ENEMY_OF[root.side])
        assert found["position"] == other.fen()
        losing = {turn for one in found["variations"] for turn in one["defences"]}
        for result, texts in results_of(other).items():
            loses = Referee().wins(result, root.side, 2 * (turns - 1) - 1)
            assert (texts[0] in losing) == loses
            assert (texts[0] in found["unanswered"]) != loses
        for one in found["variations"]:
            for defence in one["defences"]:
                replay_answer(other.turns()[defence], one, root.side)
    assert played


def test_a_tree_that_does_not_fit_is_cut_and_says_so() -> None:
    text = "Position: 5B3/9/2B6/7WW/9 W -\nStipulation: White to play and win in 19"
    (puzzle,) = read_puzzles(text)
    assert isinstance(puzzle, Puzzle)
    (tree,) = everything_about(puzzle)["variations"]
    assert not tree["complete"]
    position = reference.Position.parse(puzzle.position.fen(), "standard")
    after = position.turns()[tree["turn"]]
    listed = {after.turns()[turn] for one in tree["variations"] for turn in one["defences"]}
    assert listed == set(after.turns().values())
    assert any(one["then"] is None for one in leaves(tree["variations"]))


def leaves(variations: list[Json]) -> list[Json]:
    return [leaf for one in variations for leaf in (leaves(one["then"]) if one["then"] else [one])]


def test_a_small_budget_leaves_things_open_and_claims_nothing() -> None:
    (puzzle, *_) = [one for one in shipped(3) if one.rules.id == "fliporona"]
    for nodes in (1, 50, 400, 3_000):
        found = everything_about(puzzle, Budget(nodes=nodes, memory_mb=2))
        position = reference.Position.parse(found["position"], found["rules"])
        for tree in found["variations"] or ():
            if tree["complete"]:
                replay(position, tree)
        tries = found["tries"] or {"tries": []}
        confirm_tries(position, {**tries, "undecided": []}, 3, Referee())


def test_draws_have_tries_and_no_set_play() -> None:
    drawn = [
        puzzle
        for puzzle in read_puzzles((FOLDER / "draws.txt").read_bytes())
        if isinstance(puzzle, Puzzle)
    ]
    found = everything_about(drawn[0])
    assert found["variations"] == []
    assert found["tries"]["tries"]
    assert found["set_play"]["position"] is None
    assert found["set_play"]["reason"]
    position = reference.Position.parse(found["position"], found["rules"])
    for one in found["tries"]["tries"]:
        assert one["refutation"] in position.turns()[one["turn"]].turns()


def test_nothing_is_looked_for_that_is_not_asked_for() -> None:
    found = as_json(check(shipped(2)[0]))
    assert (found["variations"], found["tries"], found["set_play"]) == (None, None, None)
