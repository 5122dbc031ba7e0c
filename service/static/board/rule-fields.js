// Fields in which a rule set, a board and the giver of a Vela round are chosen.

import { ask, askRuleSet } from "./api.js";
import { html } from "./elements.js";
import { rulesName, say } from "./words.js";

let asked = null;

// The known rule sets, and those of the user's own that games have had so far, `current` among them.
export async function askRuleSets(current) {
  asked ??= ask("/v1/rules");
  try {
    const { rule_sets: known } = await asked;
    const isNew = current && !known.some(({ id }) => id === current);
    if (isNew) known.push(await askRuleSet(current));
    return known;
  } catch (error) {
    if (error.code !== "not-found") asked = null;
    throw error;
  }
}

export function field(label, control) {
  return html("label", { class: "field" }, label, control);
}

// options: [[value, text], …]
export function select(options, attributes = {}) {
  return html("select", attributes, options.map(([value, text]) => html("option", { value }, text)));
}

export class RuleFields {
  #ruleSets;
  #rules;
  #board;
  #giver = select([["", say("vela-none")], ["white", say("white")], ["black", say("black")]]);
  #giverField = field(say("vela-giver"), this.#giver);

  constructor(ruleSets) {
    this.#ruleSets = ruleSets;
    this.#rules = select([]);
    this.#offer();
    this.#board = select(ruleSets[0].boards.map((size) => [size, size.replace("x", " × ")]));
    this.element = html(
      "div",
      { class: "fields", onchange: () => this.#showGiver() },
      field(say("rule-set"), this.#rules),
      field(say("board-size"), this.#board),
      this.#giverField,
    );
  }

  // The list of rule sets grows when a game has rules of its own.
  #offer() {
    const offered = this.#rules.options.length;
    for (const { id } of this.#ruleSets.slice(offered)) {
      this.#rules.append(html("option", { value: id }, rulesName(id)));
    }
  }

  choose({ rules, board, giver }) {
    this.#offer();
    this.#rules.value = rules;
    this.#board.value = board;
    this.#giver.value = giver ?? "";
    this.#showGiver();
  }

  get ruleSet() {
    return this.#ruleSets.find(({ id }) => id === this.#rules.value);
  }

  get board() {
    return this.#board.value;
  }

  // "white", "black", or null where nobody gives.
  get giver() {
    return (this.ruleSet.vela && this.#giver.value) || null;
  }

  #showGiver() {
    this.#giverField.hidden = !this.ruleSet.vela;
  }
}
