// The review of the game on the board: the graph below it, marks in the list, and for each mistake the
// question what would have been better.

import { ask, askLine, stream } from "./api.js";
import { button, html } from "./elements.js";
import { writeGameFile, writeLine } from "./game-file.js";
import { patiently } from "./solving.js";
import { save as saveFile } from "./sharing.js";
import { number, say } from "./words.js";

const FILE = "fanorona.fgn";
const NODES = 50_000;

// As in docs/games.md: what a turn may lose and still be good, and the scale of the chances.
const DUBIOUS = 0.1;
const STONES_PER_E = 2;
const PROVEN = { win: 1, draw: 0.5, loss: 0 };

const WIDTH = 1000;
const HEIGHT = 100;
const EDGE = 8;
const SHOWN_TURNS = 8;
const SVG = "http://www.w3.org/2000/svg";

const part = (id) => document.getElementById(id);

export function save(page) {
  const text = writeGameFile(page.game, players());
  saveFile(new Blob([text], { type: "text/plain" }), FILE);
  page.tell(say("saved", { file: FILE }));
}

let current = null;

export async function review(page) {
  const nodes = [...page.game.root.continuation()];
  if (!nodes.length) {
    page.tell(say("no-turns"));
    return;
  }
  current?.end();
  // Who looks back at a game does not want to be answered.
  if (part("opponent").value) await page.chooseOpponent("");
  current = new Review(page, nodes);
  await current.run();
}

// What the service is asked for: the line that ends with a node.
function asked(game, last) {
  return { method: "POST", headers: { "Content-Type": "text/plain" }, body: writeLine(game, last) };
}

// The node behind the turn that turned the game most, on the way to the one on the board; null if none did.
export async function findTurningPoint({ game }, signal) {
  const path = game.at.path();
  const { turns } = await patiently(() => ask("/v1/review", { nodes: NODES }, { ...asked(game, game.at), signal }));
  const turning = turns.filter(({ turning_point: turned }) => turned).sort((one, other) => other.lost.chance - one.lost.chance);
  return turning.length ? path[turning[0].number] : null;
}

function players() {
  const { value } = part("opponent");
  return value ? { [value]: say("engine"), level: part("level").value } : {};
}

class Review {
  #page;
  #nodes;
  #root;
  #turns = new Map();
  #asked = new AbortController();
  #graph = new Graph((place) => this.#page.game.goTo(this.#nodes[place]));
  #element = part("review");
  #summary = html("div", { role: "status" });
  #mistakes = html("ol", { class: "mistakes" });
  #task = null;

  constructor(page, nodes) {
    this.#page = page;
    this.#nodes = nodes;
    this.#root = page.game.root;
    const { signal } = this.#asked;
    page.game.addEventListener("change", () => this.#follow(), { signal });
    page.addEventListener("turn", ({ detail }) => this.#try(detail), { signal });
    this.#element.replaceChildren(this.#summary, this.#mistakes);
    this.#element.hidden = false;
    part("board-area").append(this.#graph.element);
  }

  end() {
    this.#asked.abort();
    this.#graph.element.remove();
    this.#element.hidden = true;
  }

  // Another game is on the board: the review was of the one before.
  #follow() {
    if (this.#page.game.root === this.#root) this.#graph.showPlace(this.#nodes.indexOf(this.#page.game.at));
    else this.end();
  }

  async run() {
    const { game } = this.#page;
    const options = asked(game, this.#nodes.at(-1));
    const { signal } = this.#asked;
    this.#tell(say("review-running", { done: 0, count: this.#nodes.length }));
    try {
      for await (const { final, ...heard } of stream("/v1/review", { nodes: NODES }, signal, options)) {
        if (final) this.#finish(heard);
        else this.#take(heard);
      }
    } catch (error) {
      this.#tell("");
      this.#page.fail(error);
    }
  }

  #tell(...texts) {
    this.#summary.replaceChildren(...texts.filter(Boolean).map((text) => html("p", {}, text)));
  }

  #take(turn) {
    this.#turns.set(turn.number, turn);
    this.#graph.show(this.#nodes.length, this.#turns);
    this.#tell(say("review-running", { done: this.#turns.size, count: this.#nodes.length }));
  }

  #finish({ turns, white, black, complete }) {
    for (const turn of turns) {
      this.#turns.set(turn.number, turn);
      const node = this.#nodes[turn.number - 1];
      if (turn.mark) node.marks = [turn.mark, ...node.marks.filter((mark) => mark.startsWith("$"))];
    }
    this.#page.game.tellAnnotated();
    this.#graph.show(this.#nodes.length, this.#turns);
    const bad = turns.filter(({ mark }) => mark && mark !== "!");
    this.#tell(
      conduct("white", white),
      conduct("black", black),
      !complete && say("review-incomplete"),
      bad.length ? "" : say("review-no-mistake"),
    );
    this.#mistakes.replaceChildren(...bad.map((turn) => this.#mistake(turn)));
  }

