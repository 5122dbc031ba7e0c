// The list of turns: the main line, variations below it, every turn a button.

import { button, html } from "./elements.js";
import { readPosition } from "./position.js";
import { say } from "./words.js";

export function showTurns(element, game) {
  const first = readPosition(game.root.position).side === "white" ? 0 : 1;
  const focused = element.matches(":focus-within");
  element.replaceChildren(...branch(game, game.root, first, true));
  const current = element.querySelector("[aria-current]");
  element.hidden = !game.root.children.length;
  if (current) scrollTo(element, current);
  if (focused) current?.focus({ preventScroll: true });
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
