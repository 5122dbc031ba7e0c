// The lessons tab: the lesson on the board, and the list of all of them with what is done. It has the
// board while it is shown; the user's own game waits meanwhile.

import { ask, giveRuleSets, giveSteps, Problem } from "./api.js";
import { BoardTab } from "./board-tab.js";
import { button, html } from "./elements.js";
import { LessonCard } from "./lesson-card.js";
import { say } from "./words.js";

const PROGRESS = "lessons";

export async function openLessons(element, page) {
  const { lessons, steps, rule_sets: ruleSets } = await ask(document.querySelector("meta[name=lessons]").content);
  giveSteps(steps);
  giveRuleSets(ruleSets);
  return new Panel(element, page, lessons);
}

class Panel {
  #page;
  #lessons;
  #card;
  #tab;
  #list = html("ol", { class: "lessons" });
  #progress;

  constructor(element, page, lessons) {
    this.#page = page;
    this.#lessons = lessons;
    this.#progress = new Progress(page, lessons);
    this.#card = new LessonCard(page, {
      done: (lesson, number) => this.#finish(lesson, number),
      go: (lesson, number) => this.#open(lesson, number),
      after: (lesson) => lessons[lessons.indexOf(lesson) + 1],
    });
    this.#tab = new BoardTab(page, this.#card, this.#card);
    element.append(this.#card.element, html("h2", {}, say("lessons")), this.#list);
    this.#showList();
  }

  // The step that a link asks for, the one that was on the board before, or the first to be done.
  async shown(asked) {
    this.#tab.take();
    if (asked?.lesson) this.#openNamed(asked.lesson);
    else if (!this.#tab.resume() && !this.#tab.hasBoard) this.#openNext();
  }

  left() {
    this.#tab.left();
  }

  #openNext() {
    const lesson = this.#lessons.find((one) => !this.#progress.isDone(one)) ?? this.#lessons[0];
    this.#open(lesson, this.#progress.next(lesson));
  }

  // "approach-2": the second step of that lesson; "approach": its first.
  #openNamed(name) {
    const [, id, number = 1] = name.match(/^(.*?)(?:-(\d+))?$/);
    const lesson = this.#lessons.find((one) => one.id === id);
    const known = lesson?.steps[number - 1];
    if (known) this.#open(lesson, Number(number));
    else this.#openNext();
    if (!known) this.#page.fail(new Problem({ code: "not-found", detail: say("no-such-lesson", { id: name }) }));
  }

  #open(lesson, number) {
    this.#tab.forget();
    const heading = say("lesson-place", { number: this.#lessons.indexOf(lesson) + 1, count: this.#lessons.length });
    this.#card.open(lesson, number, heading);
    this.#showList();
  }

  #finish(lesson, number) {
    this.#progress.finish(lesson, number);
    this.#showList();
  }

  #showList() {
    const focused = [...this.#list.querySelectorAll("button")].indexOf(document.activeElement);
    this.#list.replaceChildren(...this.#lessons.map((lesson) => html("li", {}, this.#entry(lesson))));
    this.#list.querySelectorAll("button")[focused]?.focus({ preventScroll: true });
  }

  #entry(lesson) {
    const done = this.#progress.count(lesson);
    const finished = this.#progress.isDone(lesson);
    const begun = say("lesson-begun", { done, count: lesson.steps.length });
    const state = finished ? say("lesson-finished") : begun;
    return button(
      [
        html("span", { class: "title" }, lesson.title),
        html("span", { class: "state", title: state }, html("span", { "aria-hidden": "true" }, finished ? "✓" : `${done}/${lesson.steps.length}`), html("span", { class: "spoken" }, state)),
      ],
      () => this.#open(lesson, this.#progress.next(lesson)),
      { class: finished ? "finished" : null, "aria-current": lesson === this.#card.lesson ? "true" : null },
    );
  }
}

// Which steps were done, as the browser keeps it: {approach: [1, 2], …}
class Progress {
  #page;
  #done = {};

  constructor(page, lessons) {
    this.#page = page;
    try {
      const kept = JSON.parse(page.memory.recallText(PROGRESS));
      for (const { id, steps } of lessons) {
        this.#done[id] = steps.map((_, place) => place + 1).filter((number) => kept?.[id]?.includes?.(number));
      }
    } catch {
      // It was nothing of ours.
    }
  }

  finish({ id }, number) {
    this.#done[id] = [...new Set([...(this.#done[id] ?? []), number])];
    this.#page.memory.keepText(PROGRESS, JSON.stringify(this.#done));
  }

  count({ id }) {
    return this.#done[id]?.length ?? 0;
  }

  isDone(lesson) {
    return this.count(lesson) === lesson.steps.length;
  }

  // The first step that is still to be done; of a lesson that is done, its first.
  next({ id, steps }) {
    const place = steps.findIndex((_, number) => !this.#done[id]?.includes(number + 1));
    return Math.max(place, 0) + 1;
  }
}
