// The engine: what it thinks of the position, as it thinks, and what the endgame tables know.

import { ask, askLine, Problem, stream } from "./api.js";
import { showArrows } from "./arrows.js";
import { button, html, resized } from "./elements.js";
import { otherColour, readPosition } from "./position.js";
import { number, say, sayCount } from "./words.js";

const LINES = 5;
const NODES = 10_000_000;
const STONES_AT_HALF = 4;
const AGAIN_SECONDS = 5;

// Who walks through a game fast does not want every position searched.
const STAY_MS = 150;

// Up to how many stones the service has tables of a game.
const TABLES = JSON.parse(document.querySelector("meta[name=endgame-tables]").content);

export class Analysis {
  #page;
  #game;
  #drawing;
  #parts;
  #running = null;
  #known = new WeakMap();
  #lines = [];
  #head = html("strong", { role: "status" });
  #effort = html("span", { class: "effort" });
  on = false;

  // parts: {bar, verdict, lines, table}, the elements to write into.
  constructor(page, parts) {
    this.#page = page;
    this.#game = page.game;
    this.#drawing = page.drawing;
    this.#parts = parts;
    parts.verdict.replaceChildren(this.#head, this.#effort);
    this.#game.addEventListener("change", () => this.#follow());
    page.addEventListener("lend", () => this.#follow());
    document.addEventListener("visibilitychange", () => this.#follow());
  }

  turnOn(on) {
    this.on = on;
    this.#follow();
  }

  #follow() {
    this.#running?.abort();
    this.#running = null;
    this.#clear();
    for (const part of Object.values(this.#parts)) part.hidden = !this.on;
    this.#parts.table.hidden = true;
    if (!this.on || document.hidden || this.#page.isLent) return;
    const running = new AbortController();
    this.#running = running;
    const { at } = this.#game;
    this.#search(at, running.signal).catch((error) => this.#fail(error, running.signal));
    this.#askTables(at, running.signal).catch(forgive);
  }

  // Nothing that was said of another position stays.
  #clear() {
    const { bar, table } = this.#parts;
    bar.classList.add("stale");
    bar.classList.remove("proven");
    bar.setAttribute("aria-valuetext", say("unknown-value"));
    this.#tell("", "");
    this.#showLines([], "white");
    table.replaceChildren();
    showArrows(this.#drawing, []);
  }

  #tell(text, effort, proven = false) {
    this.#head.className = proven ? "proven" : "estimate";
    // Screen readers tell what is written anew, even if it is the same.
    if (this.#head.textContent !== text) this.#head.textContent = text;
    this.#effort.textContent = effort;
  }

  // A service that is busy or away is asked again, as long as the position stays.
  #fail(error, signal) {
    if (signal.aborted) return;
    if (!(error instanceof Problem)) throw error;
    const again = error.code === "unreachable" ? AGAIN_SECONDS : error.retrySeconds;
    this.#tell(error.retrySeconds ? say("engine-busy") : error.message, "");
    if (again) setTimeout(() => signal.aborted || this.#follow(), again * 1000);
  }

  async #search(node, signal) {
    const known = this.#known.get(node);
    if (known) return this.#show(known);
    await new Promise((stayed) => setTimeout(stayed, STAY_MS));
    if (signal.aborted) return undefined;
    const query = { rules: this.#game.rules, position: node.position, lines: LINES, nodes: NODES };
    for await (const answer of stream("/v1/analysis", query, signal)) {
      if (signal.aborted) return undefined;
      if (answer.final) this.#known.set(node, answer);
      this.#show(answer);
    }
    return undefined;
  }

  #show(answer) {
    const { bar } = this.#parts;
    const { side, lines, search } = answer;
    const share = whiteShare(answer);
    const text = valueText(answer, side);
    const proven = answer.proof === "proven";
    bar.classList.remove("stale");
    bar.classList.toggle("proven", proven);
    bar.style.setProperty("--white", share);
    bar.setAttribute("aria-valuenow", Math.round(100 * share));
    bar.setAttribute("aria-valuetext", text);
    const depth = say("depth", { depth: search.depth });
    const nodes = say("nodes", { nodes: number(search.nodes, 0) });
    this.#tell(text, `${depth} · ${nodes}${answer.final ? "" : " …"}`, proven);
    this.#showLines(lines.map((line, place) => ({ ...line, ...exactness(line, place, answer) })), side);
    showArrows(this.#drawing, lines.slice(0, 1).map(({ turns }) => ({ turn: turns[0], rank: 0 })));
  }

  // The elements stay while what they say changes, so that nobody loses the one that is pressed.
  #showLines(lines, side) {
    this.#lines = lines;
    const list = this.#parts.lines;
    resized(list, lines.length, () => html("li", {}, html("span"), " ", html("span")));
    lines.forEach((line, place) => {
      const [value, turns] = list.children[place].children;
      value.className = `value ${line.proof === "proven" ? "proven" : "estimate"}`;
      value.title = valueText(line, side);
      value.textContent = shortValue(line, side);
      resized(turns, line.turns.length, (count) =>
        button("", () => this.#walk(this.#lines[place].turns.slice(0, count + 1)), { class: "turn" }),
      );
      line.turns.forEach((turn, count) => {
        turns.children[count].textContent = turn;
      });
    });
  }

  async #walk(turns) {
    const { at, rules } = this.#game;
    try {
      const played = await askLine(rules, at.position, turns);
      if (this.#game.at === at) this.#game.goTo(this.#game.add(at, played));
    } catch (error) {
      this.#page.fail(error);
    }
  }

  async #askTables(node, signal) {
    const { rules } = this.#game;
    const { width, height, stones } = readPosition(node.position);
    if (stones.size > (TABLES[`${rules} ${width}x${height}`] ?? 0)) return;
    const answer = await ask("/v1/tablebase", { rules, position: node.position }, { signal });
    if (signal.aborted || !answer.turns.length) return;
    const rows = answer.turns.map((one) =>
      html(
        "tr",
        {},
        html("td", {}, button(one.turn, () => this.#walk([one.turn]), { class: "turn" })),
        html("td", { class: one.value }, resultText({ ...one, distance_exact: true }, answer.side)),
      ),
    );
    const { table } = this.#parts;
    table.replaceChildren(html("caption", {}, say("endgame-table")), html("tbody", {}, rows));
    table.hidden = false;
  }
}

// Without the tables the search still tells what is wrong, if anything is.
function forgive(error) {
  if (!(error instanceof Problem) && error.name !== "AbortError") throw error;
}

// The service says of the answer alone whether its distance is exact. The best line has the same
// distance, and no win is quicker than the quickest.
function exactness(line, place, answer) {
  const same = line.distance?.plies === answer.distance?.plies;
  return { distance_exact: answer.distance_exact && same && (place === 0 || line.value === "win") };
}

// Who wins, in words: "Proven: White wins in 7 turns", or an estimate.
export function valueText(answer, side) {
  if (answer.proof !== "proven") {
    return answer.score === null ? say("unknown-value") : say("estimate", { score: whiteScore(answer, side) });
  }
  return say("proven", { what: resultText(answer, side) });
}

// A distance that is not exact is a bound.
function resultText({ value, distance, distance_exact: exact }, side) {
  if (value === "draw") return say("draw");
  const winner = say(value === "win" ? side : otherColour(side));
  if (!distance) return say("wins", { winner });
  if (distance.plies === 0) return say("has-won", { winner });
  return say(exact ? "wins-in" : "wins-within", { winner, turns: sayCount("turns", distance.turns) });
}

function shortValue(line, side) {
  if (line.proof !== "proven") return line.score === null ? "?" : whiteScore(line, side);
  if (line.value === "draw") return "=";
  const white = (line.value === "win") === (side === "white");
  const distance = line.distance ? ` ${line.distance_exact ? "" : "≤"}${line.distance.turns}` : "";
  return `${white ? "○" : "●"}${distance}`;
}

// Estimates are shown from White's side, like the bar.
function whiteScore({ score }, side) {
  const white = Math.round(side === "white" ? 10 * score : -10 * score) / 10;
  return `${white > 0 ? "+" : white < 0 ? "−" : ""}${number(Math.abs(white), 1)}`;
}

// How much of the bar is White's, from 0 to 1.
function whiteShare({ value, proof, score, side }) {
  let own = 0.5;
  if (proof === "proven" && value !== "draw") own = value === "win" ? 1 : 0;
  else if (proof !== "proven" && score !== null) own = 0.5 + Math.atan(score / STONES_AT_HALF) / Math.PI;
  return side === "white" ? own : 1 - own;
}
