// The shipped puzzles: groups, filters, and which of them were solved.

import { button, html } from "./elements.js";
import { stipulationText } from "./pasting.js";
import { field, select } from "./rule-fields.js";
import { language, rulesName, say, sayCount, themeName, titleOf } from "./words.js";

const SOLVED = "solved";
const DAY_MS = 86_400_000;
const DAILY = { least: 3, most: 6 };
// A prime: neighbours in the list are not those of the calendar.
const STRIDE = 7919;

// The groups are files of the collection; others come behind them.
const GROUPS = [
  "fliporona-problem",
  "first-wins",
  "wins-in-two",
  "quiet-keys",
  "withdrawal-keys",
  "long-chains",
  "early-stops",
  "sacrifices",
  "zugzwangs",
  "blockades",
  "sweeps",
  "only-moves",
  "underdogs",
  "standard-9x5",
  "standard-5x5",
  "small-boards",
  "escale",
  "livret",
  "fliporona",
  "vela-standard",
  "vela-escale",
  "vela-livret",
  "three-against-five",
  "endgames",
  "draws",
];

const LENGTHS = {
  short: ({ turns }) => turns !== null && turns <= 2,
  middle: ({ turns }) => turns >= 3 && turns <= 4,
  long: ({ turns }) => turns >= 5 && turns <= 6,
  longest: ({ turns }) => turns >= 7,
  draw: ({ goal }) => goal === "draw",
};

export class Collection {
  #page;
  #puzzles;
  #open;
  #current = null;
  #opened = new Set();
  #solved;
  #rules;
  #length;
  #difficulty;
  #theme;
  #groups = html("div", { class: "groups" });
  #count = html("p", { class: "hint", role: "status" });

