// A game: the turns that were played as a tree, the place in it, and its link.

import { askLines, askSteps, USUAL_RULES } from "./api.js";

export const START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W -";

class Node {
  constructor(parent, position, turn = null) {
    this.parent = parent;
    this.position = position;
    this.turn = turn;
    this.children = [];
    this.depth = parent ? parent.depth + 1 : 0;
    // As in a game file: comments before the turn, after it, and marks such as "?!".
    this.foreword = [];
    this.comments = [];
    this.marks = [];
  }

  annotate({ foreword = [], comments = [], marks = [] }) {
    this.foreword.push(...foreword);
    this.comments.push(...comments);
    this.marks.push(...marks);
  }

  // The nodes from the start to this one.
  path() {
    const nodes = [];
    for (let node = this; node; node = node.parent) nodes.push(node);
    return nodes.reverse();
  }

  // The first turn of every branch is its main one.
  *continuation() {
    for (let node = this.children[0]; node; node = node.children[0]) yield node;
  }

  // The node behind a turn, which is made if there is none.
  child(turn) {
    let child = this.children.find((one) => one.turn.turn === turn.turn);
    if (!child) {
      child = new Node(this, turn.position, turn);
      this.children.push(child);
    }
    return child;
  }
}

export class Game extends EventTarget {
  // Whatever changes the tree changes this number, too.
  version = 0;

  constructor(rules, position) {
    super();
    this.resume(emptyGame(rules, position));
  }

  // Everything that there is of the game, to be resumed later.
  kept() {
    const { rules, puzzle, lesson, root, at, agreedDraw, resigned, file } = this;
    return { rules, puzzle, lesson, root, at, agreedDraw, resigned, file };
  }

  // `puzzle` is the id of the puzzle that the game solves, `lesson` names the step of a lesson, if any:
  // the link opens it as that. `file` is what a game file says besides: {headers, end}, the last being
  // the node that it ends with.
  resume({ rules, puzzle, lesson = null, root, at, agreedDraw, resigned = null, file = null }) {
    Object.assign(this, { rules, puzzle, lesson, root, at, agreedDraw, resigned, file, removed: null });
    this.version++;
    this.#changed(null);
  }

  play(turn) {
    this.goTo(this.#child(this.at, turn));
  }

  // Adds turns behind a node without going there.
  add(node, turns) {
    for (const turn of turns) node = this.#child(node, turn);
    this.#changed(this.at);
    return node;
  }

  // Nothing happens without a node, nor if one of another game comes late.
  goTo(node) {
    if (node?.path()[0] !== this.root) return;
    const before = this.at;
    this.at = node;
    this.#changed(before);
  }

  toStart() {
    this.goTo(this.root);
  }

  toEnd() {
    this.goTo([this.at, ...this.at.continuation()].at(-1));
  }

  get isOnMainLine() {
    return this.at.path().every((node) => !node.parent || node.parent.children[0] === node);
  }

  // Every turn that led here becomes the first of its branch.
  promote() {
    for (const node of this.at.path().slice(1)) {
      const siblings = node.parent.children;
      siblings.unshift(...siblings.splice(siblings.indexOf(node), 1));
    }
    this.version++;
    this.#changed(this.at);
  }

  remove(node) {
    if (node.path()[0] !== this.root) return;
    const siblings = node.parent.children;
    const place = siblings.indexOf(node);
    const { at } = this;
    siblings.splice(place, 1);
    this.version++;
    this.removed = { node, place, at };
    this.goTo(at.path().includes(node) ? node.parent : at);
  }

  putBack() {
    const { node, place, at } = this.removed;
    node.parent.children.splice(place, 0, node);
    this.version++;
    this.removed = null;
    this.goTo(at);
  }

  // Comments and marks have changed, and nothing else.
  tellAnnotated() {
    this.version++;
    this.dispatchEvent(new Event("annotate"));
  }

  occurrences() {
    return this.at.path().filter((node) => node.position === this.at.position).length;
  }

  agreeDraw() {
    this.agreedDraw = this.at;
    this.#changed(this.at);
  }

  // A colour gives up, in the position on the board.
  resign(colour) {
    this.resigned = { node: this.at, colour };
    this.#changed(this.at);
  }

  // Whether the players have ended the game at a node, which the rules have not.
  isClosed(node) {
    return this.agreedDraw === node || this.resigned?.node === node;
  }

  #child(node, turn) {
    const count = node.children.length;
    const child = node.child(turn);
    if (node.children.length > count) {
      this.version++;
      this.removed = null;
    }
    return child;
  }

  #changed(before) {
    this.dispatchEvent(new CustomEvent("change", { detail: { before } }));
  }
}

// A game that somebody has played or set up.
export function isWorthKeeping({ root }) {
  return root.children.length > 0 || root.position !== START;
}

export function emptyGame(rules, position, puzzle = null) {
  const root = new Node(null, position);
  return { rules, puzzle, root, at: root, agreedDraw: null, resigned: null, file: null };
}