  #mistake(turn) {
    const told = html("p", { class: "hint" });
    const name = `${turn.label.replace("...", "…")} ${turn.turn}${turn.mark}`;
    const find = button(say("find-better"), () => this.#ask(turn, told), { "aria-label": `${name}: ${say("find-better")}` });
    const show = button(say("show-answer"), () => this.#answer(turn, told), { "aria-label": `${name}: ${say("show-answer")}` });
    const goTo = button(name, () => this.#page.game.goTo(this.#nodes[turn.number - 1]), { class: "turn" });
    return html("li", {}, html("p", {}, goTo, " ", lossText(turn)), html("p", { class: "buttons" }, find, show), told);
  }

  // The position before the mistake, for the user to do better.
  #ask(turn, told) {
    const node = this.#nodes[turn.number - 1].parent;
    this.#page.game.goTo(node);
    this.#task = { turn, told, node };
    told.textContent = say("find-better-than", { side: say(turn.side), turn: turn.turn });
  }

  async #try({ turn: played, position }) {
    const task = this.#task;
    if (!task || this.#page.game.at !== task.node) return;
    const { turn, told } = task;
    const words = { turn: played };
    if (played === turn.turn) {
      told.textContent = say("better-same", words);
    } else if (played === turn.best[0]) {
      told.textContent = say("better-found", words);
    } else {
      told.textContent = say("asking-engine");
      const { rules } = this.#page.game;
      const found = await ask("/v1/analysis", { rules, position, nodes: NODES }, { signal: this.#asked.signal }).catch((error) => this.#page.fail(error));
      if (!found || this.#task !== task) return;
      const lost = turn.before.chance - (1 - chanceOf(found));
      told.textContent = say(lost < DUBIOUS ? "better-good" : "better-not", words);
    }
  }

  async #answer(turn, told) {
    const node = this.#nodes[turn.number - 1].parent;
    const { game } = this.#page;
    const isHere = this.#page.stay();
    this.#task = null;
    told.textContent = say("the-answer", { line: turn.best.slice(0, SHOWN_TURNS).join(" ") });
    try {
      const turns = await askLine(game.rules, node.position, turn.best.slice(0, SHOWN_TURNS));
      if (!isHere()) return;
      game.goTo(node);
      const line = game.add(node, turns).path();
      game.goTo(line[node.depth + 1]);
    } catch (error) {
      this.#page.fail(error);
    }
  }
}

class Graph {
  #line = shape("polyline", { fill: "none", class: "chances" });
  // What lies below the line is White's.
  #area = shape("polygon", { class: "area" });
  #place = shape("path", { class: "place" });
  #dots = shape("g", { class: "dots" });
  #count = 1;

  // `choose(place)` gets the turn that was pressed.
  constructor(choose) {
    this.element = shape("svg", { id: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": say("review-graph") });
    this.element.append(shape("path", { d: `M0 ${HEIGHT / 2}H${WIDTH}`, class: "even" }), this.#area, this.#line, this.#place, this.#dots);
    this.element.addEventListener("click", ({ clientX }) => {
      const { left, width } = this.element.getBoundingClientRect();
      choose(Math.min(this.#count - 1, Math.max(0, Math.floor(((clientX - left) / width) * this.#count))));
    });
  }

  show(count, turns) {
    this.#count = count;
    const spots = [...turns.values()].sort((one, other) => one.number - other.number).map((turn) => ({ turn, x: this.#x(turn.number - 1), y: EDGE + (HEIGHT - 2 * EDGE) * (1 - whiteChance(turn)) }));
    const line = spots.map(({ x, y }) => `${x},${y}`).join(" ");
    this.#line.setAttribute("points", line);
    this.#area.setAttribute("points", spots.length ? `${spots[0].x},${HEIGHT} ${line} ${spots.at(-1).x},${HEIGHT}` : "");
    const bad = spots.filter(({ turn }) => turn.mark && turn.mark !== "!");
    // Round dots in a picture that is stretched: lines of no length with round ends.
    this.#dots.replaceChildren(...bad.map(({ x, y, turn }) => shape("path", { d: `M${x} ${y}h0.01`, "data-mark": turn.mark })));
  }

  showPlace(place) {
    this.#place.setAttribute("d", place < 0 ? "" : `M${this.#x(place)} 0V${HEIGHT}`);
  }

  #x(place) {
    return (WIDTH * (place + 0.5)) / this.#count;
  }
}

function shape(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

function whiteChance({ side, after }) {
  return side === "white" ? after.chance : 1 - after.chance;
}

function chanceOf({ value, score }) {
  return PROVEN[value] ?? 1 / (1 + Math.exp(-(score ?? 0) / STONES_PER_E));
}

function conduct(side, { accuracy }) {
  return accuracy === null ? "" : say("review-accuracy", { side: say(side), accuracy: number(accuracy, 1) });
}

function lossText({ lost }) {
  if (lost.result) return say(`lost-${lost.result}`);
  return lost.stones ? say("lost-stones", { stones: number(lost.stones, 1) }) : "";
}
