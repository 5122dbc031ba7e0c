// An opponent for the user: the engine plays one colour. Where the game has gone on before, it follows.

import { ask, Problem } from "./api.js";
import { Match } from "./match.js";
import { readPosition } from "./position.js";
import { patiently } from "./solving.js";
import { say } from "./words.js";

// The user's own turn is seen before it is answered.
const PAUSE_MS = 900;
const AGAIN_MS = 5000;
const NODES = 2_000_000;

// The strongest levels always choose alike: they begin as one that does not, so no two games are.
const OPENING_LEVEL = 8;
const OPENING_PLIES = 6;
const MOST_HISTORY = 60;

export class Opponent {
  #page;
  #asked = null;
  #match;
  level = 1;
  colour = null;
  #answersTo = null;

  // `element` is where the match is shown.
  constructor(page, element) {
    this.#page = page;
    this.#match = new Match(page, element);
    page.opponent = this;
    page.game.addEventListener("change", () => this.#follow());
    page.addEventListener("turn", ({ detail }) => {
      this.#answersTo = detail.turn;
    });
  }

  get name() {
    return say(`level-${this.level}`);
  }

  // A colour, or null for nobody; the user's own stones are then below, unless the user has had them
  // elsewhere before.
  choose(colour, level, restored = false) {
    const { drawing, game } = this.#page;
    const turns = !restored && colour !== null && drawing.turned !== (colour === "white");
    const owned = this.owns(game.at);
    this.colour = colour;
    this.level = level;
    if (turns) this.#page.turnBoard();
    // What the user has begun to enter stays, unless it is not his to enter any more.
    if (owned !== this.owns(game.at)) game.goTo(game.at);
    this.#page.nameSides();
    this.#match.show();
  }

  // Whether the next turn from a node is the opponent's to choose. In puzzles the solver's turns are
  // answered.
  owns(node) {
    const { isLent, own } = this.#page;
    return !isLent && !own && readPosition(node.position).side === this.colour;
  }

  // Whether the opponent is about to play: a turn is to be found, or the user has played one again that
  // it has answered before. Who only looks through the game is left alone.
  plays(node) {
    const open = !node.children.length && !this.#page.game.isClosed(node);
    return this.owns(node) && (open || this.#isAsked(node));
  }

  #isAsked(node) {
    return node === this.#page.game.at && this.#answersTo !== null && node.turn?.turn === this.#answersTo;
  }

  // Where the user was to move before; without an opponent, the turn before.
  ownTurnBefore({ parent }) {
    if (!this.#isThere) return parent;
    while (parent && this.owns(parent)) parent = parent.parent;
    return parent;
  }

  // Where the user is to move next, or the end of the game.
  ownTurnAfter({ children: [node] }) {
    if (!this.#isThere || !node) return node;
    while (node.children.length && this.owns(node)) [node] = node.children;
    return node;
  }

  get #isThere() {
    return this.colour !== null && !this.#page.own;
  }

  #follow() {
    this.#asked?.abort();
    const { at } = this.#page.game;
    if (!this.#isAsked(at)) this.#answersTo = null;
    if (!this.plays(at)) return;
    const asked = new AbortController();
    this.#asked = asked;
    this.#answer(at, asked.signal).catch((error) => this.#fail(error, asked.signal));
  }

  async #answer(node, signal) {
    const [turn] = await Promise.all([this.#chosen(node, signal), new Promise((seen) => setTimeout(seen, PAUSE_MS))]);
    // Meanwhile the board may have been lent to the editor.
    if (!turn || signal.aborted || !this.plays(node)) return;
    const side = say(this.colour);
    this.#answersTo = null;
    this.#page.game.play(turn);
    this.#page.tell(say("plays", { side, turn: turn.turn }));
  }

  // The turn in full, or undefined where the game is over.
  async #chosen(node, signal) {
    if (node.children.length) return node.children[0].turn;
    const { rules } = this.#page.game;
    const level = node.depth < OPENING_PLIES ? Math.min(this.level, OPENING_LEVEL) : this.level;
    const query = { rules, ...sinceCapture(node), level, nodes: NODES };
    const { turn } = await patiently(() => ask("/v1/turn", query, { signal }));
    return signal.aborted ? undefined : (turn ?? undefined);
  }

  // A service that is away is asked again, as long as the position stays.
  #fail(error, signal) {
    if (signal.aborted) return;
    this.#page.fail(error);
    if (error instanceof Problem) setTimeout(() => signal.aborted || this.#follow(), AGAIN_MS);
  }
}

// What came before a capture cannot come back: only the turns since then are of interest.
function sinceCapture(node) {
  const turns = [];
  while (node.parent && !node.turn.captured.length && turns.length < MOST_HISTORY) {
    turns.unshift(node.turn.turn);
    node = node.parent;
  }
  return { position: node.position, history: turns.join(" ") || undefined };
}
