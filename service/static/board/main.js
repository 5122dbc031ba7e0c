// The page: a game, its board, and the panels beside it.

import { askLine, askSteps, load, Problem } from "./api.js";
import { Drawing } from "./drawing.js";
import { Entry } from "./entry.js";
import { Game, readLink } from "./game.js";
import { listenToBoard } from "./input.js";
import { otherColour, readPosition, stateItem } from "./position.js";
import { say, sayCount } from "./words.js";

const START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W -";
const DRAW_AFTER = 3;

const part = (id) => document.getElementById(id);

class Page extends EventTarget {
  #borrower = null;
  #entered = null;
  #opening = 0;
  #moving = 0;
  #atRest = true;
  #list = null;

  constructor() {
    super();
    this.drawing = new Drawing(part("board"));
    this.entry = new Entry(this.drawing);
    this.game = new Game("standard", START);
    this.game.addEventListener("change", ({ detail }) => this.#follow(detail.before));
    this.entry.addEventListener("change", () => this.#showEntry());
    this.entry.addEventListener("turn", ({ detail }) => this.#play(detail));
    this.entry.addEventListener("problem", ({ detail }) => this.fail(detail));
    this.entry.addEventListener("again", () => this.#askAgain());
    listenToBoard(this);
  }

  // Who is told of the points that are pressed: the entry of turns, or who has borrowed the board.
  get player() {
    return this.#borrower ?? this.entry;
  }

  get isLent() {
    return this.#borrower !== null;
  }

  // The board belongs to somebody else, such as the editor, until it is given back with null.
  lendBoard(borrower) {
    this.#borrower = borrower;
    if (borrower) {
      this.entry.stop();
      this.drawing.showLast(null);
      part("tools").hidden = true;
      this.tell("");
      this.dispatchEvent(new Event("lend"));
    } else {
      part("tools").hidden = false;
      this.game.goTo(this.game.at);
    }
  }

  // Opens a game; a position or a turn that is wrong is thrown as a Problem, and nothing changes.
  // False where another game was asked for meanwhile.
  async open({ rules, position, turns = [], at = turns.length }) {
    const opening = ++this.#opening;
    const { position: canonical } = await askSteps(rules, position);
    const played = turns.length ? await askLine(rules, canonical, turns) : [];
    if (opening !== this.#opening) return false;
    this.game.start(rules, canonical, played, at);
    return true;
  }

  // Opens the game of the address, or the start position.
  async openAddress() {
    const asked = readLink(location.href);
    if (!asked) {
      this.#follow(null);
      return;
    }
    try {
      if (asked.puzzle) await this.showTab("puzzles", asked);
      else await this.open(asked);
    } catch (error) {
      this.#follow(null);
      this.fail(error);
    }
  }

  tell(text, wrong = false) {
    part("message").textContent = text;
    part("message").classList.toggle("wrong", wrong);
  }

  fail(error) {
    if (error.name === "AbortError") return;
    if (!(error instanceof Problem)) throw error;
    this.tell(error.message, true);
  }

  // What the browser keeps until the next visit, where its user lets it.
  recall(name) {
    try {
      return localStorage.getItem(`fanorona-${name}`);
    } catch {
      return null;
    }
  }

  keep(name, text) {
    try {
      localStorage.setItem(`fanorona-${name}`, text);
    } catch {
      // It is forgotten.
    }
  }

  undo() {
    if (!this.entry.undo()) this.game.back();
  }

  // The service did not answer. What was entered of a turn is not lost.
  #askAgain() {
    this.tell("");
    if (this.entry.inChain) this.entry.goOn();
    else this.#follow(null);
  }

  #play(turn) {
    this.#entered = turn.turn;
    this.dispatchEvent(new CustomEvent("turn", { detail: turn }));
    this.game.play(turn);
  }

  async #follow(before) {
    const moving = ++this.#moving;
    const { at, rules } = this.game;
    const position = readPosition(at.position);
    const entered = at.turn?.turn === this.#entered;
    this.#entered = null;
    this.tell("");
    showAddress(this.game);
    this.#showTurns().catch((error) => this.fail(error));
    this.drawing.mark({});
    this.#showTools();
    showCount(position);
    showRules(rules, position);
    part("draw-offer").hidden = true;
    if (this.#borrower) return;
    this.#atRest = false;
    const offers = !this.#opponentPlays(at);
    const answer = this.entry.begin(rules, at.position, offers).catch((error) => this.fail(error));
    if (before && at.parent === before) {
      await this.#animate(at, entered);
      if (moving !== this.#moving) return;
    }
    this.#comeToRest();
    this.drawing.showLast(at.turn);
    const known = await answer;
    if (moving !== this.#moving) return;
    if (known) at.outcome = known.outcome;
    this.#showEntry();
    this.#offerDraw();
  }

  // Plays the turn that led to a node; one that was entered has only its end left.
  async #animate({ turn, position }, entered) {
    const colour = otherColour(readPosition(position).side);
    this.drawing.showLast(null);
    if (entered) await this.drawing.leave(turn);
    else await this.drawing.play(turn, colour, this.game.rules === "fliporona");
  }

  #comeToRest() {
    if (this.#atRest) return;
    this.#atRest = true;
    this.drawing.show(readPosition(this.game.at.position));
  }

  async #showTurns() {
    if (!this.game.root.children.length && !this.#list) return;
    const { TurnList } = await load("./turn-list.js");
    this.#list ??= new TurnList(this, { turns: part("turns"), tools: part("branch-tools") });
    this.#list.show();
  }

  #opponentPlays(node) {
    return this.opponent?.plays(node) ?? false;
  }

  #showTools() {
    const { at } = this.game;
    part("back").disabled = !at.parent && !this.entry.entered;
    part("first").disabled = !at.parent;
    part("forward").disabled = part("last").disabled = !at.children.length;
  }

  #showEntry() {
    if (this.#borrower) return;
    // Who has begun the next turn does not wait for the last one to come to rest.
    if (this.entry.entered) this.#comeToRest();
    part("status").textContent = this.#status();
    this.#showTools();
    const { entry } = this;
    part("end-turn").hidden = !(entry.inChain && entry.stage === "target" && entry.options.length);
    part("end-turn").textContent = say(this.#forfeits() ? "end-turn-forfeit" : "end-turn");
    part("choice").hidden = entry.stage !== "choice";
    this.drawing.label((name) => this.#describe(name));
  }

  #forfeits() {
    return this.game.rules === "livret" && this.entry.turn?.removed.includes(this.entry.origin);
  }

  #status() {
    const { at, agreedDraw } = this.game;
    const { entry } = this;
    const { side, state } = readPosition(at.position);
    if (agreedDraw === at) return say("draw-agreed");
    if (at.outcome) return say("has-won", { winner: say(at.outcome === "white-wins" ? "white" : "black") });
    if (this.#opponentPlays(at)) return say("opponent-thinks", { side: say(side) });
    if (entry.stage === "choice") return say("choose-capture");
    if (entry.stage === "huff") return say("choose-huffed", { side: say(side) });
    if (entry.inChain) return say("chain-goes-on", { side: say(side) });
    const hands = stateItem(state, "hand");
    if (!hands) return say("to-move", { side: say(side) });
    const inHand = Number(hands.split(",")[side === "white" ? 0 : 1]);
    return say("to-place", { side: say(side), stones: sayCount("stones", inHand) });
  }

  #describe(name) {
    const marks = this.entry.marks ?? {};
    const has = (kind) => new Set(marks[kind] ?? []).has(name);
    const words = [name, say(this.drawing.stoneOn(name) ?? "empty")];
    for (const kind of ["movable", "held", "target", "approach", "withdrawal", "huffable"]) {
      if (has(kind)) words.push(say(`point-${kind}`));
    }
    return words.join(", ");
  }

  #offerDraw() {
    const { game } = this;
    const offered = game.occurrences() >= DRAW_AFTER && !game.agreedDraw && !game.at.outcome;
    part("draw-offer").hidden = !offered;
  }
}

function showCount({ stones }) {
  const colours = [...stones.values()];
  const white = colours.filter((colour) => colour === "white").length;
  part("count").textContent = say("count", { white, black: colours.length - white });
}

function showRules(rules, { state }) {
  const giver = stateItem(state, "vela");
  const words = [say("rules-in-force", { rules: say(`rules-${rules}`) })];
  if (giver) words.push(say("vela-in-force", { side: say(giver === "W" ? "white" : "black") }));
  part("rules").textContent = words.join(" · ");
}

function showAddress(game) {
  try {
    history.replaceState(null, "", `#${game.link()}`);
  } catch {
    // Some browsers refuse it to those who walk very fast; the next turn shows the address again.
  }
}

function chooseTheme(page) {
  const select = part("theme");
  const apply = () => {
    if (select.value === "system") document.documentElement.removeAttribute("data-theme");
    else document.documentElement.dataset.theme = select.value;
  };
  select.value = page.recall("theme");
  if (select.selectedIndex < 0) select.value = "system";
  apply();
  select.addEventListener("change", () => {
    page.keep("theme", select.value);
    apply();
  });
}

// What is not needed at once is loaded when it is asked for.
function listenToTabs(page) {
  let loading = null;
  const start = async () => new (await load("./tabs.js")).Tabs(page);
  page.showTab = async (name, asked) => {
    loading ??= start();
    loading.catch(() => {
      loading = null;
    });
    await (await loading).show(name, asked);
  };
  const tabs = [...document.querySelectorAll("[role=tab]")];
  const choose = (tab) => {
    tab.focus();
    page.tell("");
    page.showTab(tab.dataset.tab).catch((error) => page.fail(error));
  };
  for (const [place, tab] of tabs.entries()) {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", ({ key }) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
      if (by) choose(tabs.at((place + by) % tabs.length));
    });
  }
}

