// Fields in which a rule set, a board and the giver of a Vela round are chosen.

import { ask } from "./api.js";
import { html } from "./elements.js";
import { say } from "./words.js";

let asked = null;

export async function askRuleSets() {
  asked ??= ask("/v1/rules");
  try {
    return (await asked).rule_sets;
  } catch (error) {
    asked = null;
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
    this.#rules = select(ruleSets.map(({ id }) => [id, say(`rules-${id}`)]));
    this.#board = select(ruleSets[0].boards.map((size) => [size, size.replace("x", " × ")]));
    this.element = html(
      "div",
      { class: "fields", onchange: () => this.#showGiver() },
      field(say("rule-set"), this.#rules),
      field(say("board-size"), this.#board),
      this.#giverField,
    );
  }

  choose({ rules, board, giver }) {
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
