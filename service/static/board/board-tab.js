// A tab that has the board while it is shown, for what its card puts there; the user's own game waits
// meanwhile. A card has `root`, the beginning of its game, `follow()`, `rest()` and `turnToPlayer()`.

export class BoardTab {
  #page;
  #card;
  #guide;
  #shown = false;
  #kept = null;
  #ownTurned = false;

  // `guide` is who teaches with the board while the tab is shown, if anybody.
  constructor(page, card, guide = null) {
    this.#page = page;
    this.#card = card;
    this.#guide = guide;
    page.game.addEventListener("change", () => this.#follow());
  }

  get isShown() {
    return this.#shown;
  }

  // Whether the card's game is on the board.
  get hasBoard() {
    return this.#page.game.root === this.#card.root;
  }

  take() {
    const page = this.#page;
    if (!this.#shown) {
      page.own = page.game.kept();
      this.#ownTurned = page.drawing.turned;
      this.#shown = true;
    }
    page.guide = this.#guide;
  }

  // Goes on with what was on the board when the tab was left; false if there was nothing.
  resume() {
    const kept = this.#kept;
    if (!kept) return false;
    this.#kept = null;
    this.#card.turnToPlayer();
    this.#page.game.resume(kept);
    return true;
  }

  // Something else takes the place of what was on the board when the tab was left.
  forget() {
    this.#kept = null;
  }

  left() {
    if (!this.#shown) return;
    const { game, own } = this.#page;
    this.#leave();
    if (!this.hasBoard) return;
    this.#kept = game.kept();
    game.resume(own);
  }

  #leave() {
    this.#shown = false;
    this.#page.own = null;
    this.#page.guide = null;
    this.#card.rest();
    this.#page.lookFrom(this.#ownTurned);
  }

  // Where another game was opened, such as a pasted one, the tab gives way to it.
  #follow() {
    if (!this.#shown || !this.#card.root) return;
    if (this.hasBoard) {
      this.#card.follow();
    } else {
      this.#leave();
      this.#page.showTab("game");
    }
  }
}