function listenToEngine(page) {
  let loading = null;
  const start = async () => {
    const { Analysis } = await load("./analysis.js");
    const names = ["bar", "verdict", "lines", "table"];
    return new Analysis(page, Object.fromEntries(names.map((name) => [name, part(name)])));
  };
  part("engine").addEventListener("change", async ({ target }) => {
    page.tell("");
    loading ??= start();
    try {
      (await loading).turnOn(target.checked);
    } catch (error) {
      loading = null;
      target.checked = false;
      page.fail(error);
    }
  });
}

function listenToOpponent(page) {
  let loading = null;
  const start = async () => new (await load("./opponent.js")).Opponent(page);
  const choose = async () => {
    const colour = part("opponent").value;
    page.tell("");
    part("strength-field").hidden = !colour;
    loading ??= start();
    try {
      (await loading).choose(colour || null, part("strength").value);
    } catch (error) {
      loading = null;
      part("opponent").value = "";
      part("strength-field").hidden = true;
      page.fail(error);
    }
  };
  part("opponent").addEventListener("change", choose);
  part("strength").addEventListener("change", choose);
}

function listenToSharing(page) {
  const share = async (what) => (await load("./sharing.js")).share(what, page);
  for (const one of document.querySelectorAll("[data-share]")) {
    one.addEventListener("click", () => share(one.dataset.share).catch((error) => page.fail(error)));
  }
}

