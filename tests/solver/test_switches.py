"""Rule sets of one's own, a base and switches: read, named back, and played as the reference does.

The switches of tests/reference.py are written down there once more, from the rules.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from fanorona.solver import RULE_SETS, ImpossibleRules, Position, RuleSet, UnknownRules, rule_set
from fanorona.solver.rules import FLIPORONA, STANDARD, SWITCHES, Paika
from tests import reference

RandomPosition = Callable[[Random, str], str]

FEW_TURNS = 30
"""Up to this many turns the reference counts two turns deep without a noticeable wait."""
REFUSED = ({"setup": "placed", "vela": "yes"}, {"captured": "leave", "capturer": "leaves"})


def random_rules(chance: Random) -> str:
    """A canonical name that differs from its base; not every one is a possible rule set."""
    base = chance.choice(reference.BASES)
    said = reference.switches(base)
    for switch in chance.sample(list(said), chance.randint(1, len(said))):
        said = said | {switch: chance.choice(reference.SWITCHES[switch])}
    usual = reference.switches(base)
    changes = [f"{switch}={value}" for switch, value in said.items() if value != usual[switch]]
    return " ".join([base, *changes])


def is_refused(rules: str) -> bool:
    said = reference.switches(rules).items()
    return any(together.items() <= said for together in REFUSED)


def combinations(chance: Random, number: int) -> list[str]:
    """That many different custom rule sets that can be played."""
    found: dict[str, None] = {}
    while len(found) < number:
        rules = random_rules(chance)
        if "=" in rules and not is_refused(rules):
            found[rules] = None
    return list(found)


def differences(fen: str, rules: str) -> list[str]:
    """What the solver says differently from the reference."""
    position, expected = Position.parse(fen, rules), reference.turns(fen, rules)
    outcome = position.outcome()
    deep = 2 if len(expected) <= FEW_TURNS else 1
    compared = {
        "text": (position.fen(), fen),
        "defects": (position.validate(), ()),
        "turns": ({str(turn): position.after(turn).fen() for turn in position.turns()}, expected),
        "outcome": (outcome and outcome.value, reference.outcome(fen, rules)),
        f"perft {deep}": (position.perft(deep), reference.perft(fen, rules, deep)),
    }
    return [
        f"{what} of {fen} under {rules}: {ours}, but the reference says {theirs}"
        for what, (ours, theirs) in compared.items()
        if ours != theirs
    ]


def sample(
    chance: Random, rules: str, random_position: RandomPosition, number: int
) -> Iterator[str]:
    """That many different positions from short random games."""
    seen: set[str] = set()
    while len(seen) < number:
        fen = random_position(chance, rules)
        for _ in range(3):
            if fen not in seen and len(seen) < number:
                seen.add(fen)
                yield fen
            after = reference.turns(fen, rules)
            if not after:
                break
            fen = after[chance.choice(sorted(after))]


def test_the_rows_are_those_of_the_reference() -> None:
    ours = {switch.name: set(switch.values) for switch in SWITCHES}
    assert ours == {switch: set(values) for switch, values in reference.SWITCHES.items()}


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_known_rule_set_has_the_switches_of_the_reference(name: str) -> None:
    assert rule_set(name).switches == reference.switches(name)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("standard paika=allowed", "standard paika=allowed"),
        ("stopping=forfeit STANDARD Paika = Allowed", "standard paika=allowed stopping=forfeit"),
        ("standard,paika=allowed", "standard paika=allowed"),
        ("standard_paika=allowed_vela=no", "standard paika=allowed vela=no"),
        ("paika=huffed", "standard paika=huffed"),
        ("standard paika=forbidden", "standard"),
        ("standard paika=allowed paika=allowed", "standard paika=allowed"),
        ("tsivy choice=larger-line", "standard choice=larger"),
        ("livret first=yes", "livret first=chain"),
        ("fliporona capturer=false", "fliporona capturer=stays"),
        ("fliporona chain=repeat-direction-or-visit-again", "fliporona chain=direction"),
    ],
)
def test_a_name_is_read_leniently_and_written_canonically(text: str, name: str) -> None:
    assert rule_set(text).id == name
    assert rule_set(name) is rule_set(name)


def test_a_name_without_changes_is_the_known_rule_set() -> None:
    assert rule_set("standard paika=forbidden") is STANDARD


def test_every_random_name_is_canonical() -> None:
    for rules in combinations(Random("names"), 500):
        assert rule_set(rules).id == rules


def test_a_rule_set_made_in_python_is_named_by_its_switches() -> None:
    assert replace(STANDARD, paika_while_capture=Paika.ALLOWED).id == "standard paika=allowed"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("chess paika=allowed", "unknown rule set 'chess'; use one of standard"),
        ("standard pieka=allowed", "'pieka' is not a switch; did you mean paika"),
        ("standard zz=allowed", "'zz' is not a switch; use one of paika, stopping"),
        ("standard paika=allowd", "paika cannot be 'allowd'; did you mean allowed?"),
        ("standard paika=maybe", "paika cannot be 'maybe'; use one of forbidden, allowed"),
        ("standard paika=", "paika cannot be ''"),
        ("standard paika", "paika needs a value; use one of forbidden, allowed, huffed"),
        ("standard livret", "standard and livret are both rule sets"),
        ("standard paika=allowed paika=huffed", "paika is set to two values"),
        ("standard please", "unknown rule set 'standard please'"),
        ("", "unknown rule set ''"),
        ("standard" * 100, "at most 200 characters"),
    ],
)
def test_a_faulty_name_is_refused_with_a_fix(text: str, says: str) -> None:
    with pytest.raises(UnknownRules) as caught:
        rule_set(text)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    "make",
    [
        lambda: rule_set("standard setup=placed"),
        lambda: rule_set("fliporona vela=yes"),
        lambda: replace(FLIPORONA, vela=True),
    ],
)
def test_placing_does_not_go_with_vela(make: Callable[[], RuleSet]) -> None:
    with pytest.raises(ImpossibleRules, match="setup=placed cannot be combined with vela=yes"):
        make()


@pytest.mark.parametrize("rules", ["standard capturer=leaves", "fliporona captured=leave"])
def test_a_capture_must_not_be_able_to_empty_the_board(rules: str) -> None:
    with pytest.raises(ImpossibleRules, match="capturer=leaves cannot be combined with"):
        rule_set(rules)


def test_every_other_combination_is_possible() -> None:
    refused = 0
    for values in product(*map(dict.fromkeys, reference.SWITCHES.values())):
        rules = " ".join(["standard", *map("=".join, zip(reference.SWITCHES, values, strict=True))])
        try:
            assert rule_set(rules).switches == reference.switches(rules)
            assert not is_refused(rules)
        except ImpossibleRules:
            assert is_refused(rules)
            refused += 1
    assert refused == 768 - 432


def test_a_first_turn_is_the_first_after_placing() -> None:
    position = Position.start("fliporona first=step", 3, 3)
    assert position.fen() == "3/3/3 W first:WB;hand:4,4"
    assert position.play("@a1").fen() == "3/3/W2 B first:WB;hand:3,4"


def test_nothing_is_liable_while_stones_are_placed() -> None:
    position = Position.parse("W2/3/2B W huff:c1;hand:3,3", "fliporona paika=huffed")
    assert any(one.code == "defect.huff-while-placing" for one in position.validate())


def test_flipped_stones_may_outnumber_the_set_up_of_a_colour() -> None:
    assert Position.parse("WWW/WW1/B2 W", "standard captured=flip").validate() == ()
    fixed = "fliporona captured=leave capturer=stays"
    assert Position.parse("WWW/WW1/B2 W", fixed).validate() != ()


def test_some_rule_sets_of_ones_own_play_as_in_the_reference(
    random_position: RandomPosition, compiled: bool
) -> None:
    chance = Random("a few switches")
    for rules in combinations(chance, 60 if compiled else 15):
        for fen in sample(chance, rules, random_position, 12 if compiled else 4):
            assert differences(fen, rules) == []


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_many_rule_sets_of_ones_own_play_as_in_the_reference(
    part: int, random_position: RandomPosition, capsys: pytest.CaptureFixture[str]
) -> None:
    chance = Random(f"many switches {part}")
    met: Counter[str] = Counter()
    for rules in combinations(Random("many switches"), 200)[part::10]:
        for fen in sample(chance, rules, random_position, 200):
            assert differences(fen, rules) == []
            met["positions"] += 1
        met["rule sets"] += 1
        met.update(f"{switch}={value}" for switch, value in reference.switches(rules).items())
    with capsys.disabled():
        sys.stdout.write(f"\n0 differences; {dict(met)}\n")
