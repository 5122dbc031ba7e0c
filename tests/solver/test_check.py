"""What a check says of puzzles: every defect where it is deserved, and nowhere else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from fanorona.solver import Position, check_puzzles
from fanorona.solver.as_json import as_json
from fanorona.solver.budget import Budget
from fanorona.solver.kernel.stop import Stop
from fanorona.solver.puzzles.check import check, examine
from fanorona.solver.puzzles.defences import other_turns
from fanorona.solver.puzzles.goals import OfAllTurns
from fanorona.solver.puzzles.puzzle import Goal, Puzzle, Stipulation
from fanorona.solver.puzzles.reading import read_puzzles
from fanorona.solver.puzzles.verdict import Code, Soundness, Verdict
from fanorona.solver.search.forced_win import ForcedWin, prove
from fanorona.solver.turn import Words
from fanorona.solver.value import Distance, StoppedBy, Value
from fanorona.words import say
from tests import reference
from tests.puzzle_judge import confirm, wins_in
from tests.replayer import Referee

DEFECTS = sorted((Path(__file__).parents[1] / "data" / "defects").glob("*.txt"))

TWO_TURNS = "2WW1/WW3/B2BW B"
"""Standard: Black wins in 2, by one turn only."""
TWO_LONG = "B1W2/WB1W1/1WBWW W"
"""Escale: White wins in 3, by c3-b3A and by d2-c2A."""


@dataclass(frozen=True)
class Sample:
    """A puzzle of the data, and the codes that it deserves."""

    file: str
    puzzle: Puzzle
    expected: list[str]
    nodes: int | None

    @property
    def name(self) -> str:
        return f"{self.file}: {self.puzzle.title}"

    def check(self) -> Verdict:
        budget = Budget(memory_mb=8) if self.nodes is None else Budget(nodes=self.nodes)
        return check(self.puzzle, budget)


def samples() -> Iterator[Sample]:
    for path in DEFECTS:
        for puzzle in read_puzzles(path.read_bytes()):
            assert isinstance(puzzle, Puzzle), puzzle
            tags = {other.name: other.value for other in puzzle.others}
            expected = [code for code in tags["Expected"].split() if code != "sound"]
            nodes = int(tags["Nodes"]) if "Nodes" in tags else None
            yield Sample(path.stem, puzzle, sorted(expected), nodes)


SAMPLES = list(samples())
each_sample = pytest.mark.parametrize("sample", SAMPLES, ids=[one.name for one in SAMPLES])


def judged(text: str, *, language: str | None = None, budget: Budget | None = None) -> Verdict:
    """The verdict on a text with one puzzle."""
    (puzzle,) = read_puzzles(text)
    assert language in ("en", "fr", None)
    return check(puzzle, budget or Budget(memory_mb=8), language=language)


def black_to_win_in_2(*lines: str) -> str:
    stipulation = "Stipulation: Black to play and win in 2"
    return "\n".join([f"Position: {TWO_TURNS}", stipulation, *lines])


def codes(verdict: Verdict) -> list[str]:
    return sorted(remark.code.value for remark in (*verdict.defects, *verdict.remarks))


# ── The data ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "code", [code for code in Code if code not in (Code.DUPLICATE, Code.OTHER_GRADE)]
)
def test_every_code_has_puzzles_that_deserve_it_and_near_misses(code: Code) -> None:
    of_file = [sample for sample in SAMPLES if sample.file == code.value]
    assert sum(code.value in sample.expected for sample in of_file) >= 3
    assert sum(code.value not in sample.expected for sample in of_file) >= 2


def test_every_code_is_tried_under_several_rules() -> None:
    rules = {sample.puzzle.rules.id for sample in SAMPLES}
    assert rules == {"standard", "escale", "livret", "fliporona"}
    assert any(sample.puzzle.position.arrangement.giver for sample in SAMPLES)


@each_sample
def test_a_puzzle_gets_the_codes_that_it_deserves(sample: Sample) -> None:
    verdict = sample.check()
    assert codes(verdict) == sample.expected
    spoiled = set(sample.expected) - {"dual", "unknown", "unread-aside"}
    undecided = "unknown" in sample.expected
    sound = Soundness.UNKNOWN if undecided else Soundness.SOUND
    assert verdict.verdict is (Soundness.UNSOUND if spoiled else sound)


@each_sample
def test_every_claim_is_borne_out_by_the_rules_alone(sample: Sample) -> None:
    confirm(as_json(sample.check()), Referee(most=20_000))


@pytest.mark.parametrize(
    "sample",
    [
        sample
        for sample in SAMPLES
        if (sample.puzzle.stipulation.turns or 9) <= 3
        and not {"illegal-position", "unknown"} & set(sample.expected)
    ],
    ids=lambda sample: sample.name,
)
def test_all_first_turns_that_win_in_time_are_found(sample: Sample) -> None:
    """Solutions and cooks together are those that trying everything finds."""
    verdict = sample.check()
    puzzle, turns = sample.puzzle, sample.puzzle.stipulation.turns
    assert turns is not None
    root = reference.Position.parse(puzzle.position.fen(), puzzle.rules.id)
    winning = wins_in(root, turns, Referee(most=200_000))
    cooks = [defect.line[0] for defect in verdict.defects if defect.code is Code.COOK]
    found = [line[0] for line in verdict.solutions] + cooks
    assert len(found) == len(winning)
    assert {root.turns()[turn] for turn in found} == set(winning)
    routes = [winning[root.turns()[line[0]]] for line in verdict.solutions]
    assert sorted(verdict.routes) == sorted(turn for texts in routes for turn in texts)


# ── The author's word ─────────────────────────────────────────────────────────────────────────────


def test_of_several_routes_the_author_s_is_shown() -> None:
    problem = Path(__file__).parents[2] / "puzzles" / "fliporona-problem.txt"
    (verdict,) = check_puzzles(problem.read_bytes())
    assert verdict.verdict is Soundness.SOUND
    assert verdict.solutions == (("c4-d4W-e3W-f4W-e4W-e3W-d3A",),)
    assert verdict.routes == ("c4-d4W-e3W-f4W-e4W-e3W-d3A", "c4-d4W-e3W-e4A-f4A-e3A-d3A")


def test_of_equally_good_lines_the_author_s_is_shown() -> None:
    plain = judged(black_to_win_in_2())
    assert plain.solutions == (("d1-c1W-c2A-d2W", "d3-c3", "a1-b2A"),)
    own = judged(black_to_win_in_2("Solution: d1-c1W-c2A-d2W d3-c3 d2-e1W"))
    assert own.solutions == (("d1-c1W-c2A-d2W", "d3-c3", "d2-e1W"),)


def test_the_author_s_own_turn_is_not_a_dual() -> None:
    text = "Position: 3B5/9/W2W5/2B6/9 B\nStipulation: Black to play and win in 3\n"
    other = "d5-d4A a3-a4 d4-c3"
    for solution, dual in (("d5-d4A", "d4-c3"), (other, "c2-c3")):
        (remark,) = judged(f"{text}Solution: {solution}").remarks
        assert remark.code is Code.DUAL
        assert remark.line[2] == dual


def test_a_hint_says_which_solution_is_meant() -> None:
    text = f"Rules: escale\nPosition: {TWO_LONG}\nStipulation: White to play and win in 3\n"
    verdict = judged(f"{text}Hint: d2-c2A")
    assert [line[0] for line in verdict.solutions] == ["d2-c2A"]
    assert [one.line[0] for one in verdict.defects] == ["c3-b3A"]


def test_a_hint_beside_a_solution_lists_no_further_one() -> None:
    text = f"Rules: escale\nPosition: {TWO_LONG}\nStipulation: White to play and win in 3\n"
    verdict = judged(f"{text}Solution: c3-b3A\nHint: d2-c2A")
    assert [line[0] for line in verdict.solutions] == ["c3-b3A"]
    assert [(one.code, one.line[0]) for one in verdict.defects] == [(Code.COOK, "d2-c2A")]


def test_if_the_solution_is_wrong_the_right_one_is_not_a_cook() -> None:
    verdict = judged(black_to_win_in_2("Solution: d1-c1W"))
    assert [one.code for one in verdict.defects] == [Code.WRONG_SOLUTION]
    assert [line[0] for line in verdict.solutions] == ["d1-c1W-c2A-d2W"]


def test_a_wrong_solution_comes_with_its_refutation() -> None:
    (defect,) = judged(black_to_win_in_2("Solution: d1-c1W")).defects
    assert str(defect.detail) == "the solution d1-c1W fails to a2-a3W"
    assert defect.line == ("d1-c1W", "a2-a3W")


def test_the_line_of_an_impossible_win_begins_with_the_author_s_turn() -> None:
    text = "Position: B2W1/BBW1W/W1BB1 W\nStipulation: White to play and win in 2\n"
    (plain,) = judged(text).defects
    assert str(plain.detail) == "there is no win within 2 turns; the quickest takes 3"
    assert len(plain.line) == 5
    (tried,) = judged(f"{text}Solution: d3-d2A").defects
    assert tried.code is Code.NO_SOLUTION
    assert tried.line[0] == "d3-d2A"
    assert len(tried.line) == 2
    assert str(tried.detail) == f"{plain.detail}; d3-d2A fails to {tried.line[1]}"


def test_a_reply_that_gives_up_the_last_stone_refutes_nothing() -> None:
    """White may stop at c3-b2A, and forfeits its only stone."""
    (defect,) = judged(
        "Rules: livret\nPosition: 2W2/1B1B1/B3B B\nStipulation: Black to play and win in 1\n"
        "Solution: b2-b3",
        budget=Budget(nodes=5, memory_mb=1),
    ).defects
    tried, reply = defect.line
    position = Position.parse("2W2/1B1B1/B3B B", "livret").play(tried)
    assert str(defect.detail).endswith(f"{tried} fails to {reply}")
    assert position.play(reply).outcome() is None


def test_an_unplayable_text_is_reported_even_without_a_solution() -> None:
    text = "Position: B2W1/BBW1W/W1BB1 W\nStipulation: White to play and win in 2\nSolution: a1-a9"
    assert codes(judged(text)) == ["no-solution", "unread-moves"]
    legal_text = text.replace("a1-a9", "a1-a2")
    assert codes(judged(legal_text)) == ["no-solution", "wrong-solution"]


# ── Budgets ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("turns", [159, 160, 161, 999])
def test_any_number_of_turns_can_be_asked_for(turns: int) -> None:
    position = Position.parse("9/2W6/9/5B3/9 W")
    verdict = check(
        Puzzle(position=position, stipulation=Stipulation(position.side, Goal.WIN, turns)),
        Budget(memory_mb=8),
    )
    assert codes(verdict) == ["no-solution"]


@pytest.mark.parametrize("turns", [160, 161, 999])
def test_any_number_of_turns_is_refuted_by_a_reply(turns: int) -> None:
    (defect,) = judged(
        f"Rules: escale\nPosition: WWB/2B/BWW B\nStipulation: Black to play and win in {turns}\n"
        "Solution: a1-b2"
    ).defects
    assert defect.code is Code.NO_SOLUTION
    assert str(defect.detail).endswith(f"; Black loses; a1-b2 fails to {defect.line[1]}")


def test_a_stop_interrupts_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def stopped(meeting: OfAllTurns, after: Words, nodes: int) -> None:
        asked.append(after)
        meeting.prover.stop.request()
        meeting.prover.within(after, True, 9, nodes)

    monkeypatch.setattr(OfAllTurns, "_draws", stopped)
    position = Position.parse("9/2W6/9/5B3/9 W")
    puzzle = Puzzle(position=position, stipulation=Stipulation(position.side, Goal.DRAW))
    verdict = check(puzzle, Budget(memory_mb=8))
    assert verdict.verdict is Soundness.UNKNOWN
    assert len(asked) == len(set(asked)) == len(position.turns())


def test_what_is_known_is_reported_even_if_something_is_undecided() -> None:
    text = black_to_win_in_2("Solution: d1-d3")
    verdict = judged(text, budget=Budget(nodes=1, memory_mb=1))
    assert verdict.verdict is Soundness.UNSOUND
    assert verdict.search is not None
    assert verdict.search.stopped_by is StoppedBy.NODES


@pytest.mark.parametrize("seconds", [1e-9, 0.001])
def test_a_deadline_that_has_passed_leaves_the_puzzle_undecided(seconds: float) -> None:
    start = Position.start()
    puzzle = Puzzle(position=start, stipulation=Stipulation(start.side, Goal.WIN))
    verdict = check(puzzle, Budget(memory_mb=8), stop=Stop(seconds))
    assert verdict.verdict is Soundness.UNKNOWN
    assert codes(verdict) == ["unknown"]
    assert verdict.search is not None
    assert verdict.search.stopped_by is StoppedBy.TIME


def test_a_game_that_cannot_be_replayed_in_time_leaves_the_puzzle_undecided() -> None:
    stop = Stop()
    stop.request()
    text = "Position: B1B/BWW/W1W B\nStipulation: win\nGame: b1-b2A"
    (puzzle,) = read_puzzles(text)
    verdict = check(puzzle, Budget(memory_mb=8), stop=stop)
    assert verdict.verdict is Soundness.UNKNOWN
    assert codes(verdict) == ["unknown"]
    assert verdict.search is not None
    assert verdict.search.stopped_by is StoppedBy.TIME


def test_a_stop_by_the_user_is_reported_as_one() -> None:
    stop = Stop()
    stop.interrupt()
    start = Position.start()
    puzzle = Puzzle(position=start, stipulation=Stipulation(start.side, Goal.WIN))
    verdict = check(puzzle, Budget(memory_mb=8), stop=stop)
    assert verdict.verdict is Soundness.UNKNOWN
    assert verdict.search is not None
    assert verdict.search.stopped_by is StoppedBy.INTERRUPTED


@pytest.mark.parametrize("nodes", [1, 3, 10, 30, 100, 300, 1000])
def test_a_small_budget_never_makes_a_verdict_wrong(nodes: int) -> None:
    """What is said with few nodes is what is said with many, or that it is not known."""
    for sample in SAMPLES:
        if sample.nodes is not None:
            continue
        verdict = check(sample.puzzle, Budget(nodes=nodes, memory_mb=1))
        said, deserved = Counter(codes(verdict)), Counter(sample.expected)
        if verdict.search is None or verdict.search.stopped_by is StoppedBy.SOLVED:
            assert set(said) - {"dual"} == set(deserved) - {"dual"}, sample.name
        else:
            assert verdict.verdict is not Soundness.SOUND, sample.name
            if "no-solution" in deserved:  # Then the author's is wrong, too.
                deserved["wrong-solution"] += 1
            assert set(said) <= {*deserved, "unknown"}, sample.name


def test_the_same_question_has_the_same_answer() -> None:
    for sample in SAMPLES:
        assert sample.check() == sample.check(), sample.name


# ── Words ─────────────────────────────────────────────────────────────────────────────────────────


def test_the_words_are_in_the_language_of_the_tags() -> None:
    english = judged(black_to_win_in_2("Solution: d1-c1W"))
    assert as_json(english)["defects"][0]["detail"] == "the solution d1-c1W fails to a2-a3W"
    french = judged(
        f"Position: {TWO_TURNS}\nÉnoncé: Noir joue et gagne en 2 coups\nSolution: d1-c1W"
    )
    assert as_json(french)["defects"][0]["detail"] == "la solution d1-c1W échoue sur a2-a3W"


def test_another_language_can_be_asked_for() -> None:
    verdict = judged(black_to_win_in_2("Solution: d1-d3"), language="fr")
    assert as_json(verdict)["defects"][0]["detail"].startswith(
        "la solution n'est pas jouable : 'd1-d3', pas 1"
    )
    broken = judged("Title: Nothing else", language="fr")
    assert broken.verdict is Soundness.UNREADABLE
    assert all("ajoutez" in error["detail"] for error in as_json(broken)["errors"])


@each_sample
def test_everything_can_be_said_in_french(sample: Sample) -> None:
    budget = Budget(nodes=sample.nodes or 200_000, memory_mb=8)
    verdict = check(sample.puzzle, budget)
    for one in (*verdict.defects, *verdict.remarks):
        assert say(one.detail, "fr") != say(one.detail, "en")


# ── What else could be played ─────────────────────────────────────────────────────────────────────


def test_every_other_reply_is_judged() -> None:
    (puzzle,) = read_puzzles(black_to_win_in_2())
    assert isinstance(puzzle, Puzzle)
    examination = examine(puzzle, Budget(memory_mb=8))
    assert examination.prover is not None
    (found,) = examination.solutions
    after = puzzle.position.play(found.line[0])
    reply = after.read(found.line[1])
    others = other_turns(examination.prover, after, [reply.after])
    assert len(others) == len(after.turns()) - 1
    for other in others.listed:
        assert (other.value, other.distance, other.exact) == (Value.LOSS, Distance(2, 1), True)
        assert other.answer is not None
        won = after.play(other.turn).play(other.answer)
        assert won.outcome() == "black-wins"


def test_replies_that_hold_longer_come_first() -> None:
    (puzzle,) = read_puzzles("Position: B2W1/BBW1W/W1BB1 W\nStipulation: White to play and win")
    assert isinstance(puzzle, Puzzle)
    examination = examine(puzzle, Budget(memory_mb=8))
    assert examination.prover is not None
    others = other_turns(examination.prover, puzzle.position, [])
    ranks = [other.rank() for other in others.listed]
    assert ranks == sorted(ranks)
    assert others.listed[0].value is Value.WIN


def test_check_puzzles_answers_for_every_puzzle_of_a_text() -> None:
    text = "\n---\n".join([black_to_win_in_2(), "Title: broken", black_to_win_in_2()])
    verdicts = check_puzzles(text)
    assert [one.verdict for one in verdicts] == ["sound", "unreadable", "sound"]
    assert [one.line for one in verdicts] == [1, 4, 6]


def test_a_win_that_may_take_longer_than_asked_for_is_not_a_solution(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No search is deeper than 160 turns; beyond that, only the proof of some win decides."""

    def found_late(*question: Any) -> ForcedWin:
        answer = prove(*question)
        slower = tuple(
            replace(one, distance=Distance.of(403), distance_exact=False)
            for one in answer.winning_turns
        )
        return replace(
            answer, distance=Distance.of(403), distance_exact=False, winning_turns=slower
        )

    monkeypatch.setattr("fanorona.solver.puzzles.goals.prove", found_late)
    text = f"Position: {TWO_TURNS}\nStipulation: Black to play and win in "
    assert judged(f"{text}201").verdict is Soundness.UNKNOWN
    assert codes(judged(f"{text}202")) != ["unknown"]
