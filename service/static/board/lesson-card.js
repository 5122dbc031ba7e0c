// A step of a lesson: its task, what is played on the board, and what is said of it. What can be
// played comes from the service, as everywhere; what is right is in the lesson.

import { showArrows } from "./arrows.js";
import { button, html } from "./elements.js";
import { emptyGame } from "./game.js";
import { readPosition, readTurn } from "./position.js";
import { say } from "./words.js";

const REPLY_MS = 700;
const ICONS = { right: "✓", ended: "★", wrong: "✗", hint: "☞" };

export class LessonCard {
  #page;
  #doing;
  #number = 1;
  #found = [];
  #hints = 0;
  #heading = html("p", { class: "heading" });
  #title = html("h2", {});
  #dots = html("div", { class: "dots", role: "img" });
  #task = html("p", { class: "asked" });
  #feedback = html("div", { class: "feedback", role: "status" });
  #buttons = html("p", { class: "buttons" });

  // doing: {done(lesson, number), go(lesson, number), after(lesson)}
  constructor(page, doing) {
    this.#page = page;
    this.#doing = doing;
    const parts = [this.#heading, this.#title, this.#dots, this.#task, this.#feedback, this.#buttons];
    this.element = html("section", { class: "puzzle-card lesson-card", "aria-label": say("lesson") }, parts);
  }

  get #step() {
    return this.lesson.steps[this.#number - 1];
  }

  get #isLast() {
    return this.#number === this.lesson.steps.length;
  }

