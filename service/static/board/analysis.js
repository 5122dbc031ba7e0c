// The engine: what it thinks of the position, as it thinks, and what the endgame tables know.

import { ask, askLine, Problem, stream } from "./api.js";
import { button, html } from "./elements.js";
import { otherColour, readPosition } from "./position.js";
import { number, say, sayCount } from "./words.js";

const LINES = 5;
const NODES = 10_000_000;
const STONES_AT_HALF = 4;
const BUSY_RETRY_SECONDS = 2;

export class Analysis {
  #game;
  #drawing;
  #parts;
  #running = null;
  #tables = null;
  #known = new Map();
  on = false;

  // parts: {bar, verdict, lines, table}, the elements to write into.
  constructor(game, drawing, parts) {
    this.#game = game;
    this.#drawing = drawing;
    this.#parts = parts;
    game.addEventListener("change", () => this.#follow());
    document.addEventListener("visibilitychange", () => this.#follow());
  }

  turnOn(on) {
    this.on = on;
    this.#follow();
  }

  #follow() {
    this.#running?.abort();
    this.#running = null;
    this.#drawing.showArrows([]);
    for (const part of Object.values(this.#parts)) part.hidden = !this.on;
    if (!this.on || document.hidden) return;
    const running = new AbortController();
    this.#running = running;
    this.#clear();
    this.#search(this.#game.at, running.signal).catch((error) => this.#fail(error, running.signal));
    this.#askTables(this.#game.at, running.signal).catch((error) => this.#fail(error, running.signal));
  }

  #clear() {
    const { bar, lines, table } = this.#parts;
    bar.classList.add("stale");
    lines.replaceChildren();
    table.replaceChildren();
    table.hidden = true;
  }

  #fail(error, signal) {
    if (signal.aborted) return;
    if (error instanceof Problem && error.code === "searches-busy") {
      this.#parts.verdict.textContent = say("engine-busy");
      const seconds = error.retrySeconds ?? BUSY_RETRY_SECONDS;
      setTimeout(() => signal.aborted || this.#follow(), seconds * 1000);
      return;
    }
    this.#parts.verdict.textContent = error.message || say("unreachable");
  }

  async #search(node, signal) {
    const known = this.#known.get(node);
    if (known) return this.#show(known);
    const query = { rules: this.#game.rules, position: node.position, lines: LINES, nodes: NODES };
    for await (const answer of stream("/v1/analysis", query, signal)) {
      if (signal.aborted) return undefined;
      if (answer.final) this.#known.set(node, answer);
      this.#show(answer);
    }
    return undefined;
  }

  #show(answer) {
    const { bar, verdict, lines } = this.#parts;
    const share = whiteShare(answer);
    bar.classList.remove("stale");
    bar.classList.toggle("proven", answer.proof === "proven");
    bar.style.setProperty("--white", share);
    bar.setAttribute("aria-valuenow", Math.round(100 * share));
    bar.setAttribute("aria-valuetext", valueText(answer, answer.side));
    verdict.replaceChildren(...this.#verdict(answer));
    lines.replaceChildren(...answer.lines.map((line) => this.#line(line, answer)));
    const best = answer.lines.slice(0, 1);
    this.#drawing.showArrows(best.map((line) => ({ turn: line.turns[0], rank: 0 })));
  }

  #verdict(answer) {
    const proven = answer.proof === "proven";
    const head = html("strong", { class: proven ? "proven" : "estimate" }, valueText(answer, answer.side));
    const depth = say("depth", { depth: answer.search.depth });
    const nodes = say("nodes", { nodes: number(answer.search.nodes, 0) });
    return [head, html("span", { class: "effort" }, `${depth} · ${nodes}${answer.final ? "" : " …"}`)];
  }

  #line(line, answer) {
    const turns = line.turns.map((turn, place) =>
      button(turn, () => this.#walk(line.turns, place + 1), { class: "turn" }),
    );
    const proven = line.proof === "proven" ? "proven" : "estimate";
    const value = html("span", { class: `value ${proven}`, title: valueText(line, answer.side) }, shortValue(line, answer.side));
    return html("li", {}, value, " ", turns);
  }

  async #walk(turns, count) {
    const { at, rules } = this.#game;
    const played = await askLine(rules, at.position, turns.slice(0, count));
    if (this.#game.at === at) this.#game.goTo(this.#game.add(at, played));
  }

  async #askTables(node, signal) {
    this.#tables ??= await ask("/health/ready");
    const { width, height, stones } = readPosition(node.position);
    const covers = this.#tables.tables.some(
      (one) => one.rules === this.#game.rules && one.board === `${width}x${height}` && stones.size <= one.stones,
    );
    if (!covers || signal.aborted) return;
    const answer = await ask("/v1/tablebase", { rules: this.#game.rules, position: node.position }, { signal });
    if (signal.aborted || !answer.turns.length) return;
    const rows = answer.turns.map((one) =>
      html(
        "tr",
        {},
        html("td", {}, button(one.turn, () => this.#walk([one.turn], 1), { class: "turn" })),
        html("td", { class: one.value }, tableText(one, answer.side)),
      ),
    );
    const { table } = this.#parts;
    table.replaceChildren(html("caption", {}, say("endgame-table")), html("tbody", {}, rows));
    table.hidden = false;
  }
}

// Who wins, in words: "proven: White wins in 7 turns", or an estimate.
export function valueText(answer, side) {
  if (answer.proof !== "proven") {
    return answer.score === null ? say("unknown-value") : say("estimate", { score: whiteScore(answer, side) });
  }
  return say("proven", { what: tableText(answer, side) });
}

function tableText({ value, distance }, side) {
  if (value === "draw") return say("draw");
  const winner = say(value === "win" ? side : otherColour(side));
  if (!distance) return say("wins", { winner });
  if (distance.plies === 0) return say("has-won", { winner });
  return say("wins-in", { winner, turns: sayCount("turns", distance.turns) });
}

function shortValue(line, side) {
  if (line.proof !== "proven") return line.score === null ? "?" : whiteScore(line, side);
  if (line.value === "draw") return "=";
  const white = (line.value === "win") === (side === "white");
  return `${white ? "○" : "●"}${line.distance ? ` ${line.distance.turns}` : ""}`;
}

// Estimates are shown from White's side, like the bar.
function whiteScore({ score }, side) {
  const white = side === "white" ? score : -score;
  return `${white > 0 ? "+" : white < 0 ? "−" : ""}${number(Math.abs(white), 1)}`;
}

// How much of the bar is White's, from 0 to 1.
function whiteShare({ value, proof, score, side }) {
  let own = 0.5;
  if (proof === "proven" && value !== "draw") own = value === "win" ? 1 : 0;
  else if (proof !== "proven" && score !== null) own = 0.5 + Math.atan(score / STONES_AT_HALF) / Math.PI;
  return side === "white" ? own : 1 - own;
}