// A text that is pasted or dropped beside the fields is opened, whatever it is.
function listenToPastes(page) {
  const field = ({ target }) => target.closest?.("input, textarea, select, dialog");
  const open = async ({ files, text }) => {
    const { openPasted, readFile } = await load("./pasting.js");
    await openPasted(page, files.length ? await readFile(files[0]) : text);
  };
  const take = (event, transfer) => {
    if (field(event)) return;
    event.preventDefault();
    const given = { files: [...transfer.files], text: transfer.getData("text/plain") };
    open(given).catch((error) => page.fail(error));
  };
  document.addEventListener("paste", (event) => take(event, event.clipboardData));
  document.addEventListener("drop", (event) => take(event, event.dataTransfer));
  document.addEventListener("dragover", (event) => field(event) || event.preventDefault());
}

// The game stays the same in another language.
function listenToLanguages(page) {
  for (const one of document.querySelectorAll("[data-language]")) {
    one.addEventListener("click", () => {
      one.hash = page.game.link();
    });
  }
}

function listenToTools(page) {
  const { game, entry } = page;
  const doing = {
    first: () => game.toStart(),
    back: () => page.undo(),
    forward: () => game.forward(),
    last: () => game.toEnd(),
    "end-turn": () => entry.finish(),
    "agree-draw": () => game.agreeDraw(),
    "play-on": () => {
      part("draw-offer").hidden = true;
    },
    "choose-approach": () => entry.chooseCapture("approach"),
    "choose-withdrawal": () => entry.chooseCapture("withdrawal"),
    turn: () => {
      page.drawing.turnRound();
      page.game.goTo(page.game.at);
    },
  };
  for (const [id, action] of Object.entries(doing)) {
    part(id).addEventListener("click", ({ target, detail }) => {
      action();
      // Who uses the keyboard goes on where there is something to press.
      const gone = target.disabled || !target.checkVisibility();
      if (gone && detail === 0) (otherStep(target) ?? page.drawing.tabStop).focus({ preventScroll: true });
    });
  }
}

function otherStep(button) {
  return button.closest(".walk")?.querySelector("button:enabled");
}

const page = new Page();
chooseTheme(page);
listenToTools(page);
listenToTabs(page);
listenToEngine(page);
listenToOpponent(page);
listenToSharing(page);
listenToPastes(page);
listenToLanguages(page);
addEventListener("hashchange", () => page.openAddress());
page.openAddress();
