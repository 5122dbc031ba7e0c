// The puzzle on the board: what is asked, the judgement of each turn, hints and the solution.

import { askLine } from "./api.js";
import { showArrows } from "./arrows.js";
import { button, html } from "./elements.js";
import { emptyGame } from "./game.js";
import { stipulationText } from "./pasting.js";
import { otherColour, readTurn } from "./position.js";
import { Judge } from "./solving.js";
import { endingText, Walker } from "./walking.js";
import { say, sayCount, titleOf } from "./words.js";

const REPLY_MS = 500;
const ICONS = { right: "✓", solved: "★", wrong: "✗", open: "?", hint: "☞" };

export class PuzzleCard {
  #page;
  #doing;
  #judge = null;
  #verdicts = new Map();
  #hints = { node: null, given: [] };
  #spoiled = false;
  #heading = html("p", { class: "heading" });
  #title = html("h2", {});
  #asked = html("p", { class: "asked" });
  #feedback = html("div", { class: "feedback", role: "status" });
  #buttons = html("p", { class: "buttons" });
  #walker;

  // doing: {solved(id), next()}
  constructor(page, doing) {
    this.#page = page;
    this.#doing = doing;
    this.#walker = new Walker(page);
    const parts = [this.#heading, this.#title, this.#asked, this.#feedback, this.#walker.element, this.#buttons];
    this.element = html("section", { class: "puzzle-card", "aria-label": say("puzzle") }, parts);
    page.entry.addEventListener("change", () => this.#markHints());
  }

  // Puts a puzzle on the board, to be solved: {id, rules, position, stipulation, title, heading, …}, and
  // what was played of it, if anything.
  open(puzzle, game = emptyGame(puzzle.rules, puzzle.position, puzzle.id)) {
    this.#begin(puzzle, stipulationText(puzzle.stipulation));
    this.#judge = new Judge(puzzle);
    this.#verdicts = new Map();
    this.#spoiled = false;
    this.#page.note("pasted", puzzle.id ? null : puzzle);
    this.#start(game);
  }

  // Puts a line of a puzzle on the board, to be looked at; `text` says what it shows.
  showLine(puzzle, turns, text) {
    this.#begin(puzzle, text);
    this.#judge = null;
    this.#start(emptyGame(puzzle.rules, puzzle.position, puzzle.id));
    this.#walker.start(this.root, turns);
  }

  // The game has gone somewhere in the puzzle.
  follow() {
    const { drawing, entry, game } = this.#page;
    showArrows(drawing, []);
    if (this.#hints.node !== game.at) this.#hints = { node: game.at, given: [] };
    this.#show();
    if (this.#walker.walking) {
      entry.stop();
      this.#walker.follow();
    } else if (this.#judge) {
      this.#settle().catch((error) => this.#page.fail(error));
    }
  }

  // Somebody else has the board now.
  rest() {
    this.#walker.pause();
    showArrows(this.#page.drawing, []);
  }

  // The solver's stones are below.
  turnToPlayer() {
    this.#page.lookFrom(this.puzzle.stipulation.side === "black");
  }

  #begin(puzzle, asked) {
    this.puzzle = puzzle;
    this.#walker.stop();
    this.#heading.textContent = puzzle.heading;
    this.#title.textContent = titleOf(puzzle) ?? say("puzzle");
    this.#title.title = [puzzle.author, puzzle.source].filter(Boolean).join(" · ");
    this.#asked.textContent = asked;
  }

  #start(opened) {
    const { game } = this.#page;
    this.root = opened.root;
    this.turnToPlayer();
    game.resume(opened);
    const seen = [this.#heading, this.#asked, this.#page.drawing.element];
    for (const one of seen) one.scrollIntoView({ block: "nearest" });
  }

  // Every second turn is the solver's: those that led here are judged, and the last is answered.
  async #settle() {
    const { game, entry } = this.#page;
    const { at, root } = game;
    const judge = this.#judge;
    const ours = at.depth % 2 === 0;
    if (!ours || this.#fault(at)) entry.stop();
    else judge.prepare(at.position, at.depth / 2);
    for (const node of at.path()) {
      if (node.depth % 2 === 0 || this.#verdicts.has(node)) continue;
      if (this.#fault(node.parent)) break;
      this.#verdicts.set(node, await this.#judged(judge, node));
    }
    if (game.at !== at || game.root !== root || judge !== this.#judge || this.#walker.walking) return;
    if (!ours) await this.#answer(at);
    else if (this.#fault(at)) entry.stop();
    this.#show();
  }

  async #judged(judge, node) {
    try {
      return await judge.judge(node.parent.position, node.turn, (node.depth - 1) / 2);
    } catch (error) {
      this.#page.fail(error);
      return { verdict: "open", reason: "unanswered" };
    }
  }

  async #answer(node) {
    const { game, entry } = this.#page;
    const verdict = this.#verdicts.get(node);
    if (verdict?.over) {
      node.outcome = verdict.outcome;
      entry.stop();
      if (this.puzzle.id && !this.#spoiled) this.#doing.solved(this.puzzle.id);
    }
    if (!verdict?.reply || node.children.length) return;
    const [reply] = await askLine(this.puzzle.rules, node.position, [verdict.reply]);
    await new Promise((done) => setTimeout(done, REPLY_MS));
    if (game.at === node && !this.#walker.walking) game.play(reply);
  }

  // The first turn on the way to a node that is not known to be right.
  #fault(node) {
    return node.path().find((one) => (this.#verdicts.get(one)?.verdict ?? "right") !== "right");
  }

  #show() {
    const { at } = this.#page.game;
    if (this.#walker.walking) {
      this.#feedback.replaceChildren();
      this.#buttons.replaceChildren(...(this.#judge ? [this.#button("try-yourself", () => this.#restart())] : []));
      return;
    }
    if (!this.#judge) return;
    const fault = this.#fault(at);
    const verdict = this.#verdicts.get(at);
    if (fault) this.#showFault(fault);
    else if (verdict?.over) this.#showSolved(at, verdict);
    else if (at.depth % 2 === 1) this.#tell(verdict ? "right" : "", say(verdict ? "right" : "checking"));
    else this.#showTask(at);
  }

  #showFault(node) {
    const verdict = this.#verdicts.get(node);
    this.#tell(verdict.verdict, this.#faultText(node, verdict));
    this.#offer(
      this.#button("try-again", () => this.#page.game.remove(node), { class: "main" }),
      this.#solutionButton(),
    );
    this.#bringIntoSight();
  }

  // A judgement is for reading, even where the board fills the screen.
  #bringIntoSight() {
    this.#buttons.scrollIntoView({ block: "nearest" });
  }

  #faultText(node, { verdict, reason, values, reply }) {
    if (verdict === "open") return say(reason ? "judged-unanswered" : "judged-open", { turn: node.turn.turn });
    const { side } = this.puzzle.stipulation;
    const { turns, more, left } = values;
    const count = turns ?? more ?? left;
    const key = reason.startsWith("lost") && !reply ? "refuted-lost-at-once" : `refuted-${reason}`;
    return say(key, {
      side: say(side),
      other: say(otherColour(side)),
      turn: node.turn.turn,
      reply,
      turns: count === undefined ? "" : sayCount("turn-count", count),
    });
  }

  #showSolved(node, { outcome }) {
    const ending = outcome ? endingText(node.position, outcome) : say(`kept-${this.puzzle.stipulation.goal}`);
    this.#tell("solved", say(this.#spoiled ? "right-ending" : "solved-ending", { ending }));
    this.#offer(
      this.#button("next-puzzle", () => this.#doing.next(), { class: "main" }),
      this.#button("start-again", () => this.#restart()),
    );
    this.#bringIntoSight();
  }

  #showTask(node) {
    const { side } = this.puzzle.stipulation;
    const left = this.#judge.turnsLeft(node.depth / 2);
    const { given, all } = this.#hints;
    if (given.length) this.#tell("hint", ...given.map(({ text }) => html("p", {}, text)));
    else if (!node.depth) this.#tell("", say("your-turn", { side: say(side) }));
    else this.#tell("right", this.#goOn(node, left));
    this.#offer(
      this.#button("hint", () => this.#hint(), { disabled: all !== undefined && given.length === all.length }),
      this.#solutionButton(),
      node.depth ? this.#button("start-again", () => this.#restart()) : null,
    );
  }

