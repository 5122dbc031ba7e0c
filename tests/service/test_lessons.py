"""The lessons: positions are legal, answers are turns, and all that is needed comes along."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from fanorona import Position, forced_win
from fanorona.service.course import Lesson, LessonStep, course, lessons
from fanorona.words import LANGUAGES, catalogue
from tests import reference

LESSONS = {lesson.id: lesson for lesson in lessons()}
STEPS = {step.code.removeprefix("lesson."): step for one in lessons() for step in one.steps}
WITH_TURNS = {code: step for code, step in STEPS.items() if not step.points}
TAUGHT = [
    "moving",
    "approach",
    "withdrawal",
    "choice",
    "chains",
    "must-capture",
    "winning",
    "vela",
    "huffing",
    "fliporona",
]


def turns_of(step: LessonStep) -> dict[str, str]:
    return reference.turns(step.start().fen(), step.rules)


def test_every_rule_has_its_lesson() -> None:
    assert list(LESSONS) == TAUGHT


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_a_lesson_takes_a_few_minutes(lesson: Lesson) -> None:
    assert 2 <= len(lesson.steps) <= 5


@pytest.mark.parametrize("step", STEPS.values(), ids=STEPS)
def test_the_position_of_a_step_is_legal(step: LessonStep) -> None:
    start = step.start()
    assert start.validate() == ()
    assert start.outcome() is None
    assert start.fen().removesuffix(" -") == step.position


@pytest.mark.parametrize("step", WITH_TURNS.values(), ids=WITH_TURNS)
def test_every_answer_is_a_legal_turn(step: LessonStep) -> None:
    assert step.accept
    assert set(step.accept) <= turns_of(step).keys()


@pytest.mark.parametrize("code", [code for code in STEPS if STEPS[code].points])
def test_the_points_to_find_are_the_strong_ones(code: str) -> None:
    (lines, _) = STEPS[code].position.split()
    side = range(len(lines.split("/")))
    strong = {
        f"{'abc'[file]}{rank + 1}" for file in side for rank in side if (file + rank) % 2 == 0
    }
    assert set(STEPS[code].points) == strong


@pytest.mark.parametrize("code", [code for code in STEPS if STEPS[code].reply])
def test_a_reply_is_the_only_turn_there_is(code: str) -> None:
    step = STEPS[code]
    (accepted,) = step.accept
    assert list(reference.turns(turns_of(step)[accepted], step.rules)) == [step.reply]


def test_a_game_goes_on_from_one_step_to_the_next() -> None:
    offered, taken = STEPS["must-capture.3"], STEPS["must-capture.4"]
    assert offered.reply
    after = offered.start().play(offered.accept[0]).play(offered.reply)
    assert after == taken.start()
    begun, given = STEPS["vela.1"], STEPS["vela.2"]
    assert given.start() in {begun.start().play(turn) for turn in begun.accept}
    assert STEPS["vela.3"].start().play("g1-h1A").fen().split()[2] == "-"


def test_words_are_there_for_every_step_and_no_other() -> None:
    needed = {f"lesson.{one}.title" for one in LESSONS}
    for step in STEPS.values():
        needed |= {step.code, f"{step.code}.right"}
        if step.has_wrong_answers():
            needed.add(f"{step.code}.wrong")
    assert {code for code in catalogue("en") if code.startswith("lesson.")} == needed


@pytest.mark.parametrize(
    "code", ["must-capture.4", "winning.1", "winning.2", "fliporona.4"], ids=str
)
def test_only_the_answer_wins_where_that_is_said(code: str) -> None:
    step = STEPS[code]
    won = {
        turn
        for turn, after in turns_of(step).items()
        if reference.outcome(after, step.rules) == "white-wins"
    }
    assert won == set(step.accept)


def test_stopping_wins_and_going_on_loses_as_it_is_said() -> None:
    start = STEPS["chains.5"].start()
    values = {str(turn): value_for_black(start.play(turn)) for turn in start.turns()}
    assert values == {"e3-d2A": "loss", "e3-d2A-c3W": "win"}


def value_for_black(position: Position) -> str:
    return str(forced_win(position, tables=None).value)


def sent(language: str) -> dict[str, Any]:
    said: dict[str, Any] = json.loads(course(language).text)
    return said


@pytest.mark.parametrize("step", WITH_TURNS.values(), ids=WITH_TURNS)
def test_every_turn_can_be_entered_from_what_comes_along(step: LessonStep) -> None:
    start = step.start()
    known = {
        (one["turn"] or {}).get("turn"): one["turns"]
        for one in sent("en")["steps"]
        if (one["rules"], one["position"]) == (step.rules, start.fen())
    }
    offered = {turn["turn"]: turn["position"] for turns in known.values() for turn in turns}
    assert offered == turns_of(step)
    going_on = {turn["turn"] for turns in known.values() for turn in turns if turn["captured"]}
    assert going_on <= known.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_all_lessons_in_its_words(language: str) -> None:
    told = sent(language)["lessons"]
    assert [one["id"] for one in told] == TAUGHT
    assert told[0]["title"] == catalogue(language)["lesson.moving.title"]
    for lesson in told:
        for step in lesson["steps"]:
            assert step["task"]
            assert step["right"]


def test_ends_of_games_come_along() -> None:
    lesson = sent("en")["lessons"][TAUGHT.index("winning")]
    assert lesson["steps"][1]["outcomes"] == {"c2-d2W": "white-wins"}


def test_lessons_may_be_kept_as_long_as_they_are_the_same(app_client: FlaskClient) -> None:
    edition = course("fr").edition
    kept = app_client.get(f"/lessons/{edition}/fr.json")
    assert kept.text == course("fr").text
    assert "immutable" in kept.headers["Cache-Control"]
    old = app_client.get("/lessons/0123456789abcdef/fr.json")
    assert (old.text, old.headers["Cache-Control"]) == (kept.text, "no-cache")
    assert app_client.get(f"/lessons/{edition}/xx.json").status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_where_its_lessons_are(app_client: FlaskClient, language: str) -> None:
    page = app_client.get("/", query_string={"lang": language}).text
    assert f'content="/lessons/{course(language).edition}/{language}.json"' in page
