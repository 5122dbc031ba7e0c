"""Lessons, taken from the first to the last: in every language, by mouse and by keyboard alone."""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Sequence

import pytest
from playwright.sync_api import Locator, Page, expect

from fanorona.service.course import Lesson, LessonStep, lessons
from fanorona.words import LANGUAGES, catalogue
from tests.page.board import SMALL, Board

PRESSABLE = re.compile(r"^\w+, [^,]+, ")
"""A third part of its name says what can be done with a point."""
LAST = lessons()[-1].id


class Learner(ABC):
    """Somebody who takes lessons: how a point is pressed, and what else there is to choose."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.card = page.locator(".lesson-card")
        self.feedback = self.card.locator(".feedback")

    @abstractmethod
    def press(self, point: str) -> None: ...

    @abstractmethod
    def choose(self, capture: str) -> None: ...

    @abstractmethod
    def end_turn(self) -> None: ...

    @abstractmethod
    def go_on(self) -> None:
        """Press the one button that leads on."""

    def point(self, name: str) -> Locator:
        return self.page.locator(f'#board [data-point="{name}"]')

    def take(self, lesson: Lesson) -> None:
        """Answer every step; the page is left at its end."""
        for number, step in enumerate(lesson.steps, start=1):
            expect(self.page).to_have_url(re.compile(rf"[#&]lesson={lesson.id}-{number}(&|$)"))
            self.answer(step)
            ended = number == len(lesson.steps)
            expect(self.feedback).to_have_attribute("data-kind", "solved" if ended else "right")
            if not ended:
                self.go_on()

    def answer(self, step: LessonStep) -> None:
        for point in step.points:
            self.press(point)
        if not step.points:
            self.play(step.accept[0])

    def play(self, turn: str) -> None:
        """Enter a turn point by point, whatever it consists of."""
        huffed, _, rest = turn.rpartition("~")
        for point in [huffed] if huffed else []:
            self.press_when_ready(point)
        for step in rest.removeprefix("@").split("-"):
            self.press_when_ready(step[:2])
            if step[2:] and self.page.locator("#choice").is_visible():
                self.choose(step[2:])
        judged = self.feedback.and_(self.page.locator("[data-kind]:not([data-kind=''])"))
        open_end = self.page.locator("#end-turn:visible")
        expect(judged.or_(open_end).first).to_be_visible()
        if open_end.is_visible():
            self.end_turn()

    def press_when_ready(self, point: str) -> None:
        expect(self.point(point)).to_have_attribute("aria-label", PRESSABLE)
        self.press(point)


class WithMouse(Learner):
    def press(self, point: str) -> None:
        self.point(point).click()

    def choose(self, capture: str) -> None:
        self.page.locator("#choose-approach" if capture == "A" else "#choose-withdrawal").click()

    def end_turn(self) -> None:
        self.page.locator("#end-turn").click()

    def go_on(self) -> None:
        self.card.locator("button.main").click()


class WithKeyboard(Learner):
    def press(self, point: str) -> None:
        if not self.page.locator("#board [data-point]:focus").count():
            self.page.locator("#board [tabindex='0']").focus()
        self.walk(point)
        self.page.keyboard.press("Enter")

    def walk(self, point: str) -> None:
        """With the arrow keys, from the point that has the focus."""
        here = self.page.locator("#board [data-point]:focus").get_attribute("data-point")
        assert here
        turned = self.point("a1").bounding_box()["y"] < self.point("a2").bounding_box()["y"]  # type: ignore[index]
        files, ranks = ord(point[0]) - ord(here[0]), int(point[1:]) - int(here[1:])
        if turned:
            files, ranks = -files, -ranks
        keys = ["ArrowRight" if files > 0 else "ArrowLeft"] * abs(files)
        for key in [*keys, *["ArrowUp" if ranks > 0 else "ArrowDown"] * abs(ranks)]:
            self.page.keyboard.press(key)
        expect(self.point(point)).to_be_focused()

    def choose(self, capture: str) -> None:
        self.page.keyboard.press(capture)

    def end_turn(self) -> None:
        self.page.keyboard.press("e")

    def go_on(self) -> None:
        expect(self.card.locator("button.main")).to_be_focused()
        self.page.keyboard.press("Enter")


def take_all(learner: Learner, taken: Sequence[Lesson]) -> None:
    for lesson in taken:
        learner.take(lesson)
        if lesson is not taken[-1]:
            learner.go_on()


@pytest.fixture
def card(page: Page) -> Locator:
    """What the first step shows."""
    page.goto("/")
    page.get_by_role("button", name="Learn").click()
    card = page.locator(".lesson-card")
    expect(card).to_contain_text("Lesson 1 of 10")
    return card


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_lessons_can_be_taken_with_the_mouse(page: Page, language: str) -> None:
    page.goto(f"/?lang={language}")
    page.locator("[data-way=learn]").click()
    take_all(WithMouse(page), lessons())
    expect(page.locator(".lessons .finished")).to_have_count(len(lessons()))
    expect(page.locator(".lesson-card")).to_contain_text(
        catalogue(language)["page.lessons-ended"].replace(" !", "\N{NO-BREAK SPACE}!")
    )


@pytest.mark.parametrize(
    ("language", "taken"), [("en", slice(0, 4)), ("fr", slice(4, 7)), ("mg", slice(7, 10))]
)
def test_lessons_can_be_taken_with_the_keyboard_alone(
    page: Page, language: str, taken: slice
) -> None:
    chosen = lessons()[taken]
    page.goto(f"/?lang={language}")
    page.locator("#tab-game").focus()
    # Learn is the last tab.
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".lessons button")).to_have_count(len(lessons()))
    title = catalogue(language)[f"lesson.{chosen[0].id}.title"]
    entry = page.locator(".lessons button").filter(has_text=title)
    while not entry.evaluate("(one) => one === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    take_all(WithKeyboard(page), chosen)


def test_a_wrong_turn_is_explained_and_can_be_tried_again(page: Page, card: Locator) -> None:
    page.goto("/#lesson=choice-1")
    learner = WithMouse(page)
    learner.play("d1-c1W")
    expect(learner.feedback).to_contain_text("That takes e1 only. Choose the other line.")
    page.get_by_role("button", name="Try again").click()
    learner.play("d1-c1A")
    expect(learner.feedback).to_contain_text("the approach takes a1 and b1")


def test_a_wrong_point_is_explained(page: Page, card: Locator) -> None:
    learner = WithMouse(page)
    learner.press("b1")
    expect(card).to_contain_text("Only straight lines meet there.")
    learner.press("a1")
    expect(card).to_contain_text("1 of 5 found.")


def test_hints_show_the_stone_and_then_the_turn(page: Page, board: Board) -> None:
    board.open_link("/#lesson=approach-2")
    hint = board.button("Hint")
    hint.press("Enter")
    expect(page.locator(".feedback")).to_contain_text("The stone on c1 moves.")
    expect(hint).to_be_focused()
    hint.press("Enter")
    expect(page.locator(".feedback")).to_contain_text("c1-c2A")
    expect(page.locator('#board .arrow[data-turn="c1-c2A"]')).to_be_visible()


def test_a_stone_that_must_not_move_says_why(page: Page, board: Board) -> None:
    board.open_link("/#lesson=must-capture-1")
    board.point("d2").click()
    expect(board.message).to_have_text("You must capture: play one of the marked stones.")


def test_progress_is_remembered(page: Page, board: Board) -> None:
    board.open_link("/#lesson=approach-1")
    WithMouse(page).play("c1-c2A")
    approach = page.locator(".lessons button").filter(has_text="Capture by approach")
    expect(approach).to_contain_text("1 of 3 steps done")
    page.reload()
    expect(approach).to_contain_text("1 of 3 steps done")
    approach.click()
    expect(page).to_have_url(re.compile("lesson=approach-2"))


@pytest.mark.parametrize("kept", ["nonsense", json.dumps({"moving": "all", "chains": [99]}), "7"])
def test_a_progress_that_is_wrong_is_forgotten(page: Page, board: Board, kept: str) -> None:
    page.add_init_script(f"localStorage.setItem('fanorona-lessons', {json.dumps(kept)})")
    board.open_link("/#lesson=moving")
    expect(page.locator(".lessons .state").first).to_contain_text("0 of 3 steps done")


def test_the_own_game_waits_and_comes_back(page: Page, board: Board) -> None:
    board.open(SMALL, turns="c1-b2A")
    board.open_tab("Learn")
    expect(page).to_have_url(re.compile("lesson=moving-1"))
    page.reload()
    expect(page.locator(".lesson-card")).to_contain_text("Lesson 1 of 10")
    board.open_tab("Game")
    board.expect_turns("c1-b2A")


def test_the_giver_has_its_stones_below(page: Page, board: Board) -> None:
    board.open_link("/#lesson=vela-2")
    expect(page.locator(".lesson-card")).to_contain_text("the giver")
    assert board.centre("a1")[1] < board.centre("a5")[1]
    board.open_tab("Game")
    assert board.centre("a1")[1] > board.centre("a5")[1]


def test_an_unknown_lesson_is_named(page: Page, board: Board) -> None:
    board.open_link("/#lesson=castling")
    expect(board.message).to_have_text("There is no lesson “castling”.")
    expect(page.locator(".lesson-card")).to_contain_text("Lesson 1 of 10")


def test_after_the_last_lesson_a_game_begins(page: Page, board: Board) -> None:
    board.open_link(f"/#lesson={LAST}-4")
    learner = WithMouse(page)
    learner.play(lessons()[-1].steps[-1].accept[0])
    learner.go_on()
    board.button("Start").click()
    expect(board.status).to_have_text("White to move")
