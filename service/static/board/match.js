// A game against the engine, beside the board: who plays, what the user can ask for, and how it ended.

import { ask, load } from "./api.js";
import { showArrows } from "./arrows.js";
import { startDraft, writeDraft } from "./position-draft.js";
import { button, html } from "./elements.js";
import { face } from "./faces.js";
import { beginGame } from "./new-game.js";
import { otherColour, readPosition } from "./position.js";
import { patiently } from "./solving.js";
import { askRuleSets } from "./rule-fields.js";
import { endingText } from "./walking.js";
import { say } from "./words.js";

const HINT_NODES = 300_000;

// Before, the opponent does not think of a draw; later it takes one unless it is ahead.
const DRAW_PLIES = 20;
const DRAW_SCORE = 0.3;

export class Match {
  #page;
  #element;
  #shown = null;
  #hinted = false;

  constructor(page, element) {
    this.#page = page;
    this.#element = element;
    page.game.addEventListener("change", () => this.#forgetHint());
    page.addEventListener("known", () => this.show());
  }

  // Nothing is drawn anew that is there already: who has pressed a button keeps it.
  show() {
    const { opponent, own, game } = this.#page;
    const there = Boolean(opponent?.colour) && !own;
    this.#element.hidden = !there;
    if (!there) return;
    const result = this.#result();
    const shown = [game.root, opponent.colour, opponent.level, result && game.at];
    if (this.#shown?.every((one, place) => one === shown[place])) return;
    this.#shown = shown;
    const focused = this.#element.matches(":focus-within");
    this.#element.replaceChildren(...(result ? this.#endCard(result) : [this.#who(), this.#tools()]));
    if (focused) this.#element.querySelector("button").focus({ preventScroll: true });
    this.#element.classList.toggle("ended", Boolean(result));
  }

  // {winner, why}: the winner is a colour, or null after a draw; null while the game goes on.
  #result() {
    const { at, agreedDraw, resigned } = this.#page.game;
    if (agreedDraw === at) return { winner: null, why: say("draw-agreed") };
    if (resigned?.node === at) {
      return { winner: otherColour(resigned.colour), why: say("has-resigned", { side: say(resigned.colour) }) };
    }
    if (!at.outcome) return null;
    return { winner: at.outcome === "white-wins" ? "white" : "black", why: endingText(at.position, at.outcome) };
  }

  get #name() {
    return this.#page.opponent.name;
  }

  #who() {
    const { colour, level } = this.#page.opponent;
    const about = html("small", {}, `${say("level")} ${level} · ${say(colour)}`);
    return html("p", { class: "who" }, face(level), html("span", {}, html("strong", {}, this.#name), about));
  }

  #tools() {
    return html(
      "p",
      { class: "buttons" },
      this.#button("hint", () => this.#hint()),
      this.#button("take-back", () => this.#page.undo()),
      this.#button("offer-draw", () => this.#offerDraw()),
      this.#button("resign", () => this.#resign()),
    );
  }

  #button(key, action, attributes = {}) {
    const act = async (event) => {
      try {
        await action(event);
      } catch (error) {
        this.#page.fail(error);
      }
    };
    return button(say(key), act, attributes);
  }

  get #isUsersTurn() {
    const { game, opponent } = this.#page;
    return !opponent.owns(game.at) && !this.#result();
  }

  #judged({ position }, nodes) {
    return patiently(() => ask("/v1/analysis", { rules: this.#page.game.rules, position, nodes }));
  }

  async #hint() {
    const { game, drawing } = this.#page;
    const { at } = game;
    if (!this.#isUsersTurn) return;
    const { lines } = await this.#judged(at, HINT_NODES);
    if (game.at !== at || !lines.length) return;
    const [turn] = lines[0].turns;
    this.#hinted = true;
    showArrows(drawing, [{ turn, rank: 0 }]);
    this.#page.tell(say("hint-turn", { turn }));
  }

  #forgetHint() {
    if (this.#hinted) showArrows(this.#page.drawing, []);
    this.#hinted = false;
  }

  #resign() {
    const { game, opponent } = this.#page;
    if (!this.#result()) game.resign(otherColour(opponent.colour));
  }

  async #offerDraw() {
    const { game, opponent } = this.#page;
    const { at } = game;
    if (this.#result()) return;
    const { value, proof, score, side } = await this.#judged(at, HINT_NODES);
    if (game.at !== at) return;
    const own = side === opponent.colour ? score : -score;
    const even = at.depth >= DRAW_PLIES && score !== null && own <= DRAW_SCORE;
    const proven = proof === "proven";
    if (proven ? value === "draw" : even) game.agreeDraw();
    else this.#page.tell(say("draw-declined", { name: this.#name }));
  }

  #endCard({ winner, why }) {
    const { opponent } = this.#page;
    const mine = otherColour(opponent.colour);
    const key = winner === null ? "end-drawn" : winner === mine ? "end-won" : "end-lost";
    const turning = html("p", { class: "turning", role: "status" });
    this.#showTurningPoint(turning).catch((error) => this.#page.fail(error));
    const rematch = this.#button("rematch", (event) => this.#rematch(null, event), { class: "main" });
    const vela = this.#button("rematch-vela", (event) => this.#rematch(winner, event), { title: say("rematch-vela-title"), hidden: true });
    if (winner) this.#offerVela(vela).catch((error) => this.#page.fail(error));
    return [
      html("div", { class: "who" }, face(opponent.level), html("span", {}, html("strong", { role: "status" }, say(key, { name: this.#name })), html("small", {}, why))),
      turning,
      html("p", { class: "buttons" }, rematch, vela, this.#reviewButton()),
    ];
  }

  // What was played last is the game, whatever was taken back before.
  #reviewButton() {
    return this.#button("review-game", async () => {
      const { game } = this.#page;
      if (!game.isOnMainLine) game.promote();
      await (await load("./review.js")).review(this.#page);
    });
  }

  async #showTurningPoint(element) {
    const { game } = this.#page;
    if (game.at.depth < 4) return;
    const { root } = game;
    const gone = new AbortController();
    game.addEventListener("change", () => game.root === root || gone.abort(), { signal: gone.signal });
    element.textContent = say("turning-point-sought");
    const { findTurningPoint } = await load("./review.js");
    const node = await findTurningPoint(this.#page, gone.signal);
    if (!element.isConnected) return;
    element.textContent = "";
    if (!node) return;
    const number = Math.ceil(node.depth / 2);
    const turn = button(`${number}${node.depth % 2 ? "." : "…"} ${node.turn.turn}`, () => game.goTo(node), { class: "turn" });
    element.append(say("turning-point"), " ", turn);
  }

  async #offerVela(offer) {
    const ruleSets = await askRuleSets(this.#page.game.rules);
    offer.hidden = !ruleSets.find(({ id }) => id === this.#page.game.rules).vela;
  }

  // The same game with colours changed; in a Vela round the winner gives, and the other begins.
  async #rematch(giver, event) {
    const { game, opponent } = this.#page;
    const { width, height } = readPosition(game.root.position);
    const ruleSets = await askRuleSets(game.rules);
    const ruleSet = ruleSets.find(({ id }) => id === game.rules);
    const position = writeDraft(startDraft(ruleSet, `${width}x${height}`, giver));
    const own = giver ? otherColour(opponent.colour) : opponent.colour;
    await beginGame(this.#page, { rules: game.rules, position }, opponent.level, own);
    this.#page.drawing.focusAfter(event);
  }
}
