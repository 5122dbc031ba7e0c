// The page: a game, its board, and the panels beside it.

import { askRuleSet, load, Problem, USUAL_RULES } from "./api.js";
import { Drawing } from "./drawing.js";
import { Entry } from "./turn-entry.js";
import { Game, isWorthKeeping, readGame, readLink, START, tabOf } from "./game.js";
import { listenToBoard, listenToFields, listenToNetwork, listenToPastes, listenToTools } from "./input.js";
import { isOf, Memory } from "./memory.js";
import { endScript, turnScript, turnsOver } from "./motion.js";
import { countOf, otherColour, readPosition, stateItem } from "./position.js";
import { rulesName, say, sayCount } from "./words.js";

const DRAW_AFTER = 3;

// A game jumps over more turns than these at once, without playing them.
const MOST_PLAYED = 2;

// Who walks fast does not want to know of every position which turns it has.
const FAST_MS = 150;
const AGAIN_SECONDS = 3;

const part = (id) => document.getElementById(id);

class Page extends EventTarget {
  #borrower = null;
  #entered = null;
  #opening = 0;
  #walking = 0;
  #moving = 0;
  #movedAt = 0;
  #list = null;
  #replaced = null;
  #preview = null;
  #beginning = undefined;
  #retry = null;
  #begin;

  // Resolves once the first game is on the board, or could not be opened; its tab may come later.
  begun = new Promise((begin) => {
    this.#begin = begin;
  });

