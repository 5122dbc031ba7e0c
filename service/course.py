"""The lessons of the board, with all that the page needs to give them without asking again.

What can be played in a lesson is what `/v1/steps` answers: those answers come with it, so that a
lesson can be taken where there is no network.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from fanorona.service.page_words import held_together
from fanorona.solver import Position, answers, rule_set
from fanorona.solver.as_json import as_json, json_text
from fanorona.solver.rules import STANDARD
from fanorona.words import catalogue

DATA = Path(__file__).with_name("lessons.toml")


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonStep:
    """A position, and what answers its task: one of the turns, or all of the points."""

    code: str
    rules: str
    position: str
    accept: tuple[str, ...] = ()
    points: tuple[str, ...] = ()
    reply: str | None = None
    """What the other side plays then."""

    def start(self) -> Position:
        """The position to play from."""
        return Position.parse(self.position, rules=self.rules)

    def has_wrong_answers(self) -> bool:
        """Whether something else than the right answer can be played or clicked."""
        if self.points:
            return True
        return any(str(turn) not in self.accept for turn in self.start().turns())


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A rule in a few steps."""

    id: str
    steps: tuple[LessonStep, ...]


@cache
def lessons() -> tuple[Lesson, ...]:
    """All lessons, in their order."""
    data = tomllib.loads(DATA.read_text("utf-8"))
    return tuple(_lesson(**one) for one in data["lesson"])


def _lesson(id: str, steps: list[dict[str, Any]], rules: str = STANDARD.id) -> Lesson:  # noqa: A002
    read = (
        LessonStep(code=f"lesson.{id}.{number}", rules=rules, **_with_tuples(one))
        for number, one in enumerate(steps, start=1)
    )
    return Lesson(id=id, steps=tuple(read))


def _with_tuples(step: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(one) if isinstance(one, list) else one for key, one in step.items()}


@dataclass(frozen=True, slots=True)
class Course:
    """The lessons in one language, as they are sent."""

    text: str
    edition: str
    """Another one as soon as anything in it changes."""


@cache
def course(language: str) -> Course:
    """The lessons in a language."""
    text = json_text(_course(language))
    return Course(text, hashlib.sha256(text.encode()).hexdigest()[:16])


def _course(language: str) -> dict[str, Any]:
    every = [step for lesson in lessons() for step in lesson.steps]
    return {
        "lessons": [_told(lesson, language) for lesson in lessons()],
        "steps": [as_json(one) for step in every for one in _possible_steps(step)],
        "rule_sets": [
            as_json(answers.rule_set_data(rule_set(rules)))
            for rules in sorted({step.rules for step in every})
        ],
    }


def _told(lesson: Lesson, language: str) -> dict[str, Any]:
    words = catalogue(language)
    return {
        "id": lesson.id,
        "title": words[f"lesson.{lesson.id}.title"],
        "steps": [_told_step(step, language) for step in lesson.steps],
    }


def _told_step(step: LessonStep, language: str) -> dict[str, Any]:
    words = catalogue(language)
    start = step.start()
    return {
        "rules": step.rules,
        "position": start.fen(),
        "task": held_together(words[step.code]),
        "right": held_together(words[f"{step.code}.right"]),
        "wrong": held_together(words.get(f"{step.code}.wrong", "")),
        "accept": step.accept,
        "points": step.points,
        "outcomes": _outcomes(start),
        "reply": _reply(step, start),
    }


def _outcomes(start: Position) -> dict[str, str]:
    """Who has won after the turns that end the game."""
    after = {str(turn): start.after(turn).outcome() for turn in start.turns()}
    return {turn: outcome for turn, outcome in after.items() if outcome is not None}


def _reply(step: LessonStep, start: Position) -> Any:
    if step.reply is None:
        return None
    (played,) = answers.play(start.play(step.accept[0]), [step.reply]).turns
    return as_json(played)


def _possible_steps(step: LessonStep) -> Iterator[answers.Steps]:
    """What the page asks while a turn of the step is entered, whichever it is."""
    if step.points:
        return
    start = step.start()
    asked = answers.steps(start)
    yield asked
    entered = list(asked.turns)
    for turn in entered:
        if turn.steps and turn.steps[-1].capture:
            asked = answers.steps(start, turn.turn)
            yield asked
            entered.extend(asked.turns)
