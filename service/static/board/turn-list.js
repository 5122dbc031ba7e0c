// The list of turns: the main line, variations below it, every turn a button.

import { BranchTools } from "./branch-tools.js";
import { button, html } from "./elements.js";
import { readPosition } from "./position.js";
import { say } from "./words.js";

export class TurnList {
  #game;
  #entry;
  #element;
  #tools;
  #version = null;
  #buttons = new Map();

  // parts: {turns, tools}, the elements to write into.
  constructor(page, { turns, tools }) {
    this.#game = page.game;
    this.#entry = page.entry;
    this.#element = turns;
    this.#tools = new BranchTools(page, tools, turns);
    turns.addEventListener("keydown", ({ key }) => {
      if (key === "Delete") this.#tools.remove();
    });
    this.#game.addEventListener("annotate", () => this.show());
    // When the end card takes room from the list, its current turn stays in sight.
    new ResizeObserver(() => scrollTo(turns, this.#buttons.get(this.#game.at))).observe(turns);
  }

  // Who walks through a long game does not wait for its list: it is written only if the tree has changed.
  show() {
    const element = this.#element;
    const { root, at, version } = this.#game;
    const focused = element.matches(":focus-within");
    if (version !== this.#version) {
      this.#version = version;
      this.#buttons.clear();
      const first = readPosition(root.position).side === "white" ? 0 : 1;
      element.replaceChildren(...remarks(root.comments), ...this.#branch(root, first, true));
      element.hidden = !root.children.length && !root.comments.length;
    }
    element.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const current = this.#buttons.get(at);
    current?.setAttribute("aria-current", "true");
    scrollTo(element, current);
    if (focused) current?.focus({ preventScroll: true });
    this.#tools.show();
  }

  // Everything that follows a node. `first` is 1 where Black began.
  #branch(node, first, numbered) {
    const parts = [];
    while (node.children.length) {
      const [main, ...others] = node.children;
      parts.push(...this.#turn(main, first, numbered));
      numbered = main.comments.length > 0;
      for (const other of others) {
        const inside = [...this.#turn(other, first, true), ...this.#branch(other, first, other.comments.length > 0)];
        parts.push(html("div", { class: "variation", role: "group", "aria-label": say("variation") }, inside));
        numbered = true;
      }
      node = main;
    }
    return parts;
  }

  #turn(node, first, numbered) {
    const ply = node.depth - 1 + first;
    const number = `${Math.floor(ply / 2) + 1}${ply % 2 ? "…" : "."}`;
    const shown = ply % 2 === 0 || numbered;
    // The numbers that PGN has for other marks say nothing to a reader.
    const marks = node.marks.filter((mark) => !mark.startsWith("$"));
    const turn = button([node.turn.turn, ...marks].join(""), () => this.#entry.inTurn(() => this.#game.goTo(node)), { class: "turn" });
    this.#buttons.set(node, turn);
    const named = html("span", { class: ply % 2 ? "numbered by-black" : "numbered" }, shown ? html("span", { class: "number" }, number) : null, turn);
    return [...remarks(node.foreword), named, ...remarks(node.comments)];
  }
}

function remarks(comments) {
  return comments.map((comment) => html("span", { class: "remark" }, comment));
}

// Scrolls the list alone: on a phone the page must not leave the board.
function scrollTo(list, turn) {
  if (!turn) {
    list.scrollTop = 0;
    return;
  }
  const room = list.getBoundingClientRect();
  const { top, bottom } = turn.getBoundingClientRect();
  list.scrollTop += Math.min(top - room.top, 0) + Math.max(bottom - room.bottom, 0);
}
