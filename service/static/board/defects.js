// What is wrong with something the user gave, one line a defect.

import { Problem } from "./api.js";
import { html } from "./elements.js";
import { say } from "./words.js";

// Lists the defects that an error tells of; null clears the list.
export function listDefects(list, error) {
  list.replaceChildren(...(error ? defectsIn(error) : []).map((text) => html("li", {}, text)));
}

export function defectsIn(error) {
  if (!(error instanceof Problem)) throw error;
  if (error.code === "unreachable") return [say("unreachable")];
  return error.errors.length ? error.errors.map(({ detail }) => detail) : [error.message];
}
