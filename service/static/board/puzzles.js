// The puzzles tab: the puzzle on the board, the collection it is from, and a box to check others.
// It has the board while it is shown; the user's own game waits meanwhile.

import { ask, Problem } from "./api.js";
import { BoardTab } from "./board-tab.js";
import { CheckBox } from "./checking.js";
import { Collection } from "./collection.js";
import { button, html } from "./elements.js";
import { readGame } from "./game.js";
import { PuzzleCard } from "./puzzle-card.js";
import { say } from "./words.js";

export async function openPuzzles(element, page) {
  const { puzzles } = await ask("/v1/puzzles");
  return new Panel(element, page, puzzles);
}

class Panel {
  #page;
  #card;
  #collection;
  #tab;
  #asked = 0;

  constructor(element, page, puzzles) {
    this.#page = page;
    this.#collection = new Collection(page, puzzles, (id) => this.#open(id));
    this.#card = new PuzzleCard(page, {
      solved: (id) => this.#collection.markSolved(id),
      next: () => this.#collection.step(1),
    });
    this.#tab = new BoardTab(page, this.#card);
    element.append(this.#card.element, this.#tools(), this.#collection.element, new CheckBox(page, this.#card).element);
  }

  // A puzzle that a link or a pasted text asks for, the one that was on the board before, or the first.
  async shown(asked) {
    this.#tab.take();
    if (asked?.pasted) await this.#openPasted(asked);
    else if (asked) await this.#open(asked.puzzle, asked);
    else if (!this.#tab.resume() && !this.#tab.hasBoard) await this.#open(this.#collection.first);
  }

  left() {
    this.#tab.left();
  }

  // `played` is what a link says of it: {turns, at}.
  async #open(id, { turns = "", at = null } = {}) {
    const asked = ++this.#asked;
    try {
      if (!this.#collection.has(id)) throw new Problem({ code: "not-found", detail: say("no-such-puzzle", { id }) });
      const puzzle = await ask(`/v1/puzzles/${encodeURIComponent(id)}`);
      const game = await readGame({ ...puzzle, puzzle: id, turns, at });
      if (asked !== this.#asked || !this.#tab.isShown) return;
      this.#tab.forget();
      this.#collection.choose(id);
      this.#card.open({ ...puzzle, heading: this.#collection.heading(id) }, game);
    } catch (error) {
      if (asked !== this.#asked || !this.#tab.isShown) return;
      await this.#giveWay(id, turns);
      this.#page.fail(error);
    }
  }

  async #openPasted({ pasted, turns = "", at = null }) {
    const asked = ++this.#asked;
    const game = await readGame({ ...pasted, turns, at });
    if (asked !== this.#asked || !this.#tab.isShown) return;
    this.#tab.forget();
    this.#collection.choose(null);
    this.#card.open({ ...pasted, heading: say("pasted-puzzle") }, game);
  }

  // Where a puzzle cannot be opened as it was asked for: the puzzle itself, the one on the board, or
  // the first.
  async #giveWay(id, turns) {
    const { game } = this.#page;
    if (turns.length) await this.#open(id);
    // The address tells again what is on the board, even if that is nothing of this tab.
    else if (this.#card.root || id === this.#collection.first) game.goTo(game.at);
    else await this.#open(this.#collection.first);
  }

  #tools() {
    return html(
      "p",
      { class: "puzzle-tools" },
      button(`‹ ${say("previous")}`, () => this.#collection.step(-1)),
      button(say("daily"), () => this.#collection.daily()),
      button(say("random"), () => this.#collection.random()),
      button(`${say("next")} ›`, () => this.#collection.step(1)),
      button(say("analyse"), () => this.#analyse()),
    );
  }

  // The puzzle becomes the user's own game, with the engine.
  async #analyse() {
    const page = this.#page;
    const replaced = page.own;
    const { turned } = page.drawing;
    page.own = { ...page.game.kept(), puzzle: null };
    await page.showTab("game");
    // The solver goes on looking from the same side.
    if (page.drawing.turned !== turned) page.turnBoard();
    page.offerBack(replaced);
    const engine = document.getElementById("engine");
    if (!engine.checked) engine.click();
  }
}