  constructor() {
    super();
    this.drawing = new Drawing(part("board"));
    this.entry = new Entry(this.drawing);
    this.game = new Game(USUAL_RULES, START);
    // The user's own game, while a puzzle is on the board.
    this.own = null;
    // Who teaches with the board, if anybody: `holds(node)` says that nothing is entered there, and
    // `player`, if it is not null, gets the points that are pressed.
    this.guide = null;
    // What else belongs to the page, to be kept: the side of the board, the engine, a draft …
    this.kept = {};
    this.memory = new Memory(this);
    this.game.addEventListener("change", ({ detail }) => this.#follow(detail.before));
    this.entry.addEventListener("change", ({ detail }) => this.#showEntry(detail.script));
    this.entry.addEventListener("turn", ({ detail }) => this.#play(detail));
    this.entry.addEventListener("problem", ({ detail }) => this.fail(detail));
    this.entry.addEventListener("again", () => this.#askAgain());
    this.entry.addEventListener("refused", ({ detail }) => this.#explain(detail).catch((error) => this.fail(error)));
    listenToBoard(this);
  }

  // Who hears of the points that are pressed: the entry of turns, or whoever has borrowed the board.
  get player() {
    return this.#borrower ?? this.guide?.player ?? this.entry;
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

  // Keeps something of the page for the next visit.
  note(name, value) {
    this.kept[name] = value;
    this.memory.later();
  }

  // Opens a game; a position or a turn that is wrong is thrown as a Problem, and nothing changes.
  // False where another game was asked for meanwhile. `leave` ends the game before, once the other
  // is there.
  async open(asked, leave = null) {
    const isNewest = this.beginOpening();
    const [game] = await Promise.all([readGame(asked), this.begun]);
    if (isNewest()) await leave?.();
    if (!isNewest()) return false;
    this.#replaced = this.own ?? this.game.kept();
    this.game.resume(game);
    this.memory.begin();
    return true;
  }

  // Something else is to be on the board; the answer tells whether that is still so.
  beginOpening() {
    const opening = ++this.#opening;
    return () => opening === this.#opening;
  }

  // Somebody asks for turns to walk to; the answer tells whether nobody has asked for others, gone
  // elsewhere or entered anything since.
  stay() {
    const walking = ++this.#walking;
    const { at } = this.game;
    const isUntouched = this.entry.stay();
    return () => walking === this.#walking && this.game.at === at && isUntouched();
  }

  // Tells what was opened, and offers the game that was on the board before.
  tellOpened(text = "") {
    this.tell(text);
    this.offerBack(this.#replaced, text);
    this.#replaced = null;
  }

  offerBack(replaced, text = "") {
    if (!replaced || !isWorthKeeping(replaced)) return;
    this.tell(text || say("game-replaced"), { undo: () => this.game.resume(replaced) });
  }

  // Opens the game of the address, the one that was kept, or the start position.
  async start() {
    const state = this.memory.recall();
    const asked = readLink(location.href);
    try {
      let tab = null;
      if (state && isOf(state, location.hash)) tab = await this.#restore(state);
      else if (asked) tab = await this.#openLink(asked, state);
      else this.#follow(null);
      this.#begin();
      if (tab) await this.showTab(...tab);
    } catch (error) {
      this.#follow(null);
      this.fail(error);
      // What was kept stays as it is until something is done here.
      if (state) return;
    } finally {
      this.#begin();
    }
    this.memory.begin();
    // Who is here for the first time, or has nothing on the board, is shown the ways in.
    if (!this.#opening && (!asked || state?.welcome)) this.#welcome();
  }

  #welcome() {
    const empty = !isWorthKeeping(this.game) && !this.own && !this.kept.opponent && !this.kept.engine;
    part("welcome").hidden = !empty || part("panel-game").hidden;
    this.note("welcome", !part("welcome").hidden);
  }

  endWelcome() {
    if (part("welcome").hidden) return;
    part("welcome").hidden = true;
    this.note("welcome", false);
  }

  async followAddress() {
    const asked = readLink(location.href);
    if (!asked) return;
    this.beginOpening();
    try {
      if (tabOf(asked)) await this.showTab(tabOf(asked), asked);
      else if (await this.open(asked)) this.tellOpened();
    } catch (error) {
      this.game.goTo(this.game.at);
      this.fail(error);
    }
    this.memory.follow();
  }

  // The answer says which tab to show, as `showTab` takes it; null for that of the game.
  async #openLink(asked, state) {
    if (tabOf(asked)) return [tabOf(asked), asked];
    this.#resume(await readGame(asked));
    const kept = state && readLink(`#${state.own ?? state.link}`);
    if (!kept?.turns) return null;
    const undo = () => this.open({ ...kept, ...state.annotated }).catch((error) => this.fail(error));
    this.tell(say("earlier-game"), { undo });
    return null;
  }

  // Puts back what was kept; the answer is that of `#openLink`.
  async #restore({ link, own, annotated, entered, ofThisWindow: _, ...kept }) {
    this.kept = kept;
    const asked = readLink(`#${link}`);
    const mine = own && readLink(`#${own}`);
    const game = await readGame({ ...(mine ?? asked), ...annotated });
    if (kept.turned) this.drawing.turnRound();
    this.dispatchEvent(new Event("restore"));
    this.#resume(game, mine ? undefined : entered);
    if (tabOf(asked)) return [tabOf(asked), asked];
    if (mine && kept.pasted) return ["puzzles", { ...asked, pasted: kept.pasted }];
    return kept.tab && kept.tab !== "game" ? [kept.tab] : null;
  }

  // A tab may have taken the board meanwhile: then the game waits for it to come back.
  #resume(game, beginning = undefined) {
    if (this.own) {
      this.own = game;
    } else {
      this.#beginning = beginning;
      this.game.resume(game);
    }
  }

  // `undo` is offered as a button beside the text.
  tell(text, { wrong = false, undo = null } = {}) {
    part("message").textContent = text;
    part("message").classList.toggle("wrong", wrong);
    part("undo").hidden = !undo;
    part("undo").onclick = undo;
  }

  fail(error) {
    if (error.name === "AbortError") return;
    if (!(error instanceof Problem)) throw error;
    this.tell(error.message, { wrong: true });
    this.#askLater(error);
  }

  // Takes back what was entered, or the last turn; against an opponent, to the user's own turn.
  undo() {
    this.entry.inTurn(() => this.entry.undo() || this.game.goTo(this.#nodeBefore()));
  }

  forward() {
    this.entry.inTurn(() => this.game.goTo(this.#nodeAfter()));
  }

  #nodeBefore() {
    const { at } = this.game;
    return this.opponent ? this.opponent.ownTurnBefore(at) : at.parent;
  }

  #nodeAfter() {
    const { at } = this.game;
    return this.opponent ? this.opponent.ownTurnAfter(at) : at.children[0];
  }

  turnBoard() {
    this.drawing.turnRound();
    this.note("turned", this.drawing.turned);
    this.dispatchEvent(new Event("turned"));
  }

  // Turns the board where it is not, for as long as somebody else's game is on it.
  lookFrom(turned) {
    if (this.drawing.turned === turned) return;
    this.drawing.turnRound();
    this.dispatchEvent(new Event("turned"));
  }

  // Shows another position for as long as somebody looks at it, and how it came about.
  preview(position, turn) {
    this.#setPreview(position && { position: readPosition(position), turn });
    if (!this.#borrower) this.#draw();
  }

  #setPreview(preview) {
    this.#preview = preview;
    part("board-area").classList.toggle("previewing", preview !== null);
  }

  // The service did not answer. What was entered of a turn is not lost.
  #askAgain() {
    this.tell("");
    if (this.entry.inChain) this.entry.goOn();
    else this.#follow(null);
  }

  // A service that was away or busy is asked again, unless the user has done so.
  #askLater({ code, retrySeconds }) {
    const seconds = code === "unreachable" ? AGAIN_SECONDS : retrySeconds;
    clearTimeout(this.#retry);
    if (!seconds) return;
    this.#retry = setTimeout(() => {
      if (this.entry.isUnanswered && !this.#borrower) this.#askAgain();
    }, seconds * 1000);
  }

  #play(turn) {
    this.#entered = turn.turn;
    this.dispatchEvent(new CustomEvent("turn", { detail: turn }));
    // A game that could not be read is kept until another takes its place: not for a lesson or a puzzle.
    if (!this.own) this.memory.begin();
    this.game.play(turn);
  }

  async #follow(before) {
    const moving = ++this.#moving;
    if (isWorthKeeping(this.game)) this.endWelcome();
    const { at, rules } = this.game;
    const script = this.#script(before, at);
    const beginning = this.#beginning;
    this.#entered = null;
    this.#beginning = undefined;
    this.#setPreview(null);
    this.tell("");
    this.#showTurns().catch((error) => this.fail(error));
    part("draw-offer").hidden = true;
    if (this.#borrower) return;
    this.entry.prepare(rules, at.position, beginning);
    this.#draw(script);
    this.#showEntry();
    if (this.guide?.holds(at)) {
      this.entry.stop();
      return;
    }
    if (this.#isFast() && (await this.#hasGoneOn(moving))) return;
    const offers = !this.opponent?.owns(at) && this.game.resigned?.node !== at;
    const known = await this.entry.begin(offers).catch((error) => this.fail(error));
    if (moving !== this.#moving || !known) return;
    at.outcome = known.outcome;
    if (known.outcome) document.querySelector(".side.to-move")?.classList.remove("to-move");
    this.#showEntry();
    this.#offerDraw();
    this.dispatchEvent(new Event("known"));
  }

  // How the position of a node came about, as seen from the one before.
  #script(before, at) {
    const entered = at.turn?.turn === this.#entered;
    if (entered) return endScript(at.turn);
    if (!before || this.entry.entered || this.#preview) return [];
    const nodes = at.path().slice(before.depth + 1);
    const follows = nodes[0]?.parent === before && nodes.length <= MOST_PLAYED;
    return follows ? nodes.flatMap(({ turn }) => turnScript(turn)) : [];
  }

  #isFast() {
    const before = this.#movedAt;
    this.#movedAt = performance.now();
    return this.#movedAt - before < FAST_MS;
  }

  async #hasGoneOn(moving) {
    await new Promise((done) => setTimeout(done, FAST_MS));
    return moving !== this.#moving || this.#borrower !== null;
  }

  // The board is what is entered, or the position of the game; nothing else is drawn on it.
  #draw(script = []) {
    const { at, rules } = this.game;
    const { position, turn } = this.#preview ?? {
      position: this.entry.shown ?? readPosition(at.position),
      turn: this.entry.turn ?? at.turn,
    };
    this.drawing.show(position, script);
    this.drawing.showLast(turn);
    this.drawing.label((name) => this.#describe(name, position.stones));
    // In the middle of a turn it is still the same colour's.
    const { side } = this.#preview ? position : readPosition(at.position);
    const capture = [...at.path().map((node) => node.turn), turn].find((one) => one?.captured.length);
    // What changes colour is not taken.
    const first = capture && turnsOver(capture) ? position : readPosition(this.game.root.position);
    this.showSides({ ...position, side }, first.stones);
    showRules(rules, position);
  }

  // At each colour's own side of the board: who it is, its stones, and those that it has taken since
  // `first`, or has in hand.
  showSides({ stones, side, state, hands = stateItem(state, "hand")?.split(",") }, first = stones) {
    const { game } = this;
    this.nameSides();
    for (const element of document.querySelectorAll(".side")) {
      const { colour } = element.dataset;
      const [other, inHand] = [otherColour(colour), Number(hands?.[colour === "white" ? 0 : 1] ?? 0)];
      const taken = Math.max(0, countOf(first, other) - countOf(stones, other));
      const [, , pile, left] = element.children;
      element.classList.toggle("to-move", side === colour && !game.at.outcome && !game.isClosed(game.at));
      element.classList.toggle("placing", inHand > 0 && side === colour);
      left.textContent = sayCount("stone-count", countOf(stones, colour));
      pile.hidden = !(inHand || taken);
      pile.dataset.colour = inHand ? colour : other;
      pile.style.setProperty("--count", inHand || taken);
      pile.ariaLabel = inHand ? sayCount("stones-in-hand", inHand) : sayCount("stones-taken", taken);
    }
  }

  nameSides() {
    const { opponent, own } = this;
    for (const element of document.querySelectorAll(".side")) {
      const { colour } = element.dataset;
      element.querySelector(".name").textContent = !own && opponent?.colour === colour ? opponent.name : say(colour);
    }
  }

  async #showTurns() {
    if (!this.game.root.children.length && !this.#list) return;
    const { TurnList } = await load("./turn-list.js");
    this.#list ??= new TurnList(this, { turns: part("turns"), tools: part("branch-tools") });
    this.#list.show();
  }

  #showTools() {
    const { at } = this.game;
    part("back").disabled = !this.#nodeBefore() && !this.entry.entered;
    part("first").disabled = !at.parent;
    part("forward").disabled = part("last").disabled = !at.children.length;
  }

  #showEntry(script = null) {
    if (this.#borrower) return;
    if (script) this.#draw(script);
    part("status").textContent = this.#status();
    this.#showTools();
    const { entry } = this;
    part("end-turn").hidden = !(entry.inChain && entry.stage === "target" && entry.options.length);
    part("end-turn").textContent = say("end-turn");
    if (entry.turn?.removed.includes(entry.origin)) this.#warnOfForfeit(entry.turn).catch((error) => this.fail(error));
    part("choice").hidden = entry.stage !== "choice";
  }

  async #warnOfForfeit(turn) {
    const { stopping_chain: stopping } = await askRuleSet(this.game.rules);
    if (stopping === "forfeit" && this.entry.turn === turn) part("end-turn").textContent = say("end-turn-forfeit");
  }

