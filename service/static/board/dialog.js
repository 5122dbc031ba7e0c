// A small window over the page, closed with its button or with Escape.

import { button, html } from "./elements.js";
import { say } from "./words.js";

export function openDialog(title, ...content) {
  const close = button(say("close"), () => dialog.close());
  const heading = html("h2", { id: "dialog-title" }, title);
  const dialog = html("dialog", { "aria-labelledby": "dialog-title" }, heading, content, close);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
