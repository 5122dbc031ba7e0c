// A game: the turns that were played as a tree, the place in it, and its link.

class Node {
  constructor(parent, position, turn = null) {
    this.parent = parent;
    this.position = position;
    this.turn = turn;
    this.children = [];
    this.depth = parent ? parent.depth + 1 : 0;
  }

  *path() {
    if (this.parent) yield* this.parent.path();
    yield this;
  }

  // The first turn of every branch is its main one.
  *continuation() {
    for (let node = this.children[0]; node; node = node.children[0]) yield node;
  }
}

export class Game extends EventTarget {
  constructor(rules, position) {
    super();
    this.start(rules, position);
  }

  // `puzzle` is the id of the puzzle that the game solves, if any: its link opens it as that.
  start(rules, position, turns = [], at = turns.length, puzzle = null) {
    this.rules = rules;
    this.puzzle = puzzle;
    this.root = new Node(null, position);
    this.agreedDraw = null;
    this.removed = null;
    let node = this.root;
    this.at = node;
    for (const turn of turns) {
      node = this.#child(node, turn);
      if (node.depth <= at) this.at = node;
    }
    this.#changed(null);
  }

  // Everything that there is of the game, to be resumed later.
  kept() {
    const { rules, puzzle, root, at, agreedDraw } = this;
    return { rules, puzzle, root, at, agreedDraw };
  }

  resume(kept) {
    Object.assign(this, kept, { removed: null });
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

  goTo(node) {
    const before = this.at;
    this.at = node;
    this.#changed(before);
  }

  back() {
    if (this.at.parent) this.goTo(this.at.parent);
  }

  forward() {
    if (this.at.children.length) this.goTo(this.at.children[0]);
  }

  toStart() {
    this.goTo(this.root);
  }

  toEnd() {
    this.goTo([this.at, ...this.at.continuation()].at(-1));
  }

  get isOnMainLine() {
    return [...this.at.path()].every((node) => !node.parent || node.parent.children[0] === node);
  }

  // Every turn that led here becomes the first of its branch.
  promote() {
    for (const node of [...this.at.path()].slice(1)) {
      const siblings = node.parent.children;
      siblings.unshift(...siblings.splice(siblings.indexOf(node), 1));
    }
    this.#changed(this.at);
  }

  remove(node) {
    const siblings = node.parent.children;
    const place = siblings.indexOf(node);
    const { at } = this;
    siblings.splice(place, 1);
    this.removed = { node, place, at };
    this.goTo([...at.path()].includes(node) ? node.parent : at);
  }

  putBack() {
    const { node, place, at } = this.removed;
    node.parent.children.splice(place, 0, node);
    this.removed = null;
    this.goTo(at);
  }

  // The line that is being looked at, from the start to its end.
  line() {
    return [...this.at.path(), ...this.at.continuation()];
  }

  occurrences() {
    return [...this.at.path()].filter((node) => node.position === this.at.position).length;
  }

  agreeDraw() {
    this.agreedDraw = this.at;
    this.#changed(this.at);
  }

  // What stands behind the "#" of the address, and opens the same game again.
  link() {
    const turns = this.line().slice(1).map((node) => node.turn.turn);
    const parts = [`rules=${this.rules}`, `position=${shortened(this.root.position)}`];
    if (this.puzzle) parts.unshift(`puzzle=${encodeURIComponent(this.puzzle)}`);
    if (turns.length) parts.push(`turns=${turns.join("_")}`);
    if (this.at.depth !== turns.length) parts.push(`at=${this.at.depth}`);
    return parts.join("&");
  }

  #child(node, turn) {
    let child = node.children.find((one) => one.turn.turn === turn.turn);
    if (!child) {
      child = new Node(node, turn.position, turn);
      node.children.push(child);
      this.removed = null;
    }
    return child;
  }

  #changed(before) {
    this.dispatchEvent(new CustomEvent("change", { detail: { before } }));
  }
}

function shortened(position) {
  return position.replace(/ -$/, "").replaceAll(" ", "_");
}

// What a link asks for, or null. A link may have it behind "#" or, from other pages, behind "?".
export function readLink(link) {
  const { hash, search } = new URL(link, "http://page");
  const given = new URLSearchParams(hash.length > 1 ? hash.slice(1) : search);
  if (!given.has("position") && !given.has("puzzle")) return null;
  const turns = (given.get("turns") ?? "").split(/[_\s]+/).filter(Boolean);
  const at = Number.parseInt(given.get("at") ?? turns.length, 10);
  const [puzzle, position] = [given.get("puzzle"), given.get("position")];
  return { puzzle, rules: given.get("rules") ?? "standard", position, turns, at: Number.isNaN(at) ? turns.length : at };
}
