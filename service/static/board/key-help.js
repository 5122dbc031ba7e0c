// The window that lists the keys of the page; input.js listens to them.

import { openDialog } from "./dialog.js";
import { html } from "./elements.js";
import { say } from "./words.js";

const KEYS = [
  [["←", "→"], "keys-walk"],
  [["Home", "End"], "keys-ends"],
  [["Tab", "← ↑ → ↓", "Enter"], "keys-points"],
  [["A", "W"], "keys-capture"],
  [["E"], "end-turn"],
  [["Esc"], "keys-escape"],
  [["Ctrl Z", "Ctrl Y"], "keys-undo"],
  [["Del"], "keys-delete"],
  [["Ctrl V"], "keys-paste"],
  [["␣"], "keys-skip"],
  [["F"], "turn-board"],
  [["?"], "keys"],
];

export function showKeys() {
  if (document.querySelector("dialog[open]")) return;
  const rows = KEYS.map(([keys, what]) => [
    html("dt", {}, keys.map((key) => html("kbd", {}, key))),
    html("dd", {}, say(what)),
  ]);
  openDialog(say("keys"), html("dl", { class: "keys" }, rows.flat()));
}
