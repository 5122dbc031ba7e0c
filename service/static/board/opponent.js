// An opponent for the user: the engine plays one colour, wherever the game has not gone on yet.

import { ask, askLine, Problem } from "./api.js";
import { readPosition } from "./position.js";
import { patiently } from "./solving.js";
import { say } from "./words.js";

// The user's own turn is seen before it is answered.
const PAUSE_MS = 900;
const AGAIN_MS = 5000;
const NODES = 500_000;

const STRENGTHS = { easy: { depth: 1 }, medium: { depth: 3 }, strong: {} };

export class Opponent {
  #page;
  #asked = null;
  #strength = "easy";
  #colour = null;

  constructor(page) {
    this.#page = page;
    page.opponent = this;
    page.game.addEventListener("change", () => this.#follow());
  }

  // A colour, or null for nobody; the user's own stones are then below.
  choose(colour, strength) {
    const { drawing, game } = this.#page;
    const turns = colour !== null && drawing.turned !== (colour === "white");
    const played = this.plays(game.at);
    this.#colour = colour;
    this.#strength = strength;
    if (turns) drawing.turnRound();
    // What the user has begun to enter stays, unless it is not his to enter any more.
    if (turns || played !== this.plays(game.at)) game.goTo(game.at);
  }

  // Whether the next turn from a node is the opponent's. In puzzles the solver's turns are answered.
  plays(node) {
    const { game, isLent } = this.#page;
    const free = !isLent && document.getElementById("panel-puzzles").hidden;
    const open = !node.children.length && game.agreedDraw !== node;
    return free && open && readPosition(node.position).side === this.#colour;
  }

  #follow() {
    this.#asked?.abort();
    const { at } = this.#page.game;
    if (!this.plays(at)) return;
    const asked = new AbortController();
    this.#asked = asked;
    this.#answer(at, asked.signal).catch((error) => this.#fail(error, asked.signal));
  }

  async #answer(node, signal) {
    const [turn] = await Promise.all([this.#best(node, signal), new Promise((seen) => setTimeout(seen, PAUSE_MS))]);
    // Meanwhile the board may have been lent to the editor.
    if (!turn || signal.aborted || !this.plays(node)) return;
    const side = say(this.#colour);
    this.#page.game.play(turn);
    this.#page.tell(say("plays", { side, turn: turn.turn }));
  }

  // The turn in full, or undefined where the game is over.
  async #best({ position }, signal) {
    const { rules } = this.#page.game;
    const query = { rules, position, nodes: NODES, ...STRENGTHS[this.#strength] };
    const { lines } = await patiently(() => ask("/v1/analysis", query, { signal }));
    if (signal.aborted || !lines.length) return undefined;
    const [turn] = await askLine(rules, position, lines[0].turns.slice(0, 1));
    return turn;
  }

  // A service that is away is asked again, as long as the position stays.
  #fail(error, signal) {
    if (signal.aborted) return;
    this.#page.fail(error);
    if (error instanceof Problem) setTimeout(() => signal.aborted || this.#follow(), AGAIN_MS);
  }
}
