// What is wrong with something the user gave, one line per defect.

import { Problem } from "./api.js";
import { html } from "./elements.js";

// A place for defects; screen readers tell of what appears there.
export function defectsPlace() {
  return html("div", { class: "defects", role: "alert" });
}

// Lists the defects that an error tells of; null clears the list.
export function listDefects(place, error) {
  place.replaceChildren(...(error ? [defectList(defectsIn(error))] : []));
  if (error) place.scrollIntoView({ block: "nearest" });
}

export function defectList(defects) {
  return html("ul", {}, defects.map((text) => html("li", {}, text)));
}

export function defectsIn(error) {
  if (!(error instanceof Problem)) throw error;
  return error.errors.length ? error.errors.map(({ detail }) => detail) : [error.message];
}