  // Why a stone that was pressed cannot be taken into the hand.
  async #explain(point) {
    const { at, rules } = this.game;
    const { side, stones } = readPosition(at.position);
    const { options } = this.entry;
    if (!options.length || !stones.has(point)) return;
    if (stones.get(point) !== side) {
      this.tell(say("not-your-stone", { side: say(side) }));
      return;
    }
    const { paika_while_capture: paika } = await askRuleSet(rules);
    const captures = options.every((one) => one.captured.length);
    if (this.game.at === at) this.tell(say(captures && paika === "forbidden" ? "must-capture" : "stone-blocked", { point }));
  }

  #status() {
    const { at, agreedDraw, resigned } = this.game;
    const { entry, opponent } = this;
    const { side, state } = readPosition(at.position);
    if (agreedDraw === at) return say("draw-agreed");
    if (resigned?.node === at) return say("has-resigned", { side: say(resigned.colour) });
    if (at.outcome) return say("has-won", { winner: say(at.outcome === "white-wins" ? "white" : "black") });
    if (opponent?.plays(at)) return say("opponent-thinks", { side: say(side) });
    if (opponent?.owns(at)) return say("opponent-turn", { side: say(side) });
    if (entry.stage === "choice") return say("choose-capture");
    if (entry.stage === "huff") return say("choose-huffed", { side: say(side) });
    if (entry.inChain) return say("chain-goes-on", { side: say(side) });
    const hands = stateItem(state, "hand");
    if (!hands) return say("to-move", { side: say(side) });
    const inHand = Number(hands.split(",")[side === "white" ? 0 : 1]);
    return say("to-place", { side: say(side), stones: sayCount("stone-count", inHand) });
  }

  #describe(name, stones) {
    const marks = this.entry.marks ?? {};
    const has = (kind) => new Set(marks[kind] ?? []).has(name);
    const words = [name, say(stones.get(name) ?? "empty")];
    for (const kind of ["movable", "held", "target", "approach", "withdrawal", "huffable"]) {
      if (has(kind)) words.push(say(`point-${kind}`));
    }
    return words.join(", ");
  }

  #offerDraw() {
    const { game } = this;
    const offered = game.occurrences() >= DRAW_AFTER && !game.isClosed(game.at) && !game.at.outcome;
    part("draw-offer").hidden = !offered;
  }
}

function showRules(rules, { state }) {
  const giver = stateItem(state, "vela");
  const words = [say("rules-in-force", { rules: rulesName(rules) })];
  if (giver) words.push(say("vela-in-force", { side: say(giver === "W" ? "white" : "black") }));
  part("rules").textContent = words.join(" · ");
}

const page = new Page();
listenToTools(page);
listenToFields(page);
listenToPastes(page);
page.start().then(() => (window.requestIdleCallback ?? setTimeout)(() => listenToNetwork(page)));
addEventListener("hashchange", () => page.begun.then(() => page.followAddress()));