// The game that a link or a file asks for, see `readLink` and `readGameFile`; what is wrong with it is
// thrown as a Problem.
export async function readGame(asked) {
  const { puzzle = null, turns = "", line = readTurns(turns), at = null, draw = null, resigned = null } = asked;
  const { rules, position: canonical } = await askSteps(asked.rules, asked.position);
  const game = emptyGame(rules, canonical, puzzle);
  let branches = [{ node: game.root, line }].filter((branch) => branch.line.length);
  while (branches.length) {
    const asked = branches.map(({ node, line }) => ({ position: node.position, turns: line.map(({ text }) => text) }));
    const played = await askLines(rules, asked);
    branches = branches.flatMap((branch, place) => grown(branch, played[place]));
  }
  const nodes = [game.root, ...nodesBehind(game.root)];
  game.at = nodes[at] ?? [game.root, ...game.root.continuation()].at(-1);
  game.agreedDraw = nodes[draw] ?? null;
  if (nodes[resigned?.place]) game.resigned = { node: nodes[resigned.place], colour: resigned.colour };
  for (const [place, note] of asked.notes ?? []) nodes[place]?.annotate(note);
  game.root.annotate({ comments: asked.comments });
  if (asked.headers) game.file = { headers: asked.headers, end: asked.end === undefined ? game.at : (nodes[asked.end] ?? null) };
  return game;
}

// What a link does not have, for `readGame`: notes by the number of their turn, and what a file said.
export function annotations({ root, file }) {
  const nodes = [root, ...nodesBehind(root)];
  const notes = nodes.flatMap(({ foreword, comments, marks }, place) => (foreword.length || comments.length || marks.length ? [[place, { foreword, comments, marks }]] : []));
  return { notes, headers: file?.headers, end: file ? nodes.indexOf(file.end) : undefined };
}

// Gives a node the turns of a line; the variations that it has are the branches that are left.
function grown({ node, line }, turns) {
  return line.flatMap(({ variations, note = {} }, place) => {
    const parent = node;
    node = node.child(turns[place]);
    node.annotate(note);
    return variations.map((variation) => ({ node: parent, line: variation }));
  });
}

// "a1-a2_(b1-b2_c5-c4)_c5-c4": a variation stands in brackets behind the turn it replaces. Read as
// [{text, variations: [line, …]}, …].
function readTurns(text) {
  const main = [];
  const open = [main];
  for (const token of text.match(/[()]|[^\s_()]+/g) ?? []) {
    const line = open.at(-1);
    if (token === ")") {
      if (open.length > 1) open.pop();
    } else if (token === "(") {
      const variation = [];
      line.at(-1)?.variations.push(variation);
      open.push(variation);
    } else {
      line.push({ text: token, variations: [] });
    }
  }
  return main;
}

// What is behind a node in the order in which it is written: nodes, and the brackets of variations.
function* written(node) {
  while (node.children.length) {
    const [main, ...others] = node.children;
    yield main;
    for (const other of others) {
      yield "(";
      yield other;
      yield* written(other);
      yield ")";
    }
    node = main;
  }
}

function nodesBehind(root) {
  return [...written(root)].filter((one) => one instanceof Node);
}

// What stands behind the "#" of the address, and opens the same game again. `at` is the number of the
// turn that is looked at, as they are written; without it, the last one of the main line.
export function gameLink({ rules, puzzle, lesson, root, at, agreedDraw, resigned }) {
  const turns = [...written(root)].map((one) => one.turn?.turn ?? one).join("_");
  const nodes = [root, ...nodesBehind(root)];
  const parts = [`rules=${rules.replaceAll(" ", "_")}`, `position=${shortened(root.position)}`];
  if (lesson) parts.unshift(`lesson=${lesson}`);
  if (puzzle) parts.unshift(`puzzle=${encodeURIComponent(puzzle)}`);
  if (turns) parts.push(`turns=${turns.replaceAll("(_", "(").replaceAll("_)", ")")}`);
  if (at !== [root, ...root.continuation()].at(-1)) parts.push(`at=${nodes.indexOf(at)}`);
  if (agreedDraw) parts.push(`draw=${nodes.indexOf(agreedDraw)}`);
  if (resigned) parts.push(`resigned=${resigned.colour}-${nodes.indexOf(resigned.node)}`);
  return parts.join("&");
}

function shortened(position) {
  return position.replace(/ -$/, "").replaceAll(" ", "_");
}

// What a link asks for, or null. A link may have it behind "#" or, from other pages, behind "?".
export function readLink(link) {
  const { hash, search } = new URL(link, "http://page");
  const given = new URLSearchParams(hash.length > 1 ? hash.slice(1) : search);
  if (!["position", "puzzle", "lesson"].some((key) => given.has(key))) return null;
  return {
    lesson: given.get("lesson"),
    puzzle: given.get("puzzle"),
    rules: given.get("rules") ?? USUAL_RULES,
    position: given.get("position"),
    turns: given.get("turns") ?? "",
    at: numberIn(given.get("at")),
    draw: numberIn(given.get("draw")),
    resigned: resignedIn(given.get("resigned")),
  };
}

// The tab that shows what a link asks for; null where it is a game. "lesson=" is the next lesson.
export function tabOf({ puzzle, lesson }) {
  if (typeof lesson === "string") return "learn";
  return puzzle ? "puzzles" : null;
}

// "white-12": White gave up after the turn with this number.
function resignedIn(text) {
  const [, colour, place] = text?.match(/^(white|black)-(\d+)$/) ?? [];
  return colour ? { colour, place: Number(place) } : null;
}

function numberIn(text) {
  const number = Number.parseInt(text ?? "", 10);
  return Number.isNaN(number) ? null : number;
}
