// The list of turns: the main line, variations below it, every turn a button.

import { BranchTools } from "./branch-tools.js";
import { button, html } from "./elements.js";
import { readPosition } from "./position.js";
import { say } from "./words.js";

export class TurnList {
  #game;
  #element;
  #tools;

  // parts: {turns, tools}, the elements to write into.
  constructor(page, { turns, tools }) {
    this.#game = page.game;
    this.#element = turns;
    this.#tools = new BranchTools(page, tools, turns);
    turns.addEventListener("keydown", ({ key }) => {
      if (key === "Delete") this.#tools.remove();
    });
  }

  show() {
    const element = this.#element;
    const { root } = this.#game;
    const first = readPosition(root.position).side === "white" ? 0 : 1;
    const focused = element.matches(":focus-within");
    element.replaceChildren(...branch(this.#game, root, first, true));
    const current = element.querySelector("[aria-current]");
    element.hidden = !root.children.length;
    if (current) scrollTo(element, current);
    if (focused) current?.focus({ preventScroll: true });
    this.#tools.show();
  }
}

// Scrolls the list alone: on a phone the page must not leave the board.
function scrollTo(list, turn) {
  const room = list.getBoundingClientRect();
  const { top, bottom } = turn.getBoundingClientRect();
  list.scrollTop += Math.min(top - room.top, 0) + Math.max(bottom - room.bottom, 0);
}

// Everything that follows a node. `first` is 1 where Black began.
function branch(game, node, first, numbered) {
  const parts = [];
  while (node.children.length) {
    const [main, ...others] = node.children;
    parts.push(turnButton(game, main, first, numbered));
    numbered = false;
    for (const other of others) {
      const rest = branch(game, other, first, false);
      const inside = [turnButton(game, other, first, true), ...rest];
      parts.push(html("div", { class: "variation", role: "group", "aria-label": say("variation") }, inside));
      numbered = true;
    }
    node = main;
  }
  return parts;
}

function turnButton(game, node, first, numbered) {
  const ply = node.depth - 1 + first;
  const number = `${Math.floor(ply / 2) + 1}${ply % 2 ? "…" : "."}`;
  const shown = ply % 2 === 0 || numbered;
  const current = node === game.at ? "true" : null;
  return html(
    "span",
    { class: "numbered" },
    shown ? html("span", { class: "number" }, number) : null,
    button(node.turn.turn, () => game.goTo(node), { "aria-current": current, class: "turn" }),
  );
}
