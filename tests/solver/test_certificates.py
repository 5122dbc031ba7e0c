"""Certificates: what is written is verified, by us and by the plain verifier; forgeries are not.

`verifier/verify.py` shares no code with the solver, so it is the judge of both.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from fanorona import Budget, Position, Stop, Tablebase, certify, verify
from fanorona.solver.certificates.certificate import Certificate, CertifiedSearch
from fanorona.solver.certificates.strategy import NoStrategy, Strategy
from fanorona.solver.certificates.verification import Refused
from fanorona.solver.errors import FanoronaError
from fanorona.solver.stopping import Stopped
from tests import reference
from tests.random_positions import random_text

VERIFIER = Path(__file__).parents[2] / "verifier" / "verify.py"
RULES = (*reference.BASES, "standard paika=allowed stopping=forfeit", "livret captured=flip")
FEW = Budget(nodes=1_000, memory_mb=8)
MANY = 200
"""Turns of a position that would take the plain verifier long."""

SMALL = {
    "win 11": ("start:3x3", "standard"),
    "win 9": ("start:3x3", "livret"),
    "loss 16": ("W2/3/B2/3/W2 B", "escale"),
    "draw": ("1B3/5/5/5/1W3 W", "standard"),
}


@cache
def plain() -> ModuleType:
    """The plain verifier."""
    spec = spec_from_file_location("plain_verifier", VERIFIER)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def plainly_verified(text: str) -> bool:
    certificate = plain().Certificate(iter(text.splitlines(keepends=True)))
    try:
        certificate.check()
    except plain().Refused:
        return False
    return not certificate.table_values


def verified(text: str) -> bool:
    try:
        return not verify(text, tables="off").unchecked
    except Refused:
        return False


def certificates(chance: Random, number: int) -> Iterator[Certificate]:
    """Of random positions under every rule set, as far as a small budget proves their value."""
    while number:
        rules = RULES[number % len(RULES)]
        position = Position.parse(random_text(chance, rules), rules)
        if position.validate() or position.count_turns(most=MANY) == MANY:
            continue
        try:
            yield certify(position, budget=FEW, tables="off")
        except NoStrategy:
            continue
        number -= 1


@cache
def small(claim: str) -> str:
    fen, rules = SMALL[claim]
    return certify(Position.parse(fen, rules), tables="off").text()


@pytest.mark.parametrize("claim", SMALL)
def test_a_certificate_says_what_it_claims(claim: str) -> None:
    assert f"\nclaim {claim}\n" in small(claim)


@pytest.mark.parametrize("claim", SMALL)
def test_both_verify_it(claim: str) -> None:
    assert verified(small(claim))
    assert plainly_verified(small(claim))


def _all_verified(number: int, seed: int) -> None:
    for certificate in certificates(Random(seed), number):
        text = certificate.text()
        assert verified(text), text
        assert plainly_verified(text), text


def test_certificates_of_every_rule_set_are_verified() -> None:
    _all_verified(60, seed=1)


@pytest.mark.slow
def test_a_thousand_certificates_are_verified() -> None:
    _all_verified(1_000, seed=2)


def truncated(lines: list[str], chance: Random) -> list[str]:
    return lines[: chance.randrange(len(lines))]


def over_claimed(lines: list[str], _chance: Random) -> list[str]:
    """The claim is exact, so any smaller number is false."""
    name, _, plies = lines[3].removeprefix("claim ").partition(" ")
    lines[3] = f"claim {name} {int(plies) - 1}" if plies else "claim win 9"
    return lines


def other_side(lines: list[str], _chance: Random) -> list[str]:
    colour = {"white": "black", "black": "white"}
    return [colour.get(line, line) for line in lines]


def other_value(lines: list[str], _chance: Random) -> list[str]:
    value = lines[3].removeprefix("claim ").partition(" ")[0]
    lines[3] = {"win": "claim draw", "loss": "claim draw"}.get(value, "claim loss 99")
    return lines


def other_turn(lines: list[str], chance: Random) -> list[str]:
    lines[chance.randrange(5, len(lines))] = "a1-a1A"
    return lines


def turn_left_out(lines: list[str], chance: Random) -> list[str]:
    del lines[chance.randrange(4, len(lines))]
    return lines


def more_after_the_end(lines: list[str], _chance: Random) -> list[str]:
    return [*lines, "a1-a2"]


FORGERIES = (
    truncated,
    over_claimed,
    other_side,
    other_value,
    other_turn,
    turn_left_out,
    more_after_the_end,
)
Forgery = Callable[[list[str], Random], list[str]]


def _forged(forgery: Forgery, text: str, chance: Random) -> str:
    return "\n".join([*forgery(text.splitlines(), chance), ""])


@pytest.mark.parametrize("forgery", FORGERIES, ids=lambda one: one.__name__)
@pytest.mark.parametrize("claim", SMALL)
def test_a_forged_certificate_is_refused_by_both(claim: str, forgery: Forgery) -> None:
    forged = _forged(forgery, small(claim), Random(claim))
    assert not verified(forged)
    assert not plainly_verified(forged)


@pytest.mark.slow
def test_a_thousand_forged_certificates_are_refused_by_both() -> None:
    chance, refused = Random(3), 0
    for certificate in certificates(chance, 400):
        if certificate.claim.position.outcome() is not None:
            continue
        for forgery in (truncated, other_side, other_turn, more_after_the_end):
            forged = _forged(forgery, certificate.text(), chance)
            assert not verified(forged), forged
            assert not plainly_verified(forged), forged
            refused += 1
    assert refused >= 1_000


def _changed(text: str, chance: Random) -> str:
    """A certificate with some lines changed in ways that need not be wrong."""
    lines = text.splitlines()
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(lines))
        match chance.randrange(4):
            case 0:
                lines[at] = chance.choice(lines)
            case 1:
                lines.insert(at, chance.choice(lines))
            case 2:
                place = chance.randrange(len(lines[at]) + 1)
                lines[at] = lines[at][:place] + chance.choice("abcW1 ~") + lines[at][place + 1 :]
            case _:
                other = chance.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
    return "\n".join([*lines, ""])


@pytest.mark.parametrize("claim", SMALL)
def test_both_agree_about_a_changed_certificate(claim: str) -> None:
    """The plain one does not ask whether a position can come up: there it may be milder."""
    chance = Random(claim)
    for _ in range(30):
        changed = _changed(small(claim), chance)
        assert verified(changed) <= plainly_verified(changed), changed
        if small(claim).splitlines()[:4] == changed.splitlines()[:4]:
            assert verified(changed) == plainly_verified(changed), changed


def test_a_strategy_that_goes_round_in_circles_does_not_win() -> None:
    head = "fanproof 1\nrules standard\nposition 2B/3/3/3/3/3/W2 W -\nclaim win 99\nwhite\n"
    text = head + "a1-a2\na2-a1\na1-a2\na2-a3A\na2-a1\nend\n"
    with pytest.raises(Refused, match="line 10: the strategy comes back to 3/3/B2/3/3/3/W2 W -"):
        verify(text)
    certificate = plain().Certificate(iter(text.splitlines(keepends=True)))
    with pytest.raises(plain().Refused, match="the strategy comes back to 3/3/B2/3/3/3/W2 W -"):
        certificate.check()
    assert certificate.number == 10


@pytest.mark.parametrize("words", ["draw 5", "draw White wins", "win 11 at most", "win", "loss 11"])
def test_a_claim_has_its_number_and_no_other_words(words: str) -> None:
    claim = "win 11" if words.startswith(("win", "loss")) else "draw"
    changed = small(claim).replace(f"\nclaim {claim}\n", f"\nclaim {words}\n")
    assert not verified(changed)
    assert not plainly_verified(changed)


@pytest.mark.parametrize(
    ("line", "forged"),
    [
        ("claim draw", "claim draw in nine plies"),
        ("claim draw", "claim draw 9"),
        ("white", "white wins"),
        ("end", "end here"),
        ("end", "end\n"),
    ],
)
def test_nothing_stands_beside_what_is_proven(line: str, forged: str) -> None:
    """The plain verifier prints the claim as it stands in the file."""
    text = small("draw").replace(f"\n{line}\n", f"\n{forged}\n")
    with pytest.raises(Refused) as ours:
        verify(text, tables="off")
    certificate = plain().Certificate(iter(text.splitlines(keepends=True)))
    with pytest.raises(plain().Refused):
        certificate.check()
    assert certificate.number == ours.value.line


def test_a_refusal_names_the_line() -> None:
    lines = small("win 11").splitlines()
    lines[6] = "a1-a9"
    with pytest.raises(Refused, match=r"line 7: 'a1-a9' is not a turn of"):
        verify("\n".join(lines))


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Tablebase:
    return Tablebase.build(4, tmp_path_factory.mktemp("tables"), board="5x5")


def test_a_certificate_may_lean_on_tables(tables: Tablebase) -> None:
    position = Position.parse("5/2B2/5/W3W/2W2 W")
    text = certify(position, tables=tables, lean_on_tables=True).text()
    assert "\ntable " in text
    assert verify(text, tables=tables).unchecked == ()
    assert len(verify(text, tables="off").unchecked) == text.count("\ntable ")
    assert not plainly_verified(text)


def test_a_table_value_that_the_table_does_not_bear_out_is_refused(tables: Tablebase) -> None:
    text = (
        "fanproof 1\nrules standard\nposition 4B/3B1/5/5/W4 W -\nclaim win 9\nwhite\ntable 9\nend"
    )
    with pytest.raises(Refused, match="the table has another value"):
        verify(text, tables=tables)


def test_with_tables_at_hand_a_certificate_still_needs_none(tables: Tablebase) -> None:
    for fen in ("5/2B2/5/W3W/2W2 W", "1B3/5/5/5/1W3 W"):
        text = certify(Position.parse(fen), tables=tables).text()
        assert "table" not in text
        assert plainly_verified(text)


def test_what_is_not_proven_has_no_certificate() -> None:
    with pytest.raises(FanoronaError, match="nothing is proven"):
        certify(Position.start(), budget=Budget(nodes=100), tables="off")


def test_an_interrupt_of_the_writing_is_called_one(monkeypatch: pytest.MonkeyPatch) -> None:
    stop = Stop()

    def interrupted(_: Strategy) -> None:
        stop.interrupt()
        raise Stopped

    monkeypatch.setattr(Strategy, "find", interrupted)
    search = CertifiedSearch(max_turns=None)
    start = Position.start(width=3, height=3)
    answer = search(start, budget=Budget(), tables="off", stop=stop)
    assert answer.value == "win"
    assert str(search.failure) == "interrupted"
    assert search.was_interrupted


class HeardCtrlC(Stop):
    """A stop flag whose worker has run the handler of SIGINT."""

    @property
    def handler_raised(self) -> BaseException:
        return KeyboardInterrupt()


def test_an_interrupt_is_not_lost_on_who_has_other_means() -> None:
    """Such as `check --certificates`, which tries again with tables if there is no certificate."""
    with pytest.raises(KeyboardInterrupt):
        certify(Position.start(width=3, height=3), tables="off", stop=HeardCtrlC())


def test_a_spent_budget_is_named_also_without_a_stop_flag(monkeypatch: pytest.MonkeyPatch) -> None:
    def spent(_: Strategy) -> None:
        raise Stopped

    monkeypatch.setattr(Strategy, "find", spent)
    with pytest.raises(NoStrategy, match="budget"):
        certify(Position.start(width=3, height=3), tables="off")


def test_within_a_number_of_turns() -> None:
    certificate = certify(Position.start(width=3, height=3), 6, tables="off")
    assert str(certificate.claim) == "win 11"


def test_a_number_of_turns_is_checked_as_that_of_a_forced_win() -> None:
    with pytest.raises(FanoronaError, match="max_turns is 0; give 1 or more"):
        certify(Position.start(width=3, height=3), 0, tables="off")


def test_the_plain_verifier_is_a_program_without_imports_of_ours(tmp_path: Path) -> None:
    proof = tmp_path / "proof.fanproof"
    proof.write_text(small("win 11"))
    alone = (sys.executable, "-I", "-S", str(VERIFIER), str(proof))
    ran = subprocess.run(alone, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout == "VERIFIED: BBB/B1W/WWW W - (standard): win 11\n"


@pytest.mark.parametrize("name", ["none.fanproof", "."])
def test_the_plain_verifier_says_that_there_is_no_such_file(tmp_path: Path, name: str) -> None:
    alone = (sys.executable, "-I", "-S", str(VERIFIER), str(tmp_path / name))
    ran = subprocess.run(alone, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (3, "", 1)
    assert ran.stderr.startswith(str(tmp_path))


def test_the_plain_verifier_is_short() -> None:
    text = VERIFIER.read_text()
    assert len(text.splitlines()) < 400
    assert "fanorona." not in text


@pytest.mark.parametrize("rules", RULES)
def test_the_plain_verifier_knows_the_rules(rules: str) -> None:
    chance = Random(rules)
    for _ in range(40):
        text = random_text(chance, rules)
        if Position.parse(text, rules).count_turns(most=MANY) == MANY:
            continue
        position = reference.Position.parse(text, rules)
        its_rules, its_position = plain().read_position(position.fen(), rules)
        found = its_rules.turns(its_position)
        turns = {text: its_rules.text(after) for text, after in found.items()}
        assert turns == {text: after.fen() for text, after in position.turns().items()}
