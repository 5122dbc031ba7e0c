// How a turn is entered: the liable stone, the stone, each point of its chain, and the capture
// where there is a choice. What is possible comes from the service; no rule of the game is here.
//
//   huff ──> origin ──> target ──> (choice) ──> target … ──> the turn is complete
//
// `options` are the turns that are one step longer than `turn`, the turn so far. What the board has to
// show of it follows from them, see `shown`; a "change" says how it came about, to be played over it.

import { askSteps } from "./api.js";
import { lastStepScript } from "./motion.js";
import { readPosition, readTurn } from "./position.js";

export class Entry extends EventTarget {
  #drawing;
  #rules;
  #position;
  #asked = null;
  #unanswered = false;
  #stopped = false;
  // What was done before the answer that is under way, in order, or null once it is here:
  // [{repeat, isPress}, …]; a drop is a press, too.
  #early = null;
  // Where the stone has gone last: a hasty second press of that point does not count.
  #arrivedAt = null;
  // The part of a turn that the answer goes on with, as text: of `turn` itself while a step is taken
  // back, "" if none is left; undefined where nothing is taken back or to be restored.
  #beginning = undefined;

  constructor(drawing) {
    super();
    this.#drawing = drawing;
    this.#reset(null);
  }

  // Drops what was entered; `beginning` is the part of a turn to go on with.
  prepare(rules, position, beginning = undefined) {
    this.#asked?.abort();
    this.#unanswered = false;
    this.#stopped = false;
    this.#early = [];
    this.#rules = rules;
    this.#position = position;
    this.#beginning = beginning;
    this.#arrivedAt = null;
    this.#reset(null);
  }