  #goOn({ turn }, left) {
    const other = say(otherColour(this.puzzle.stipulation.side));
    const replied = { other, reply: turn.turn };
    return left ? say("right-go-on-in", { ...replied, turns: sayCount("turn-count", left) }) : say("right-go-on", replied);
  }

  #tell(kind, ...content) {
    const icon = kind ? html("span", { class: "icon", "aria-hidden": "true" }, ICONS[kind]) : null;
    this.#feedback.dataset.kind = kind;
    this.#feedback.replaceChildren(...[icon, html("div", {}, content)].filter(Boolean));
    this.#buttons.replaceChildren();
  }

  #offer(...buttons) {
    this.#buttons.replaceChildren(...buttons.filter(Boolean));
  }

  // A press that asks the service waits for nothing else.
  #button(key, action, attributes = {}) {
    const act = async () => {
      try {
        await action();
      } catch (error) {
        this.#page.fail(error);
      }
      this.#keepFocus(key);
    };
    return button(say(key), act, { "data-key": key, ...attributes });
  }

  // What was pressed may be gone: the focus goes to what has taken its place.
  #keepFocus(key) {
    if (document.activeElement !== document.body) return;
    const buttons = [...this.element.querySelectorAll("button:enabled")].filter((one) => one.checkVisibility());
    const next = buttons.find((one) => one.dataset.key === key) ?? buttons[0];
    next?.focus({ preventScroll: true });
  }

  #solutionButton() {
    return this.#button("show-solution", () => this.#showSolution());
  }

  #restart() {
    this.open(this.puzzle);
  }

  // The stone, then its first step, then what the author says: one more with every press.
  async #hint() {
    const node = this.#page.game.at;
    const hints = this.#hints;
    hints.all ??= this.#hintsFor(await this.#judge.solution(node.position, node.depth / 2), !node.depth);
    if (hints !== this.#hints) return;
    hints.given = hints.all.slice(0, hints.given.length + 1);
    this.#markHints();
    this.#show();
  }

  #hintsFor([turn], atStart) {
    if (!turn) return [{ text: say("nothing-proven-here") }];
    const { huffed, points } = readTurn(turn);
    const hints = [];
    const mark = (key, point, arrow) => hints.push({ text: say(key, { point }), point, arrow });
    if (huffed) mark("hint-huff", huffed);
    if (points.length === 1) mark("hint-place", points[0]);
    if (points.length > 1) {
      mark("hint-stone", points[0]);
      mark("hint-step", points[1], turn.split("-").slice(0, 2).join("-"));
    }
    if (atStart && this.puzzle.hint) hints.push({ text: say("hint-published", { hint: this.puzzle.hint }) });
    return hints;
  }

  #markHints() {
    const { drawing, entry } = this.#page;
    const { given } = this.#hints;
    if (!given.length || this.#page.game.at !== this.#hints.node) return;
    const points = given.filter(({ point, arrow }) => point && !arrow).map(({ point }) => point);
    const arrow = given.findLast((one) => one.arrow)?.arrow;
    drawing.mark({ ...entry.marks, hint: points });
    if (arrow) showArrows(drawing, [{ turn: arrow, rank: 0 }]);
  }

  // From the last place where everything was still right.
  async #showSolution() {
    const { game } = this.#page;
    const { rules } = game;
    const judge = this.#judge;
    const fault = this.#fault(game.at);
    const node = fault ? fault.parent : game.at;
    const line = await judge.solution(node.position, node.depth / 2);
    const turns = await askLine(rules, node.position, line);
    if (judge !== this.#judge || game.root !== this.root) return;
    if (!turns.length) {
      this.#page.tell(say("nothing-proven-here"));
      return;
    }
    this.#spoiled = true;
    if (fault) game.remove(fault);
    this.#walker.start(node, turns, say(`kept-${this.puzzle.stipulation.goal}`));
    this.#show();
  }
}
