// What can be done with the turn that is looked at: its line becomes the main one, or it goes with
// everything behind it. What went last can be put back.

import { button } from "./elements.js";
import { say } from "./words.js";

export class BranchTools {
  #page;
  #element;
  #list;
  #promote = button(say("make-main-line"), () => this.#promoteLine());
  #remove = button(say("delete-turn"), () => this.remove(), {
    title: say("delete-turn-key"),
    "aria-keyshortcuts": "Delete",
  });
  #restore = button(say("put-back"), () => this.#putBack());

  // `list` is where the turns are listed.
  constructor(page, element, list) {
    this.#page = page;
    this.#element = element;
    this.#list = list;
    element.append(this.#promote, this.#remove, this.#restore);
  }

  show() {
    const { game } = this.#page;
    this.#promote.hidden = game.isOnMainLine;
    this.#remove.hidden = !game.at.parent;
    this.#restore.hidden = !game.removed;
    this.#element.hidden = this.#remove.hidden && this.#restore.hidden;
  }

  // What is pressed may be gone afterwards: the focus goes to what can be done next.
  remove() {
    const { game } = this.#page;
    const { at } = game;
    if (!at.parent) return;
    game.remove(at);
    this.#page.tell(say("deleted", { turn: at.turn.turn }));
    this.show();
    this.#restore.focus();
  }

  #putBack() {
    this.#page.game.putBack();
    this.show();
    this.#remove.focus();
  }

  #promoteLine() {
    this.#page.game.promote();
    this.#page.tell(say("is-main-line"));
    this.#list.querySelector("[aria-current]").focus();
  }
}