  // `open(id)` is called when a puzzle is chosen.
  constructor(page, puzzles, open) {
    this.#page = page;
    this.#solved = new Set(this.#recalled());
    this.#puzzles = puzzles.map((one) => ({ ...one, ...placeOf(one.id) })).sort(byGroup);
    this.#open = open;
    const rules = [...new Set(this.#puzzles.map((one) => one.rules))].map((id) => [id, rulesName(id)]);
    const lengths = Object.keys(LENGTHS).map((name) => [name, say(`length-${name}`)]);
    this.#rules = select([["", say("any")], ...rules], { onchange: () => this.#show() });
    const grades = [...new Set(this.#puzzles.map((one) => one.difficulty ?? 0))].filter(Boolean).sort((one, other) => one - other);
    this.#difficulty = select([["", say("any")], ...grades.map((grade) => [grade, grade])], { onchange: () => this.#show() });
    this.#length = select([["", say("any")], ...lengths], { onchange: () => this.#show() });
    this.#theme = select([["", say("any")], ...themesOf(this.#puzzles)], { onchange: () => this.#show() });
    this.element = html(
      "section",
      { class: "collection", "aria-label": say("collection") },
      html("h2", {}, say("collection")),
      html(
        "div",
        { class: "fields" },
        field(say("puzzle-theme"), this.#theme),
        field(say("difficulty"), this.#difficulty),
        field(say("rule-set"), this.#rules),
        field(say("length"), this.#length),
      ),
      this.#count,
      this.#groups,
    );
    this.#show();
  }

  // A win in one to begin with, and the next one as soon as that is solved.
  get first() {
    const short = this.#puzzles.filter(({ stipulation: { goal, turns } }) => goal === "win" && turns === 1);
    const graded = short.filter((one) => one.difficulty && !this.#solved.has(one.id));
    const [easiest] = graded.sort((one, other) => one.difficulty - other.difficulty);
    return (easiest ?? this.#puzzles[0]).id;
  }

  has(id) {
    return this.#puzzles.some((one) => one.id === id);
  }

  // The name of a puzzle's group, and its place in it.
  heading(id) {
    const { group, number } = placeOf(id);
    const size = this.#size(group);
    return size > 1 ? `${groupName(group)} · ${number} / ${size}` : groupName(group);
  }

  markSolved(id) {
    this.#solved = new Set([...this.#recalled(), ...this.#solved, id]);
    this.#page.memory.keepText(SOLVED, JSON.stringify([...this.#solved]));
    this.#show();
  }

  choose(id) {
    this.#current = id;
    this.#show();
  }

  // The puzzle that many places further down the list; after the last comes the first.
  async step(by) {
    const listed = this.#listed();
    const at = listed.findIndex((one) => one.id === this.#current);
    const to = at < 0 ? 0 : (at + by + listed.length) % listed.length;
    if (listed.length) await this.#open(listed[to].id);
  }

  // Another one every day, the same for everybody: neither the easiest nor the hardest.
  daily() {
    const offered = this.#puzzles.filter(({ difficulty }) => difficulty >= DAILY.least && difficulty <= DAILY.most);
    const from = offered.length ? offered : this.#puzzles;
    const day = Math.floor(Date.now() / DAY_MS);
    return this.#open(from[(day * STRIDE) % from.length].id);
  }

  random() {
    const others = this.#listed().filter((one) => one.id !== this.#current);
    const unsolved = others.filter((one) => !this.#solved.has(one.id));
    const from = unsolved.length ? unsolved : others;
    if (from.length) this.#open(from[Math.floor(Math.random() * from.length)].id);
  }

  // What was solved up to now, maybe in another window; anything but a list is not from here.
  #recalled() {
    try {
      const kept = JSON.parse(this.#page.memory.recallText(SOLVED));
      return Array.isArray(kept) ? kept : [];
    } catch {
      return [];
    }
  }

  #size(group) {
    return this.#puzzles.filter((one) => one.group === group).length;
  }

  #listed() {
    const [rules, length, grade] = [this.#rules.value, this.#length.value, Number(this.#difficulty.value)];
    return this.#puzzles.filter(
      (one) =>
        (!rules || one.rules === rules) &&
        (!grade || one.difficulty === grade) &&
        (!this.#theme.value || one.themes?.includes(this.#theme.value)) &&
        (!length || LENGTHS[length](one.stipulation)),
    );
  }

  #show() {
    const listed = this.#listed();
    const solved = listed.filter((one) => this.#solved.has(one.id)).length;
    this.#count.textContent = `${sayCount("puzzle-count", listed.length)} · ${sayCount("solved-count", solved)}`;
    const groups = Map.groupBy(listed, (one) => one.group);
    const focused = this.#groups.matches(":focus-within");
    this.#groups.replaceChildren(...[...groups].map(([group, puzzles]) => this.#group(group, puzzles)));
    if (focused) this.#groups.querySelector("[aria-current]")?.focus();
  }

  #group(group, puzzles) {
    if (this.#size(group) === 1) return this.#entry(puzzles[0], groupName(group));
    const solved = puzzles.filter((one) => this.#solved.has(one.id)).length;
    const opened = this.#opened.has(group) || puzzles.some((one) => one.id === this.#current);
    const remember = ({ target }) => this.#opened[target.open ? "add" : "delete"](group);
    return html(
      "details",
      { open: opened, ontoggle: remember },
      html("summary", {}, groupName(group), html("span", { class: "place" }, `${solved} / ${puzzles.length}`)),
      html("ol", { class: "numbers" }, puzzles.map((one) => html("li", {}, this.#entry(one)))),
    );
  }

  // A puzzle goes by its number, or by the name of the group that has no other.
  #entry(puzzle, alone = null) {
    const { id, number, stipulation } = puzzle;
    const solved = this.#solved.has(id);
    const name = alone ?? String(number);
    const told = [name, titleOf(puzzle) ?? say("puzzle-number", { number }), stipulationText(stipulation)];
    const words = [...told, solved ? say("solved") : null].filter(Boolean);
    const attributes = {
      class: solved ? "solved" : null,
      "aria-current": id === this.#current ? "true" : null,
      "aria-label": words.join(", "),
      title: words.join(", "),
    };
    return button(solved ? `${name} ✓` : name, () => this.#open(id), attributes);
  }
}

// Every theme of the puzzles, and its name, in the order of the names.
function themesOf(puzzles) {
  const themes = [...new Set(puzzles.flatMap((one) => one.themes ?? []))].map((id) => [id, themeName(id)]);
  return themes.sort(([, one], [, other]) => one.localeCompare(other, language));
}

// "standard-9x5-3" is number 3 of its group.
function placeOf(id) {
  const at = id.lastIndexOf("-");
  return { group: id.slice(0, at), number: Number(id.slice(at + 1)) };
}

function byGroup(one, other) {
  const rank = ({ group }) => (GROUPS.includes(group) ? GROUPS.indexOf(group) : GROUPS.length);
  return rank(one) - rank(other) || one.group.localeCompare(other.group) || one.number - other.number;
}

// A collection of the operator's own may have other groups: they are called as their files.
function groupName(group) {
  return GROUPS.includes(group) ? say(`group-${group}`) : group;
}
