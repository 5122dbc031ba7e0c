// The page: a game, its board, and the panels beside it.

import { askLine, askSteps, Problem } from "./api.js";
import { Drawing } from "./drawing.js";
import { Entry } from "./entry.js";
import { Game, readLink } from "./game.js";
import { listenToBoard } from "./input.js";
import { otherColour, readPosition, stateItem } from "./position.js";
import { say, sayCount } from "./words.js";

const START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W -";
const DRAW_AFTER = 3;
const THEME = "fanorona-theme";

const part = (id) => document.getElementById(id);

class Page extends EventTarget {
  #borrower = null;
  #entered = null;
  #moving = 0;
  #listed = false;

  constructor() {
    super();
    this.drawing = new Drawing(part("board"));
    this.entry = new Entry(this.drawing);
    this.game = new Game("standard", START);
    this.game.addEventListener("change", ({ detail }) => this.#follow(detail.before));
    this.entry.addEventListener("change", () => this.#showEntry());
    this.entry.addEventListener("turn", ({ detail }) => this.#play(detail));
    this.entry.addEventListener("problem", ({ detail }) => this.fail(detail));
    listenToBoard(this);
  }

  // Who is told of the points that are pressed: the entry of turns, or who has borrowed the board.
  get player() {
    return this.#borrower ?? this.entry;
  }

  // The board belongs to somebody else, such as the editor, until it is given back with null.
  lendBoard(borrower) {
    this.#borrower = borrower;
    if (borrower) {
      this.entry.stop();
      this.drawing.showLast(null);
      this.drawing.showArrows([]);
      part("tools").hidden = true;
      this.tell("");
    } else {
      part("tools").hidden = false;
      this.#follow(null);
    }
  }

  // Opens a game; a position or a turn that is wrong is thrown as a Problem, and nothing changes.
  async open({ rules, position, turns = [], at = turns.length }) {
    const { position: canonical } = await askSteps(rules, position);
    const played = turns.length ? await askLine(rules, canonical, turns) : [];
    this.game.start(rules, canonical, played, at);
  }

  // Opens the game of the address, or the start position.
  async openAddress() {
    const asked = readLink(location.href);
    if (!asked) {
      this.#follow(null);
      return;
    }
    if (asked.puzzle) {
      await this.showTab("puzzles");
      if (!this.game.puzzle) this.#follow(null);
      return;
    }
    try {
      await this.open(asked);
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
    this.tell(error.code === "unreachable" ? say("unreachable") : error.message, true);
  }

  async undo() {
    try {
      if (!(await this.entry.undo())) this.game.back();
    } catch (error) {
      this.fail(error);
    }
  }

  #play(turn) {
    this.#entered = turn;
    this.dispatchEvent(new CustomEvent("turn", { detail: turn }));
    this.game.play(turn);
  }

  async #follow(before) {
    const moving = ++this.#moving;
    const { at, rules } = this.game;
    const position = readPosition(at.position);
    const entered = at.turn !== null && at.turn === this.#entered;
    this.#entered = null;
    this.tell("");
    history.replaceState(null, "", `#${this.game.link()}`);
    this.#showTurns();
    this.drawing.mark({});
    this.#showTools();
    showCount(position);
    part("draw-offer").hidden = true;
    if (this.#borrower) return;
    const answer = this.entry.begin(rules, at.position).catch((error) => this.fail(error));
    if (before && at.parent === before && !entered) {
      this.drawing.showLast(null);
      await this.drawing.play(at.turn, otherColour(position.side), rules === "fliporona");
      if (moving !== this.#moving) return;
    }
    this.drawing.show(position);
    this.drawing.showLast(at.turn);
    const known = await answer;
    if (moving !== this.#moving || !known) return;
    at.outcome = known.outcome;
    this.#showEntry();
    this.#offerDraw();
  }

  async #showTurns() {
    if (!this.game.root.children.length && !this.#listed) return;
    this.#listed = true;
    const { showTurns } = await import("./turn-list.js");
    showTurns(part("turns"), this.game);
  }

  #showTools() {
    const { at } = this.game;
    part("back").disabled = !at.parent && !this.entry.entered;
    part("first").disabled = !at.parent;
    part("forward").disabled = part("last").disabled = !at.children.length;
  }

  #showEntry() {
    if (this.#borrower) return;
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

function chooseTheme() {
  const select = part("theme");
  const apply = () => {
    if (select.value === "system") document.documentElement.removeAttribute("data-theme");
    else document.documentElement.dataset.theme = select.value;
  };
  select.value = localStorage.getItem(THEME) ?? "system";
  apply();
  select.addEventListener("change", () => {
    localStorage.setItem(THEME, select.value);
    apply();
  });
}

// What is not needed at once is loaded when it is asked for.
const PANELS = {
  setup: async (page) => (await import("./setup.js")).openSetup(part("panel-setup"), page),
  puzzles: async (page) => (await import("./puzzles.js")).openPuzzles(part("panel-puzzles"), page),
};

function listenToTabs(page) {
  const tabs = [...document.querySelectorAll("[role=tab]")];
  const opened = {};
  const select = async (tab) => {
    for (const one of tabs) {
      one.setAttribute("aria-selected", one === tab);
      one.tabIndex = one === tab ? 0 : -1;
      part(one.getAttribute("aria-controls")).hidden = one !== tab;
    }
    const name = tab.id.replace("tab-", "");
    try {
      opened[name] ??= PANELS[name]?.(page) ?? {};
      const panel = await opened[name];
      for (const other of Object.values(opened)) {
        const closed = await other;
        if (closed !== panel) closed.left?.();
      }
      await panel.shown?.();
    } catch (error) {
      delete opened[name];
      page.fail(error);
    }
  };
  for (const [place, tab] of tabs.entries()) {
    tab.addEventListener("click", () => select(tab));
    tab.addEventListener("keydown", ({ key }) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
      if (!by) return;
      const next = tabs[(place + by + tabs.length) % tabs.length];
      next.focus();
      select(next);
    });
  }
  page.showTab = (name) => select(part(`tab-${name}`));
}

function listenToEngine(page) {
  let analysis = null;
  part("engine").addEventListener("change", async ({ target }) => {
    if (!analysis) {
      const { Analysis } = await import("./analysis.js");
      analysis = new Analysis(page.game, page.drawing, {
        bar: part("bar"),
        verdict: part("verdict"),
        lines: part("lines"),
        table: part("table"),
      });
    }
    analysis.turnOn(target.checked);
  });
}

function listenToSharing(page) {
  for (const one of document.querySelectorAll("[data-share]")) {
    one.addEventListener("click", async () => {
      const { share } = await import("./sharing.js");
      await share(one.dataset.share, page).catch((error) => page.fail(error));
    });
  }
}

// A text that is pasted or dropped beside the fields is opened, whatever it is.
function listenToPastes(page) {
  const field = ({ target }) => target.closest?.("input, textarea, select, dialog");
  const open = async ({ files, text }) => {
    const { openPasted, readFile } = await import("./pasting.js");
    await openPasted(page, files.length ? await readFile(files[0]) : text);
  };
  const take = (event, transfer) => {
    if (field(event)) return;
    event.preventDefault();
    open({ files: [...transfer.files], text: transfer.getData("text/plain") });
  };
  document.addEventListener("paste", (event) => take(event, event.clipboardData));
  document.addEventListener("drop", (event) => take(event, event.dataTransfer));
  document.addEventListener("dragover", (event) => field(event) || event.preventDefault());
}

// The game stays the same in another language.
function listenToLanguages() {
  for (const one of document.querySelectorAll("[data-language]")) {
    one.addEventListener("click", () => {
      one.hash = location.hash;
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
  for (const [id, action] of Object.entries(doing)) part(id).addEventListener("click", action);
}

const page = new Page();
chooseTheme();
listenToTools(page);
listenToTabs(page);
listenToEngine(page);
listenToSharing(page);
listenToPastes(page);
listenToLanguages();
addEventListener("hashchange", () => page.openAddress());
page.openAddress();
