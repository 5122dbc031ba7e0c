// How a turn is acted out: a script says what happens, and a motion turns it into frames of stones, a
// route that grows, and moments at which something is heard.

import { otherColour, readPosition, readTurn } from "./position.js";

const STEP_MS = 260;
const TAKE_MS = 180;
// Stones of a line are taken one after the other, and a chain rests before it goes on.
const APART_MS = 40;
const REST_MS = 90;
// A chain of more steps is faster, so that nobody waits for its end.
const UNHURRIED = 4;

// Stones that act out a script, each with its frames. `before` are the stones it begins with; they
// stand on `start(point)`, and go to `place(point)`.
export class Motion {
  #all = [];
  #standing = new Map();
  #place;
  #pace = 1;
  #steps = [];
  duration = 0;
  // What is heard: [{kind, at}, …]
  cues = [];

  constructor(before, start, place) {
    this.#place = place;
    for (const [name, colour] of before) this.#standing.set(name, this.#actor(colour, start(name)));
  }

  run(script) {
    const steps = script.filter(({ kind }) => kind === "go").length;
    this.#pace = Math.min(1, UNHURRIED / Math.max(steps, 1));
    script.forEach((one, place) => {
      this[one.kind](one);
      if (one.kind !== "go" && place < script.length - 1) this.duration += REST_MS * this.#pace;
    });
  }

  // One stone goes to another point.
  go({ from, to }) {
    const actor = this.#standing.get(from);
    if (!actor) return;
    const begin = this.duration;
    this.#standing.delete(from);
    this.#standing.set(to, actor);
    this.#change([actor], STEP_MS, { ...this.#place(to) });
    this.#steps.push([begin, this.duration]);
    if (from !== to) this.#cue("step");
    // It goes over the others.
    this.#all.push(...this.#all.splice(this.#all.indexOf(actor), 1));
  }

  off({ names }) {
    const actors = names.map((name) => this.#standing.get(name)).filter(Boolean);
    for (const name of names) this.#standing.delete(name);
    for (const place of actors.keys()) this.#cue("take", place * APART_MS);
    this.#change(actors, TAKE_MS, { wide: 0.4, high: 0.4, opacity: 0 }, APART_MS);
  }

  put({ name, colour }) {
    const actor = this.#actor(colour, this.#place(name), { wide: 1.6, high: 1.6, opacity: 0 });
    this.#standing.set(name, actor);
    this.#change([actor], TAKE_MS, { wide: 1, high: 1, opacity: 1 });
    this.#cue("step");
  }

  // The stones turn over: one side goes, and then the other comes.
  flip({ names, colour }) {
    const gone = names.map((name) => this.#standing.get(name)).filter(Boolean);
    for (const place of gone.keys()) this.#cue("flip", place * APART_MS);
    this.#change(gone, TAKE_MS / 2, { wide: 0 }, APART_MS);
    const come = names.map((name) => this.#actor(colour, this.#place(name), { wide: 0 }));
    names.forEach((name, number) => this.#standing.set(name, come[number]));
    this.#change(come, TAKE_MS / 2, { wide: 1 }, APART_MS);
  }

  // What takes part, as colours and frames of an animation.
  actors() {
    return this.#all.filter(moves).map(({ colour, states }) => {
      const whole = [{ ...states[0], at: 0 }, ...states, { ...states.at(-1), at: this.duration }];
      return { colour, frames: whole.map((state) => this.#frame(state)) };
    });
  }

  // The points on which something stands at the end that takes part.
  standing() {
    return [...this.#standing].filter(([, actor]) => moves(actor)).map(([name]) => name);
  }

  // The frames of a route whose legs have these lengths: the last ones grow as the stone goes.
  route(lengths) {
    const whole = lengths.reduce((sum, length) => sum + length, 0);
    const steps = this.#steps.slice(-lengths.length);
    const grown = lengths.slice(0, lengths.length - steps.length);
    let seen = grown.reduce((sum, length) => sum + length, 0) / whole;
    const frame = (at) => ({ offset: at / this.duration, strokeDasharray: "1", strokeDashoffset: 1 - seen });
    const frames = [frame(0)];
    steps.forEach(([begin, end], number) => {
      frames.push({ ...frame(begin), easing: "ease-in-out" });
      seen += lengths[grown.length + number] / whole;
      frames.push(frame(end));
    });
    return [...frames, frame(this.duration)];
  }

  #cue(kind, later = 0) {
    this.cues.push({ kind, at: this.duration + later * this.#pace });
  }

  #actor(colour, { x, y }, more = {}) {
    const actor = { colour, states: [{ at: 0, x, y, wide: 1, high: 1, opacity: 1, ...more }] };
    this.#all.push(actor);
    return actor;
  }

  #change(actors, lasting, change, apart = 0) {
    actors.forEach(({ states }, place) => {
      const now = states.at(-1);
      const begin = this.duration + place * apart * this.#pace;
      states.push({ ...now, at: begin }, { ...now, ...change, at: begin + lasting * this.#pace });
    });
    if (actors.length) this.duration += (lasting + apart * (actors.length - 1)) * this.#pace;
  }

  #frame({ at, x, y, wide, high, opacity }) {
    const transform = `${translation({ x, y })} scale(${wide}, ${high})`;
    return { offset: Math.min(1, at / this.duration), transform, opacity, easing: "ease-in-out" };
  }
}

function moves({ states }) {
  return states.length > 1;
}

export function translation({ x, y }) {
  return `translate(${x}px, ${y}px)`;
}

// How a turn is played: what is huffed, every step with what it takes, and what leaves at the end.
// With `shownSteps` the huffed stone and the first steps have been seen.
export function turnScript(turn, shownSteps = 0) {
  const { huffed } = readTurn(turn.turn);
  const colour = otherColour(readPosition(turn.position).side);
  const flips = turnsOver(turn);
  const script = huffed && !shownSteps ? [{ kind: "off", names: [huffed] }] : [];
  for (const step of turn.steps.slice(shownSteps)) script.push(...stepScript(step, colour, flips));
  return [...script, ...endScript(turn)];
}

// Whether the stones that a turn takes change colour: they still stand there.
export function turnsOver({ turn, captured, position }) {
  const last = readTurn(turn).points.at(-1);
  const { stones } = readPosition(position);
  return captured.some((name) => name !== last && stones.has(name));
}

// The last step of a turn that goes on. A stone that has `arrived` is already where it goes.
export function lastStepScript(turn, arrived = false) {
  const whole = turnScript(turn, turn.steps.length - 1);
  const last = whole.slice(0, whole.length - endScript(turn).length);
  return arrived ? last.filter(({ kind }) => kind !== "go") : last;
}

// What leaves at the end of a turn.
export function endScript(turn) {
  const { huffed } = readTurn(turn.turn);
  const names = turn.removed.filter((name) => name !== huffed);
  return names.length ? [{ kind: "off", names }] : [];
}

function stepScript({ from, to, captured: names }, colour, flips) {
  if (from === null) return [{ kind: "put", name: to, colour }];
  const taken = names.length ? [flips ? { kind: "flip", names, colour } : { kind: "off", names }] : [];
  return [{ kind: "go", from, to }, ...taken];
}
