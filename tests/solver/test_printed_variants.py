"""Printed solutions made at random: prose, brackets, marks and numbers around known lines.

Of each puzzle's line a right and a wrong text is made; in the wrong one a single move after the
first is replaced by an illegal one, or by one that gives the win away.
A check must tell right from wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from fanorona.solver import Position
from fanorona.solver.budget import Budget
from fanorona.solver.notation.turn_text import read_turn
from fanorona.solver.puzzles.check import check
from fanorona.solver.puzzles.puzzle import PlacedText, Puzzle
from fanorona.solver.puzzles.reading import read_puzzles
from fanorona.solver.puzzles.verdict import Code
from fanorona.solver.search.forced_win import forced_win
from fanorona.solver.turns_by_result import by_result
from fanorona.solver.typed_turns.matching import find_turns

COLLECTION = Path(__file__).parents[2] / "puzzles"
FILES = ("escale.txt", "livret.txt", "standard-5x5.txt", "standard-9x5.txt", "vela-standard.txt")

PROSE = {
    "fr": (
        "et gagne", "suivi de", "puis", "la seule réponse", "Blanc est immobilisé !", "forcé,",
        "le bas du plateau est vide ;", "à gauche tout est pris,", "car il n'y a pas mieux,",
        "prenant deux pions.", "avec gain en 2 coups.", "coup évident", "et Noir n'a plus que",
        "en haut à droite c'est fini :", "d'un seul élan", "le pion de c3 ne bouge plus,", "alors",
    ),
    "en": (
        "and wins", "followed by", "then", "the only reply", "White is left with nothing!",
        "forced,",
        "on the right side;", "this gives up a stone,", "since there is no better move,",
        "taking two stones.", "winning in 2.", "obviously", "and now", "down at the edge,",
        "the right idea:", "the stone on c3 is stuck,", "so",
    ),
}  # fmt: skip
ASIDES = {
    "fr": ("(prise double)", "(voir page 12)", "(c'est le seul coup)", "[diagramme 2]", "(!)"),
    "en": ("(a double capture)", "(see page 12)", "(the only move)", "[diagram 2]", "(!)"),
}
MARKS = ("", "", "", "!", "!!", "!?", " !", "+")
ENDS = {
    "fr": ("", "et gagne", "1-0", "#", "et c'est fini."),
    "en": ("", "and wins", "0-1", "#", "QED."),
}


@dataclass(frozen=True)
class Sample:
    puzzle: Puzzle
    line: tuple[str, ...]


@cache
def samples() -> tuple[Sample, ...]:
    return tuple(_samples())


def _samples() -> Iterator[Sample]:
    for name in FILES:
        for puzzle in read_puzzles((COLLECTION / name).read_bytes()):
            assert isinstance(puzzle, Puzzle)
            turns = puzzle.stipulation.turns or 9
            if 2 <= turns <= 3 and puzzle.solutions:
                yield Sample(puzzle, tuple(puzzle.solutions[0].text.split()))


def printed(line: tuple[str, ...], random: Random, language: str) -> tuple[str, list[int]]:
    """The line as somebody might print it, and where each of its moves stands."""
    text, places = "", []
    style = random.choice(("1. ", "1.", "1) ", "none", "dots", "1 ", "each"))
    prose = random.random()
    for ply, turn in enumerate(line):
        text += _number(style, ply)
        places.append(len(text))
        text += turn.replace("-", random.choice("--–")) if random.random() < 0.2 else turn
        mark = random.choice(MARKS)
        text += mark if turn[-1] in "AW" or mark != "+" else ""
        if random.random() < 0.25:
            text += " " + random.choice(ASIDES[language])
        if ply < len(line) - 1 and random.random() < prose:
            text += " " + random.choice(PROSE[language])
        text += " "
    return (text + random.choice(ENDS[language])).strip(), places


def _number(style: str, ply: int) -> str:
    if style == "none":
        return ""
    if style == "each":
        return f"{ply + 1}. "
    if ply % 2:
        return f"{ply // 2 + 1}… " if style == "dots" else ""
    return f"{ply // 2 + 1}{'. ' if style == 'dots' else style[1:]}"


def spoilt(sample: Sample, random: Random) -> tuple[tuple[str, ...], int] | None:
    """The line with one wrong move after the first, and which one that is."""
    line = sample.line
    at = random.randrange(1, len(line))
    position = sample.puzzle.position
    for turn in line[:at]:
        position = position.play(turn)
    wrong = _losing(sample, position, at, random) if at % 2 == 0 else None
    wrong = wrong or _illegal(position, line[at], random)
    return ((*line[:at], wrong, *line[at + 1 :]), at) if wrong else None


def _losing(sample: Sample, position: Position, at: int, random: Random) -> str | None:
    left = (sample.puzzle.stipulation.turns or 0) - at // 2
    results = [group[0] for group in by_result(position.turns())]
    random.shuffle(results)
    for turn in results[:4]:
        if left == 1 and position.after(turn).outcome() is None:
            return str(turn)
        after = position.after(turn)
        if left == 2 and after.outcome() is None:
            replies = (after.after(reply) for reply in after.turns())
            if any(forced_win(one, max_turns=1).value.value != "win" for one in replies):
                return str(turn)
    return None


def _illegal(position: Position, right: str, random: Random) -> str | None:
    names = position.board.names
    for _ in range(200):
        text = f"{random.choice(names)}-{random.choice(names)}"
        if not find_turns(position, read_turn(text, position.board)):
            return text
    return None


def found(sample: Sample, text: str) -> list[tuple[str, int]]:
    """The defects of the solution, each with its place in the text."""
    given = PlacedText(text, ((0, 1, 1),))
    puzzle = replace(sample.puzzle, solutions=(given,), hint=None, game=None)
    verdict = check(puzzle, Budget(memory_mb=4))
    own = (Code.WRONG_SOLUTION, Code.UNREAD_MOVES)
    return [
        (one.code.value, one.place.column - 1)
        for one in verdict.defects
        if one.code in own and one.place
    ]


def try_seed(seed: int) -> str | None:
    random = Random(seed)
    sample = random.choice(samples())
    language = random.choice(("fr", "en"))
    text, _ = printed(sample.line, random, language)
    if found(sample, text):
        return f"right, but: {text!r} {found(sample, text)} {sample.puzzle.position.fen()}"
    wrong = spoilt(sample, random)
    if wrong is None:
        return None
    line, at = wrong
    text, places = printed(line, random, language)
    problems = found(sample, text)
    if not problems or not places[at] - 4 < problems[0][1] <= places[at]:
        return f"wrong at {places[at]}: {text!r} {problems} {sample.puzzle.position.fen()}"
    return None


@pytest.mark.parametrize("seed", range(12))
def test_right_and_wrong_texts_are_distinguished(seed: int) -> None:
    assert try_seed(seed) is None


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12, 400))
def test_hundreds_of_texts_are_distinguished(seed: int) -> None:
    assert try_seed(seed) is None
