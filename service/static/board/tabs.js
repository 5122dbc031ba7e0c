// The tabs beside the board. A panel is built when its tab is chosen for the first time.

import { load } from "./api.js";

const part = (id) => document.getElementById(id);

// A panel has `shown(asked)` and `left()`, both optional: what it does when it comes and goes.
const PANELS = {
  game: async () => ({}),
  setup: async (page) => (await load("./setup-tab.js")).openSetup(part("panel-setup"), page),
  puzzles: async (page) => (await load("./puzzles.js")).openPuzzles(part("panel-puzzles"), page),
  learn: async (page) => (await load("./learn.js")).openLessons(part("panel-learn"), page),
};

export class Tabs {
  #page;
  #chosen = null;
  #shown = {};
  #built = new Map();

  constructor(page) {
    this.#page = page;
  }

  // `asked` is what the panel is to show, if not what it showed last.
  async show(name, asked) {
    this.#choose(name);
    const panel = await this.#panel(name);
    // Meanwhile another tab may have been chosen.
    if (name !== this.#chosen) return;
    if (panel !== this.#shown) this.#shown.left?.();
    this.#shown = panel;
    await panel.shown?.(asked);
  }

  #choose(name) {
    const left = document.activeElement.closest("[role=tabpanel]");
    this.#chosen = name;
    this.#page.note("tab", name);
    for (const tab of document.querySelectorAll("[role=tab]")) {
      const chosen = tab.dataset.tab === name;
      tab.setAttribute("aria-selected", chosen);
      tab.tabIndex = chosen ? 0 : -1;
      part(`panel-${tab.dataset.tab}`).hidden = !chosen;
    }
    // What was pressed in another panel is gone with it.
    if (left?.hidden) part(`panel-${name}`).focus({ preventScroll: true });
  }

  #panel(name) {
    if (!this.#built.has(name)) {
      const panel = PANELS[name](this.#page);
      panel.catch(() => this.#built.delete(name));
      this.#built.set(name, panel);
    }
    return this.#built.get(name);
  }
}