  // Waits for a turn of the position, unless it is somebody else's; resolves to what the service says
  // of the position.
  async begin(offers = true) {
    if (this.#stopped) return null;
    const answer = await this.#ask(this.#beginning || undefined);
    if (!answer) return null;
    this.#settle(() => {
      this.#reset(answer.turn);
      this.#offer(offers ? answer.turns : []);
    });
    return answer;
  }

  // No turn can be entered until `prepare`.
  stop() {
    this.#unanswered = false;
    this.#stopped = true;
    this.#early = null;
    this.#asked?.abort();
    this.#reset(null);
    this.#show();
  }

  // The board in the middle of the turn, or null before any is begun.
  get shown() {
    if (!this.#position || !this.entered) return null;
    const before = readPosition(this.#position);
    const position = this.turn ? withStone(this.turn, before.side) : before;
    if (this.huffed) position.stones.delete(this.huffed);
    // While a capture is chosen the stone waits where it goes.
    if (this.choice.length) {
      position.stones.delete(this.origin);
      position.stones.set(lastStep(this.choice[0]).to, before.side);
    }
    return position;
  }

  get stage() {
    if (this.choice.length) return "choice";
    if (this.turn) return "target";
    if (!this.options.length) return "over";
    if (!this.huffed && huffedIn(this.options[0])) return "huff";
    if (this.origin || this.options[0].steps[0]?.from === null) return "target";
    return "origin";
  }

  // Whether there is something that `undo` takes back.
  get entered() {
    return Boolean(this.turn ?? this.origin ?? this.huffed);
  }

  // The answer tells whether nothing was entered or taken back since.
  stay() {
    const entered = () => [this.turn, this.origin, this.huffed, this.choice[0]];
    const before = entered();
    return () => entered().every((one, place) => one === before[place]);
  }

  // Whether the service has not answered, so that the next press asks it again.
  get isUnanswered() {
    return this.#unanswered;
  }

  get inChain() {
    return this.turn !== null;
  }

  // Whether a stone may be dragged to the board, or might be once the answer is here.
  get canPlace() {
    return this.#early !== null || this.stage === "target";
  }

  // Does something now, or, while it is unknown what comes of what was entered, after that: then it
  // comes to the same however slow the service is.
  inTurn(action) {
    if (this.#isPending) {
      this.#drawing.settle();
      this.#early.push({ repeat: () => this.inTurn(action), isPress: false });
    } else {
      action();
    }
  }

  // Whether a stone is in the hand, and may be dragged.
  holds(point) {
    return this.origin === point && this.stage === "target";
  }

  canHold(point) {
    return !this.turn && this.stage !== "huff" && this.#origins().has(point);
  }

  press(point) {
    if (this.#isPending && point === this.#arrivedAt) return;
    if (this.#isEarly(() => this.press(point))) return;
    const reached = this.#reaching(point);
    if (this.stage === "choice") this.#choose(point);
    else if (this.stage === "huff") this.#huff(point);
    else if (reached.length) this.#arrive(reached);
    else if (this.turn) this.#endAt(point);
    else this.#hold(point);
  }

  // A stone is dropped on a point, even if it could not be held yet when it was taken; `from` is null
  // for one that is to be placed.
  drop(from, to) {
    if (this.#isEarly(() => this.drop(from, to))) return;
    if (!this.holds(from)) this.#pick(from);
    if (this.holds(from) && this.#reaching(to).length) this.press(to);
  }

  chooseCapture(capture) {
    this.inTurn(() => {
      const chosen = this.choice.find((one) => lastStep(one).capture === capture);
      if (chosen) this.#take(chosen);
    });
  }

  // Offers the steps that can follow, once the last one is shown; a turn that has none is complete.
  // If a step is being taken back, those that follow what is left.
  async goOn() {
    if (this.#isGoingBack) {
      await this.#goBack();
      return;
    }
    const { turn } = this;
    this.#early ??= [];
    this.#arrivedAt = this.origin;
    const next = lastStep(turn).capture ? this.#ask(turn.turn) : null;
    try {
      const answer = await next;
      await this.#drawing.rest;
      if (this.turn !== turn || (next && !answer)) return;
      this.#settle(() => (answer?.turns.length ? this.#offer(answer.turns) : this.#complete()));
    } catch (error) {
      this.#fail(error);
      this.#giveUp();
    }
  }

  // Ends the turn, if there is one.
  finish() {
    this.inTurn(() => this.turn && !this.#isGoingBack && this.#complete());
  }

  // Takes the last thing back; false if nothing was entered.
  undo() {
    if (this.choice.length) {
      this.choice = [];
    } else if (this.turn) {
      // All of the turn is taken back already.
      if (this.#beginning === "") return false;
      this.#takeStepBack();
      return true;
    } else if (this.origin) {
      this.origin = null;
    } else if (this.huffed) {
      this.huffed = undefined;
    } else {
      return false;
    }
    this.#show();
    return true;
  }

  // Whether the last step is still on the board only because nobody has answered what is left.
  get #isGoingBack() {
    return this.turn !== null && this.#beginning !== undefined;
  }

  #complete() {
    const { turn } = this;
    this.stop();
    this.dispatchEvent(new CustomEvent("turn", { detail: turn }));
  }

  // Whether something was entered of which only the answer tells what comes of it.
  get #isPending() {
    const entered = this.turn !== null || this.#beginning !== undefined;
    return this.#early !== null && !this.#unanswered && (entered || this.#early.length > 0);
  }

  // Whether something has to wait for the answer, which is asked for again if it did not come.
  #isEarly(repeat) {
    if (this.#unanswered) this.dispatchEvent(new Event("again"));
    else this.#early?.push({ repeat, isPress: true });
    return this.#unanswered || this.#early !== null;
  }

  // The answer is here: what was done meanwhile comes after it.
  #settle(show) {
    const early = this.#early ?? [];
    this.#early = null;
    this.#beginning = undefined;
    show();
    for (const { repeat } of early) repeat();
  }

  // Nobody answers. If a press came first, all that was done meanwhile is lost; otherwise it is done
  // now: a step is taken back, say, or the turn ends.
  #giveUp() {
    const early = this.#early ?? [];
    this.#early = [];
    if (early[0]?.isPress) return;
    for (const { repeat } of early) repeat();
  }

  #reset(turn) {
    this.turn = turn;
    this.options = [];
    this.choice = [];
    this.huffed = turn ? huffedIn(turn) : undefined;
    this.origin = turn ? lastStep(turn).to : null;
  }

  // The answer, or null where another question was asked meanwhile.
  async #ask(turn) {
    this.#asked?.abort();
    const asked = new AbortController();
    this.#asked = asked;
    this.#unanswered = false;
    try {
      const answer = await askSteps(this.#rules, this.#position, turn, asked.signal);
      return asked === this.#asked && !asked.signal.aborted ? answer : null;
    } catch (error) {
      if (asked.signal.aborted) return null;
      this.#unanswered = true;
      throw error;
    }
  }

  #fail(error) {
    this.dispatchEvent(new CustomEvent("problem", { detail: error }));
  }

  #offer(turns) {
    this.options = turns;
    this.#show();
  }

  #origins() {
    return new Set(this.#possible().map((one) => one.steps[0]?.from));
  }

  // The options with the stone that was huffed.
  #possible() {
    return this.turn ? this.options : this.options.filter((one) => huffedIn(one) === this.huffed);
  }

  #fromHere() {
    return this.#possible().filter((one) => lastStep(one)?.from === this.origin);
  }

  #reaching(point) {
    return this.#fromHere().filter((one) => lastStep(one).to === point);
  }

  #huff(point) {
    const options = this.options.filter((one) => huffedIn(one) === point);
    if (!options.length) return;
    this.huffed = point;
    this.turn = options.find((one) => !one.steps.length) ?? null;
    this.#show([{ kind: "off", names: [point] }]);
    if (this.turn) this.#complete();
  }

  // A stone is taken into the hand, or put back.
  #hold(point) {
    const can = this.#origins().has(point);
    this.origin = can && point !== this.origin ? point : null;
    this.#show();
    if (!can) this.#refuse(point);
  }

  // A stone was taken that is not in the hand.
  #pick(point) {
    const free = ["origin", "target"].includes(this.stage) && !this.turn;
    if (this.canHold(point)) this.press(point);
    else if (free) this.#refuse(point);
  }

  #refuse(point) {
    this.dispatchEvent(new CustomEvent("refused", { detail: point }));
  }

  #arrive(turns) {
    if (turns.length === 1) {
      this.#take(turns[0]);
    } else {
      const { from, to } = lastStep(turns[0]);
      this.choice = turns;
      this.#show([{ kind: "go", from, to }]);
    }
  }

  // The stone itself ends the chain, once it is known to go on: not with a hasty second press.
  #endAt(point) {
    if (point === this.origin && this.options.length) this.#complete();
  }

  #choose(point) {
    // A hasty second press of the same point does not count.
    if (point === lastStep(this.choice[0]).to) return;
    const chosen = this.choice.filter((one) => lastStep(one).captured.includes(point));
    if (chosen.length === 1) {
      this.#take(chosen[0]);
    } else {
      this.choice = [];
      this.#show();
    }
  }

  async #take(turn) {
    const arrived = this.choice.length > 0;
    this.#reset(turn);
    this.#show(lastStepScript(turn, arrived));
    await this.goOn();
  }

  #takeStepBack() {
    const turn = this.#beginning ?? this.turn.turn;
    const shorter = turn.slice(0, turn.lastIndexOf("-"));
    this.#beginning = shorter.includes("-") ? shorter : "";
    this.#goBack();
  }

  async #goBack() {
    this.#early = [];
    this.#arrivedAt = null;
    try {
      await this.begin();
    } catch (error) {
      this.#fail(error);
      this.#giveUp();
    }
  }

  #show(script = []) {
    const { stage } = this;
    const marks = {};
    if (stage === "huff") marks.huffable = new Set(this.options.map(huffedIn));
    if (stage === "origin") marks.movable = this.#origins();
    if (this.origin) marks.held = [this.choice.length ? lastStep(this.choice[0]).to : this.origin];
    if (stage === "target") marks.target = new Set(this.#fromHere().map((one) => lastStep(one).to));
    for (const one of this.choice) marks[lastStep(one).capture] = lastStep(one).captured;
    this.marks = marks;
    this.dispatchEvent(new CustomEvent("change", { detail: { script } }));
    this.#drawing.mark(marks);
  }
}

function lastStep(turn) {
  return turn.steps.at(-1);
}

function huffedIn(turn) {
  return readTurn(turn.turn).huffed;
}

// The board in the middle of a turn: its stone still stands, even if it leaves at the end.
function withStone(turn, colour) {
  const position = readPosition(turn.position);
  if (turn.steps.length) position.stones.set(lastStep(turn).to, colour);
  return position;
}
