// The engine: what it thinks of the position, as it thinks, and what the endgame tables know.

import { ask, askLine, Problem, stream } from "./api.js";
import { showArrows } from "./arrows.js";
import { button, html, resized } from "./elements.js";
import { otherColour, readPosition, stateItem } from "./position.js";
import { number, say, sayCount } from "./words.js";

// What is asked at first, and how much more with each "Deeper".
const NODES = 4_000_000;
const DEEPER = 4;
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
  #count = 3;
  #nodes = NODES;
  #mostNodes = null;
  #previewed = new Map();
  #previewing = null;
  #head = html("strong", { role: "status" });
  #effort = html("span", { class: "effort" });
  on = false;

  // parts: {bar, verdict, lines, table, deeper}, the elements to write into.
  constructor(page, parts) {
    this.#page = page;
    this.#game = page.game;
    this.#drawing = page.drawing;
    this.#parts = parts;
    parts.verdict.replaceChildren(this.#head, this.#effort);
    parts.deeper.onclick = () => this.#goDeeper();
    this.#game.addEventListener("change", ({ detail }) => this.#moveOn(detail.before));
    page.addEventListener("lend", () => this.#follow());
    document.addEventListener("visibilitychange", () => this.#follow());
    listenToPreview(parts.lines, (turn) => this.#preview(turn));
    ask("/v1/limits").then(({ nodes }) => {
      this.#mostNodes = nodes;
    }, forgive);
  }

  turnOn(on, count) {
    this.on = on;
    if (count !== this.#count) this.#known = new WeakMap();
    this.#count = count;
    this.#parts.lines.parentElement.style.setProperty("--lines", count);
    this.#follow();
  }

  #moveOn(before) {
    if (before !== this.#game.at) this.#nodes = NODES;
    this.#previewed.clear();
    this.#follow();
  }

  // The position is searched again, with more.
  #goDeeper() {
    this.#nodes = this.#known.get(this.#game.at)?.nodes * DEEPER;
    this.#known.delete(this.#game.at);
    this.#follow();
  }

  #follow() {
    this.#running?.abort();
    this.#running = null;
    this.#clear();
    const looking = this.on && !this.#page.own;
    for (const part of Object.values(this.#parts)) part.hidden = !looking;
    this.#parts.table.hidden = true;
    this.#parts.deeper.disabled = true;
    if (!looking || document.hidden || this.#page.isLent) return;
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
    bar.dataset.value = "";
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
    if (known) return this.#show(known.answer);
    await new Promise((stayed) => setTimeout(stayed, STAY_MS));
    if (signal.aborted) return undefined;
    const nodes = this.#nodes;
    const query = { rules: this.#game.rules, position: node.position, lines: this.#count, nodes };
    const settling = new Settling();
    for await (const heard of stream("/v1/analysis", query, signal)) {
      if (signal.aborted) return undefined;
      const answer = settling.settled(heard);
      if (heard.final) this.#known.set(node, { answer, nodes });
      if (answer) this.#show(answer);
    }
    return undefined;
  }

  // Only what is not decided may be looked at more deeply, as far as the service goes.
  #canGoDeeper({ final, search }) {
    const more = this.#mostNodes === null || this.#nodes < this.#mostNodes;
    return final && search.stopped_by === "nodes" && more;
  }

  #show(answer) {
    const { bar } = this.#parts;
    const { side, lines } = answer;
    const share = whiteShare(answer);
    const text = valueText(answer, side);
    const proven = answer.proof === "proven";
    bar.classList.remove("stale");
    bar.classList.toggle("proven", proven);
    bar.style.setProperty("--white", share);
    bar.setAttribute("aria-valuenow", Math.round(100 * share));
    bar.setAttribute("aria-valuetext", text);
    // Whose win it is, the bar says by itself.
    bar.dataset.value = shortValue(answer, side).replace(/^[○●] ?/, "#");
    bar.dataset.for = share < 0.5 ? "black" : "white";
    const deeper = this.#canGoDeeper(answer);
    this.#parts.deeper.disabled = !deeper;
    // Who finds the button disabled learns why.
    const limit = answer.final && !deeper && answer.search.stopped_by !== "solved" ? ` · ${say("service-limit")}` : "";
    this.#tell(text, effortText(answer) + limit, proven);
    this.#showLines(lines, side);
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

  // Shows the position behind a turn of a line while it is looked at: {line, turn}, or null.
  async #preview(looked) {
    const { at, rules } = this.#game;
    const turns = looked && this.#lines[looked.line]?.turns.slice(0, looked.turn + 1);
    const key = turns?.join(" ") ?? null;
    this.#previewing = key;
    if (key === null || this.#page.isLent) {
      this.#page.preview(null);
      return;
    }
    if (!this.#previewed.has(key)) this.#previewed.set(key, askLine(rules, at.position, turns));
    const played = await this.#previewed.get(key).catch(forgive);
    if (played && this.#previewing === key && this.#game.at === at) {
      this.#page.preview(played.at(-1).position, played.at(-1));
    }
  }

  async #walk(turns) {
    const { at, rules } = this.#game;
    const isHere = this.#page.stay();
    try {
      const played = await askLine(rules, at.position, turns);
      if (isHere()) this.#game.goTo(this.#game.add(at, played));
    } catch (error) {
      this.#page.fail(error);
    }
  }

  async #askTables(node, signal) {
    const { rules } = this.#game;
    const { width, height, stones, state } = readPosition(node.position);
    // While stones are placed there is no table, however few lie on the board.
    if (stateItem(state, "hand") || stones.size > (TABLES[`${rules} ${width}x${height}`] ?? 0)) return;
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

// Estimates swing with every ply: who moves last seems to be ahead. Two iterations together say more
// than either, so the estimate of a turn is the mean of the last two that know it, and the first
// iterations say nothing yet.
class Settling {
  #before = new Map();

  // The answer with settled estimates, best first, or null while there is none.
  settled(answer) {
    const estimates = new Map(answer.lines.filter(isEstimate).map(({ turns, score }) => [turns[0], score]));
    const lines = answer.lines.map((line) => this.#mean(line));
    const known = this.#before.size > 0 || answer.final || answer.proof === "proven";
    this.#before = estimates;
    const sorted = lines.filter(isEstimate).sort((one, other) => other.score - one.score);
    const ordered = lines.map((line) => (isEstimate(line) ? sorted.shift() : line));
    const best = isEstimate(answer) && ordered.length ? { score: ordered[0].score } : {};
    return known ? { ...answer, ...best, lines: ordered } : null;
  }

  #mean(line) {
    const before = this.#before.get(line.turns[0]);
    return isEstimate(line) && before !== undefined ? { ...line, score: (line.score + before) / 2 } : line;
  }
}

function isEstimate({ proof, score }) {
  return proof !== "proven" && score !== null;
}

// Tells which turn of which line the pointer or the focus is on, and when it is on none any more.
function listenToPreview(list, tell) {
  const place = ({ target }) => {
    const turn = target.closest?.(".turn");
    if (!turn) return null;
    return { line: [...list.children].indexOf(turn.closest("li")), turn: [...turn.parentElement.children].indexOf(turn) };
  };
  for (const event of ["pointerover", "focusin"]) list.addEventListener(event, (one) => tell(place(one)));
  for (const event of ["pointerleave", "focusout"]) list.addEventListener(event, () => tell(null));
}

// How far a search went; what tables know needs none.
function effortText({ search, final }) {
  if (final && search.depth === 0) return say("exact");
  const depth = say("depth", { depth: search.depth });
  return `${depth} · ${say("nodes", { nodes: number(search.nodes, 0) })}${final ? "" : " …"}`;
}

// Without the tables the search still tells what is wrong, if anything is.
function forgive(error) {
  if (!(error instanceof Problem) && error.name !== "AbortError") throw error;
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
  return say(exact ? "wins-in" : "wins-within", { winner, turns: sayCount("turn-count", distance.turns) });
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
