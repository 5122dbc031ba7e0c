// Walks a line of turns on the board, turn by turn, by itself or by hand, and says what happens.

import { askSteps } from "./api.js";
import { showArrows } from "./arrows.js";
import { button, html } from "./elements.js";
import { otherColour, readPosition, readTurn } from "./position.js";
import { say } from "./words.js";

const FIRST_MS = 700;
const STEP_MS = 440;
const PAUSE_MS = 1400;

export class Walker {
  #page;
  #line = [];
  #timer = null;
  #back = button("‹", () => this.#go(-1), { title: say("back"), "aria-label": say("back") });
  #play = button("", () => (this.playing ? this.pause() : this.play()), { class: "main" });
  #next = button("›", () => this.#go(1), { title: say("forward"), "aria-label": say("forward") });
  #place = html("span", { class: "place" });
  #comment = html("div", { class: "comment", role: "status" });

  constructor(page) {
    this.#page = page;
    const controls = [this.#back, this.#play, this.#next, this.#place];
    this.element = html("div", { class: "walker", hidden: true }, html("p", { class: "buttons" }, controls), this.#comment);
  }

  get walking() {
    return this.#line.length > 0;
  }

  get playing() {
    return this.#timer !== null;
  }

  // Walks full turns from a node of the game, where `last` is said at the end.
  start(node, turns, last = "") {
    const { drawing, game } = this.#page;
    this.stop();
    const path = game.add(node, turns).path();
    this.#line = path.slice(node.depth);
    this.last = last;
    this.element.hidden = false;
    drawing.element.scrollIntoView({ block: "nearest" });
    game.goTo(node);
    this.play(FIRST_MS);
  }

  stop() {
    this.pause();
    this.#line = [];
    this.element.hidden = true;
  }

  play(wait = 0) {
    clearTimeout(this.#timer);
    if (this.#at === this.#line.length - 1) this.#page.game.goTo(this.#line[0]);
    this.#timer = setTimeout(() => this.#page.game.goTo(this.#line[this.#at + 1] ?? this.#line[0]), wait);
    this.#showPlay();
  }

  pause() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#showPlay();
  }

  // The game has gone somewhere.
  follow() {
    const at = this.#at;
    const ended = at === this.#line.length - 1;
    this.#back.disabled = at === 0;
    this.#next.disabled = ended;
    this.#place.textContent = at >= 0 ? `${at} / ${this.#line.length - 1}` : "";
    this.#describe(at, ended).catch((error) => this.#page.fail(error));
    if (!this.playing) return;
    if (at < 0 || ended) this.pause();
    else this.play(at ? STEP_MS * this.#line[at].turn.steps.length + PAUSE_MS : FIRST_MS);
  }

  get #at() {
    return this.#line.indexOf(this.#page.game.at);
  }

  #go(by) {
    this.pause();
    const to = this.#line[this.#at + by];
    if (to) this.#page.game.goTo(to);
  }

  #showPlay() {
    const key = this.playing ? "pause" : "play";
    this.#play.textContent = `${this.playing ? "❚❚" : "▶"} ${say(key)}`;
  }

  async #describe(at, ended) {
    const node = this.#line[at];
    if (!(at > 0)) {
      this.#comment.replaceChildren();
      return;
    }
    const { rules } = this.#page.game;
    const side = say(otherColour(readPosition(node.position).side));
    this.#comment.replaceChildren(html("p", {}, say("plays", { side, turn: node.turn.turn })), stepList(node.turn));
    // The engine's arrows are taken away when the game goes on; this one comes after that.
    queueMicrotask(() => showArrows(this.#page.drawing, [{ turn: node.turn.turn, rank: 0 }]));
    if (!ended) return;
    const moving = new Promise((done) => setTimeout(done, STEP_MS * node.turn.steps.length));
    const [{ outcome }] = await Promise.all([askSteps(rules, node.position), moving]);
    if (this.#line[this.#at] !== node) return;
    node.outcome = outcome;
    this.#page.entry.stop();
    const text = outcome ? endingText(node.position, outcome) : this.last;
    if (text) this.#comment.append(html("p", { class: "ending" }, text));
  }
}

// Why a game that is over is won.
export function endingText(position, outcome) {
  const winner = outcome === "white-wins" ? "white" : "black";
  const loser = otherColour(winner);
  const { stones } = readPosition(position);
  const left = [...stones.values()].includes(loser);
  return say(left ? "won-no-turn" : "won-no-stones", { winner: say(winner), loser: say(loser) });
}

function stepList(turn) {
  const { huffed } = readTurn(turn.turn);
  const leaving = turn.removed.filter((point) => point !== huffed);
  return html(
    "ol",
    { class: "steps" },
    huffed ? html("li", {}, say("taken-off", { point: huffed })) : null,
    turn.steps.map((step) => html("li", {}, stepText(step))),
    leaving.map((point) => html("li", {}, say("leaves-board", { point }))),
  );
}

function stepText({ from, to, capture, captured }) {
  const way = from === null ? `@ ${to}` : `${from} → ${to}`;
  return capture ? `${way} · ${say(capture)}${say("colon")}${captured.join(", ")}` : way;
}