  // Puts a step of a lesson on the board.
  open(lesson, number, heading) {
    const { game } = this.#page;
    this.lesson = lesson;
    this.#number = number;
    this.#found = [];
    this.#hints = 0;
    this.#heading.textContent = heading;
    this.#title.textContent = lesson.title;
    this.#task.textContent = this.#step.task;
    this.#showDots();
    const opened = { ...emptyGame(this.#step.rules, this.#step.position), lesson: `${lesson.id}-${number}` };
    this.root = opened.root;
    this.turnToPlayer();
    game.resume(opened);
    for (const one of [this.#heading, this.#page.drawing.element]) one.scrollIntoView({ block: "nearest" });
  }

  // Somebody else has the board now.
  rest() {
    showArrows(this.#page.drawing, []);
  }

  // Whose turn it is has the stones below.
  turnToPlayer() {
    this.#page.lookFrom(readPosition(this.#step.position).side === "black");
  }

  // After a turn nothing is entered until the next step, or the same one again.
  holds(node) {
    if (node.turn) node.outcome ??= this.#step.outcomes[node.turn.turn];
    return node !== this.root || this.#step.points.length > 0;
  }

  // Where points are asked for, not turns, the presses come here.
  get player() {
    if (!this.lesson || !this.#step.points.length) return null;
    return { canHold: () => false, holds: () => false, press: (point) => this.#choose(point) };
  }

  // The game has gone somewhere in the step.
  follow() {
    const { at } = this.#page.game;
    showArrows(this.#page.drawing, []);
    if (at === this.root) this.#showTask();
    else if (this.#step.accept.includes(at.path()[1].turn.turn)) this.#showRight(at);
    else this.#showWrong();
  }

  #choose(point) {
    const { points } = this.#step;
    if (!points.includes(point)) {
      this.#tell("wrong", this.#step.wrong);
      this.#offerHint();
      return;
    }
    if (!this.#found.includes(point)) this.#found.push(point);
    this.#hints = 0;
    this.#markPoints();
    if (this.#found.length === points.length) this.#showRight(this.root);
    else this.#showTask();
  }

  #markPoints() {
    const { drawing } = this.#page;
    const hinted = this.#hints ? [this.#missing] : [];
    drawing.mark({ found: this.#found, hint: hinted });
    const { stones } = readPosition(this.#step.position);
    const words = (point) => [point, say(stones.get(point) ?? "empty"), this.#found.includes(point) ? say("point-held") : null];
    drawing.label((point) => words(point).filter(Boolean).join(", "));
  }

  get #missing() {
    return this.#step.points.find((one) => !this.#found.includes(one));
  }

  #showTask() {
    const { points } = this.#step;
    const found = { found: this.#found.length, count: points.length };
    this.#tell("", ...(this.#found.length ? [say("points-found", found)] : []));
    if (points.length) this.#markPoints();
    this.#offerHint();
  }

  #offerHint() {
    const most = this.#step.points.length ? 1 : 2;
    this.#offer(button(say("hint"), () => this.#hint(), { disabled: this.#hints >= most, "data-key": "hint" }));
  }

  // First the stone, then the whole turn.
  #hint() {
    this.#hints++;
    const [text, ...marked] = this.#step.points.length ? [say("hint-point", { point: this.#missing })] : this.#hintsFor(this.#step.accept[0]);
    this.#tell("hint", text);
    if (this.#step.points.length) this.#markPoints();
    else this.#page.drawing.mark({ ...this.#page.entry.marks, hint: marked });
    this.#offerHint();
    if (document.activeElement === document.body) this.#focus();
  }

  #hintsFor(turn) {
    if (this.#hints > 1) {
      showArrows(this.#page.drawing, [{ turn, rank: 0 }]);
      return [say("hint-turn", { turn })];
    }
    const { huffed, points } = readTurn(turn);
    const [point] = huffed ? [huffed] : points;
    const key = huffed ? "hint-huff" : points.length === 1 ? "hint-place" : "hint-stone";
    return [say(key, { point }), point];
  }

  #showWrong() {
    this.#tell("wrong", this.#step.wrong);
    this.#offer(button(say("try-again"), (event) => this.#tryAgain(event), { class: "main", "data-key": "again" }));
    this.#bringIntoSight();
  }

  #tryAgain(event) {
    const { game, drawing } = this.#page;
    game.remove(this.root.children.at(-1));
    game.toStart();
    drawing.focusAfter(event);
  }

  #showRight(node) {
    this.#doing.done(this.lesson, this.#number);
    this.#showDots();
    const last = this.#isLast;
    this.#tell(last ? "ended" : "right", html("p", {}, this.#step.right), last ? html("p", {}, this.#ending()) : null);
    this.#offer(...this.#waysOn());
    this.#bringIntoSight();
    if (node.depth === 1 && this.#step.reply && !node.children.length) this.#reply(node);
  }

  #ending() {
    return say(this.#doing.after(this.lesson) ? "lesson-ended" : "lessons-ended");
  }

  #waysOn() {
    const next = this.#doing.after(this.lesson);
    const go = (lesson, number) => (event) => {
      this.#doing.go(lesson, number);
      this.#page.drawing.focusAfter(event);
    };
    if (!this.#isLast) return [button(say("next"), go(this.lesson, this.#number + 1), { class: "main" })];
    if (next) return [button(say("next-lesson"), go(next, 1), { class: "main" })];
    return [button(say("new-game"), () => this.#beginGame().catch((error) => this.#page.fail(error)), { class: "main" })];
  }

  // A game of the user's own, by the rules of the one that has waited.
  async #beginGame() {
    await this.#page.showTab("game");
    await this.#page.newGame();
  }

  async #reply(node) {
    const { game } = this.#page;
    await new Promise((done) => setTimeout(done, REPLY_MS));
    if (game.at === node) game.play(this.#step.reply);
  }

  #showDots() {
    const { steps } = this.lesson;
    const place = { number: this.#number, count: steps.length };
    this.#dots.setAttribute("aria-label", say("lesson-step-place", place));
    this.#dots.replaceChildren(...steps.map((_, number) => html("span", { class: number + 1 === this.#number ? "here" : null })));
  }

  #tell(kind, ...content) {
    const icon = kind ? html("span", { class: "icon", "aria-hidden": "true" }, ICONS[kind]) : null;
    this.#feedback.dataset.kind = kind === "ended" ? "solved" : kind;
    this.#feedback.replaceChildren(...[icon, html("div", {}, content)].filter(Boolean));
  }

  // Who plays with the keyboard goes on with the button that has come.
  #offer(...buttons) {
    const fromBoard = this.#page.drawing.element.contains(document.activeElement);
    const had = this.#buttons.contains(document.activeElement);
    this.#buttons.replaceChildren(...buttons);
    const waiting = buttons[0]?.classList.contains("main");
    if (had || (fromBoard && waiting)) this.#focus();
  }

  #focus() {
    this.#buttons.querySelector("button:enabled")?.focus({ preventScroll: true });
  }

  #bringIntoSight() {
    this.#buttons.scrollIntoView({ block: "nearest" });
  }
}
