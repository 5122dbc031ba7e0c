// Draws the board: surface, stones and marks. Arrows are drawn by arrows.js.
//
// The stones of a position are drawn at once, whole and right, whenever `show` is called. What moves
// is a second layer over them: it has stones of its own, hides those they stand for, and can be taken
// away at any moment. So nothing that is interrupted leaves anything behind.
//
// One point is GAP units from the next.

import { boardLines, fileAndRank, pointName, readPosition, readTurn } from "./position.js";

const SVG = "http://www.w3.org/2000/svg";
const GAP = 40;
const FRAME = 18;
export const STONE = 14.5;
const ROSETTE =
  "q3-3.5 0-6.5q-3 3 0 6.5q3.5 3 6.5 0q-3-3-6.5 0q-3 3.5 0 6.5q3-3 0-6.5q-3.5-3-6.5 0q3 3 6.5 0";

const STEP_MS = 240;
const TAKE_MS = 200;

const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Drawing {
  #surface = svg("g", { class: "surface" });
  #last = svg("g", { class: "last" });
  #stones = svg("g", { class: "stones" });
  #moving = svg("g", { class: "moving" });
  #marks = svg("g", { class: "marks" });
  #points = svg("g", { class: "points" });
  #standing = new Map();
  #motion = null;
  #dropped = null;
  #shown = { marks: {}, last: null, describe: (name) => name };
  #width = 0;
  #height = 0;

  constructor(element) {
    this.element = element;
    this.turned = false;
    this.arrows = svg("g", { class: "arrows" });
    // Draws the arrows again where the board was turned.
    this.drawArrows = () => {};
    // Resolves once nothing moves.
    this.rest = Promise.resolve();
    element.append(
      gradients(), this.#surface, this.#last, this.#stones, this.#moving, this.#marks, this.arrows, this.#points,
    );
  }

  // Shows a position at once. A script, such as `turnScript` writes, plays over it how it came about.
  show({ width, height, stones }, script = []) {
    const before = new Map([...this.#standing].map(([name, stone]) => [name, stone.dataset.colour]));
    const dropped = this.#dropped;
    this.settle();
    if (width !== this.#width || height !== this.#height) this.#resize(width, height);
    for (const [name, stone] of this.#standing) {
      if (!stones.has(name)) {
        stone.remove();
        this.#standing.delete(name);
      }
    }
    for (const [name, colour] of stones) this.#put(name, colour);
    if (script.length && !calm.matches) this.#play(script, before, dropped);
  }

  // Ends whatever still moves, and what is in the hand: the position alone is left.
  settle() {
    this.#motion = null;
    this.#dropped = null;
    this.#moving.replaceChildren();
    this.element.classList.remove("in-motion");
    for (const stone of this.#stones.querySelectorAll(".away")) stone.classList.remove("away");
  }

  #play(script, before, dropped) {
    const start = (name) => (name === dropped?.name ? dropped.place : this.place(name));
    const motion = new Motion(before, start, (name) => this.place(name));
    motion.run(script);
    this.#motion = motion;
    this.element.classList.add("in-motion");
    for (const name of motion.standing()) this.#standing.get(name)?.classList.add("away");
    const animations = motion.actors().map(({ colour, frames }) => {
      const actor = stoneOf(colour);
      this.#moving.append(actor);
      return actor.animate(frames, { duration: motion.duration, fill: "both" }).finished.catch(() => {});
    });
    this.rest = Promise.all(animations).then(() => {
      if (motion === this.#motion) this.settle();
    });
  }

  // kinds: {movable: [points], target: […], held: […], approach: […], …}
  mark(kinds) {
    this.#shown.marks = kinds;
    const marks = Object.entries(kinds).flatMap(([kind, names]) =>
      [...names].map((name) => this.#mark(kind, name)),
    );
    this.#marks.replaceChildren(...marks);
  }

  // The way of a turn, and what it took.
  showLast(turn) {
    this.#shown.last = turn;
    const points = turn ? readTurn(turn.turn).points : [];
    const taken = turn ? [...turn.captured, ...turn.removed] : [];
    this.#last.replaceChildren(
      ...(points.length ? [svg("path", { class: "route", d: this.#path(points) })] : []),
      ...taken.map((name) => svg("path", { class: "taken", d: `M${this.#at(name)}m-4-4l8 8m0-8l-8 8` })),
    );
  }

  label(describe) {
    this.#shown.describe = describe;
    for (const point of this.#points.children) {
      point.setAttribute("aria-label", describe(point.dataset.point));
    }
  }

  // Whose stones are below; everything that is drawn turns with the board.
  turnRound() {
    this.turned = !this.turned;
    const stones = new Map([...this.#standing].map(([name, stone]) => [name, stone.dataset.colour]));
    const [width, height] = [this.#width, this.#height];
    const focused = this.#points.querySelector(":focus")?.dataset.point;
    const { marks, last, describe } = this.#shown;
    this.#width = 0;
    this.show({ width, height, stones });
    this.mark(marks);
    this.showLast(last);
    this.label(describe);
    this.drawArrows();
    if (focused) this.focus(focused);
  }

  point(name) {
    return this.#points.querySelector(`[data-point="${name}"]`);
  }

  // The point that can be reached with Tab.
  get tabStop() {
    return this.#points.querySelector("[tabindex='0']");
  }

  focus(name) {
    this.tabStop.setAttribute("tabindex", -1);
    this.point(name).setAttribute("tabindex", 0);
    this.point(name).focus({ preventScroll: true });
  }

  // The point below a place on the screen, or null.
  pointAt(clientX, clientY) {
    const { x, y } = this.#inDrawing(clientX, clientY);
    const column = Math.round(x / GAP) - 1;
    const row = Math.round(y / GAP) - 1;
    if (column < 0 || row < 0 || column >= this.#width || row >= this.#height) return null;
    return this.#nameAt(column, row);
  }

  // The next point in a direction of the screen, or null.
  neighbour(name, columns, rows) {
    const { x, y } = this.place(name);
    const column = x / GAP - 1 + columns;
    const row = y / GAP - 1 + rows;
    if (column < 0 || row < 0 || column >= this.#width || row >= this.#height) return null;
    return this.#nameAt(column, row);
  }

  // Lets a stone follow the pointer.
  drag(name, clientX, clientY) {
    const stone = this.#standing.get(name);
    if (!stone) return;
    if (this.#dropped?.name !== name) {
      this.settle();
      const copy = stoneOf(stone.dataset.colour);
      copy.classList.add("dragged");
      this.#moving.append(copy);
      stone.classList.add("away");
    }
    const place = this.#inDrawing(clientX, clientY);
    this.#dropped = { name, place };
    this.#moving.firstChild.style.transform = translation(place);
  }

  // A stone that is let go and was not taken further returns to its point.
  drop(name) {
    if (this.#dropped?.name !== name) return;
    const dropped = this.#dropped;
    const before = new Map([[name, this.#standing.get(name).dataset.colour]]);
    this.settle();
    if (!calm.matches) this.#play([{ kind: "go", from: name, to: name }], before, dropped);
  }

  #inDrawing(clientX, clientY) {
    return new DOMPoint(clientX, clientY).matrixTransform(this.element.getScreenCTM().inverse());
  }

  #nameAt(column, row) {
    return this.turned
      ? pointName(this.#width - 1 - column, row)
      : pointName(column, this.#height - 1 - row);
  }

  // Where a point lies in the drawing.
  place(name) {
    const [file, rank] = fileAndRank(name);
    return this.turned
      ? { x: (this.#width - file) * GAP, y: (rank + 1) * GAP }
      : { x: (file + 1) * GAP, y: (this.#height - rank) * GAP };
  }

  #at(name) {
    const { x, y } = this.place(name);
    return `${x} ${y}`;
  }

  #path(points) {
    return `M${points.map((name) => this.#at(name)).join("L")}`;
  }

  #put(name, colour) {
    let stone = this.#standing.get(name);
    if (!stone) {
      stone = stoneOf(colour);
      this.#standing.set(name, stone);
      this.#stones.append(stone);
    }
    stone.setAttribute("class", `stone ${colour}`);
    stone.dataset.colour = colour;
    stone.dataset.on = name;
    stone.style.transform = translation(this.place(name));
  }

  #mark(kind, name) {
    const { x, y } = this.place(name);
    const at = { class: `mark ${kind}`, transform: `translate(${x} ${y})` };
    if (kind === "target") return svg("circle", { ...at, r: 6 });
    if (kind === "approach" || kind === "withdrawal") {
      const letter = svg("text", { y: 5 }, kind === "approach" ? "A" : "W");
      return svg("g", at, svg("circle", { r: STONE + 1 }), letter);
    }
    return svg("circle", { ...at, r: STONE + 3 });
  }

  #resize(width, height) {
    this.#width = width;
    this.#height = height;
    const wide = (width + 1) * GAP;
    const high = (height + 1) * GAP;
    this.element.setAttribute("viewBox", `0 0 ${wide} ${high}`);
    this.element.parentElement.style.setProperty("--ratio", wide / high);
    this.#standing.clear();
    this.#stones.replaceChildren();
    this.#marks.replaceChildren();
    this.arrows.replaceChildren();
    this.#last.replaceChildren();
    this.#surface.replaceChildren(...this.#surfaceParts(wide, high));
    this.#points.replaceChildren(...this.#pointParts());
  }

  #surfaceParts(wide, high) {
    const field = { x: FRAME, y: FRAME, width: wide - 2 * FRAME, height: high - 2 * FRAME, rx: 2 };
    const ends = boardLines(this.#width, this.#height).map(([file, rank, toFile, toRank]) =>
      this.#path([pointName(file, rank), pointName(toFile, toRank)]),
    );
    const lines = ends.join("");
    const dots = this.#names().map((name) => `M${this.#at(name)}h0`).join("");
    const rosettes = [9, high - 9].flatMap((y) => [9, wide - 9].map((x) => `M${x} ${y}${ROSETTE}`));
    return [
      svg("rect", { class: "frame", width: wide, height: high, rx: 7 }),
      svg("rect", { class: "field", ...field }),
      svg("path", { class: "grain", d: grain(wide, high) }),
      svg("rect", { class: "edge", x: 1.5, y: 1.5, width: wide - 3, height: high - 3, rx: 6 }),
      svg("rect", { class: "edge", ...field }),
      svg("path", { class: "edge rosettes", d: rosettes.join("") }),
      svg("path", { class: "groove", d: lines, transform: "translate(.5 1)" }),
      svg("path", { class: "lines", d: lines }),
      svg("path", { class: "dots", d: dots }),
      svg("g", { class: "coordinates", "aria-hidden": "true" }, this.#coordinates(high)),
    ];
  }

  #coordinates(high) {
    const files = Array.from({ length: this.#width }, (_, file) => pointName(file, 0));
    const ranks = Array.from({ length: this.#height }, (_, rank) => pointName(0, rank));
    return [
      ...files.map((name) => svg("text", { x: this.place(name).x, y: high - FRAME / 2 + 3.5 }, name[0])),
      ...ranks.map((name) => svg("text", { x: FRAME / 2, y: this.place(name).y + 3.5 }, name.slice(1))),
    ];
  }

  #names() {
    const names = [];
    for (let rank = this.#height - 1; rank >= 0; rank--) {
      for (let file = 0; file < this.#width; file++) names.push(pointName(file, rank));
    }
    return names;
  }

  // What the keyboard and screen readers use: a button on every point.
  #pointParts() {
    return this.#names().map((name, number) => {
      const { x, y } = this.place(name);
      const attributes = { role: "button", tabindex: number ? -1 : 0, "data-point": name, "aria-label": name };
      return svg("g", attributes, svg("circle", { cx: x, cy: y, r: GAP / 2 - 1 }));
    });
  }
}

// Stones that act out a script, each with its frames. `before` are the stones it begins with; they
// stand on `start(point)`, and go to `place(point)`.
class Motion {
  #all = [];
  #standing = new Map();
  #place;
  duration = 0;

  constructor(before, start, place) {
    this.#place = place;
    for (const [name, colour] of before) this.#standing.set(name, this.#actor(colour, start(name)));
  }

  run(script) {
    for (const one of script) this[one.kind](one);
  }

  // One stone goes to another point.
  go({ from, to }) {
    const actor = this.#standing.get(from);
    if (!actor) return;
    this.#standing.delete(from);
    this.#standing.set(to, actor);
    this.#change([actor], STEP_MS, { ...this.#place(to) });
    // It goes over the others.
    this.#all.push(...this.#all.splice(this.#all.indexOf(actor), 1));
  }

  off({ names }) {
    const actors = names.map((name) => this.#standing.get(name)).filter(Boolean);
    for (const name of names) this.#standing.delete(name);
    this.#change(actors, TAKE_MS, { wide: 0.3, high: 0.3, opacity: 0 });
  }

  put({ name, colour }) {
    const actor = this.#actor(colour, this.#place(name), { wide: 1.6, high: 1.6, opacity: 0 });
    this.#standing.set(name, actor);
    this.#change([actor], TAKE_MS, { wide: 1, high: 1, opacity: 1 });
  }

  // The stones turn over: one side goes, and then the other comes.
  flip({ names, colour }) {
    const gone = names.map((name) => this.#standing.get(name)).filter(Boolean);
    this.#change(gone, TAKE_MS / 2, { wide: 0 });
    const come = names.map((name) => this.#actor(colour, this.#place(name), { wide: 0 }));
    names.forEach((name, number) => this.#standing.set(name, come[number]));
    this.#change(come, TAKE_MS / 2, { wide: 1 });
  }

  // What takes part, as colours and frames of an animation.
  actors() {
    return this.#touched(this.#all).map(({ colour, states }) => {
      const whole = [{ ...states[0], at: 0 }, ...states, { ...states.at(-1), at: this.duration }];
      return { colour, frames: whole.map((state) => this.#frame(state)) };
    });
  }

  // The points on which something stands at the end that takes part.
  standing() {
    return [...this.#standing].filter(([, actor]) => actor.states.length > 1).map(([name]) => name);
  }

  #touched(actors) {
    return actors.filter(({ states }) => states.length > 1);
  }

  #actor(colour, { x, y }, more = {}) {
    const actor = { colour, states: [{ at: 0, x, y, wide: 1, high: 1, opacity: 1, ...more }] };
    this.#all.push(actor);
    return actor;
  }

  #change(actors, lasting, change) {
    for (const { states } of actors) {
      const now = states.at(-1);
      states.push({ ...now, at: this.duration }, { ...now, ...change, at: this.duration + lasting });
    }
    if (actors.length) this.duration += lasting;
  }

  #frame({ at, x, y, wide, high, opacity }) {
    const transform = `${translation({ x, y })} scale(${wide}, ${high})`;
    return { offset: at / this.duration, transform, opacity, easing: "ease-in-out" };
  }
}

// How a turn is played: what is huffed, every step with what it takes, and what leaves at the end.
// With `shownSteps` the huffed stone and the first steps have been seen.
export function turnScript(turn, shownSteps = 0) {
  const { huffed, points } = readTurn(turn.turn);
  const { stones, side } = readPosition(turn.position);
  const colour = side === "white" ? "black" : "white";
  // Where stones change colour, those that were taken still stand there.
  const flips = turn.captured.some((name) => name !== points.at(-1) && stones.has(name));
  const script = huffed && !shownSteps ? [{ kind: "off", names: [huffed] }] : [];
  for (const step of turn.steps.slice(shownSteps)) script.push(...stepScript(step, colour, flips));
  return [...script, ...endScript(turn)];
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

function stoneOf(colour) {
  const stone = svg("g", { class: `stone ${colour}` }, svg("circle", { r: STONE }));
  stone.dataset.colour = colour;
  return stone;
}

function translation({ x, y }) {
  return `translate(${x}px, ${y}px)`;
}

function gradients() {
  const one = (colour) =>
    svg(
      "radialGradient",
      { id: `stone-${colour}`, cx: 0.4, cy: 0.3, r: 0.8 },
      svg("stop", { class: `light-${colour}` }),
      svg("stop", { class: `shade-${colour}`, offset: 1 }),
    );
  return svg("defs", {}, one("white"), one("black"));
}

function grain(wide, high) {
  const length = wide - 2 * FRAME;
  const third = Math.floor(length / 3);
  let waves = "";
  for (let y = FRAME + 7, number = 0; y < high - FRAME - 3; y += 11, number++) {
    const bend = ((number * 7) % 5) - 2;
    const end = ((number * 11) % 7) - 3;
    waves += `M${FRAME} ${y}c${third} ${3 * bend} ${third} ${3 * end} ${length} ${end}`;
  }
  return waves;
}

export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.flat());
  return element;
}
