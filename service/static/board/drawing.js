// Draws the board: surface, stones and marks, and lets stones move. Arrows are drawn by arrows.js.
//
// One point is GAP units from the next. Every stone is an element of its own, kept by the point it
// stands on, so that a step moves it instead of drawing another.

import { boardLines, fileAndRank, pointName, readTurn } from "./position.js";

const SVG = "http://www.w3.org/2000/svg";
const GAP = 40;
const FRAME = 18;
const BROAD = 1.5;
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
  #marks = svg("g", { class: "marks" });
  #points = svg("g", { class: "points" });
  #standing = new Map();
  #round = 0;
  #width = 0;
  #height = 0;

  constructor(element) {
    this.element = element;
    this.turned = false;
    this.arrows = svg("g", { class: "arrows" });
    element.append(
      gradients(), this.#surface, this.#last, this.#stones, this.#marks, this.arrows, this.#points,
    );
  }

  // Shows a position at once, and ends whatever still moves.
  show({ width, height, stones }) {
    this.#round++;
    if (width !== this.#width || height !== this.#height) this.#resize(width, height);
    for (const [name, stone] of this.#standing) {
      if (!stones.has(name)) {
        stone.remove();
        this.#standing.delete(name);
      }
    }
    for (const [name, colour] of stones) this.#put(name, colour);
  }

  // Plays a whole turn from the position that is shown.
  async play(turn, colour, flips) {
    const round = ++this.#round;
    const still = () => round === this.#round;
    const { huffed } = readTurn(turn.turn);
    if (huffed) await this.#takeOff(huffed);
    for (const step of turn.steps) {
      if (!still()) return;
      await this.#step(step, colour, flips, still);
    }
    if (still()) await this.#leave(turn, huffed);
  }

  // Plays one step of a turn that is being entered.
  step(step, colour, flips) {
    const round = ++this.#round;
    return this.#step(step, colour, flips, () => round === this.#round);
  }

  huff(name) {
    this.#round++;
    return this.#takeOff(name);
  }

  // What leaves at the end of a turn.
  leave(turn) {
    this.#round++;
    return this.#leave(turn, readTurn(turn.turn).huffed);
  }

  // kinds: {movable: [points], target: […], held: […], approach: […], …}
  mark(kinds) {
    const marks = Object.entries(kinds).flatMap(([kind, names]) =>
      [...names].map((name) => this.#mark(kind, name)),
    );
    this.#marks.replaceChildren(...marks);
  }

  showLast(turn) {
    const points = turn ? readTurn(turn.turn).points : [];
    const taken = turn ? [...turn.captured, ...turn.removed] : [];
    this.#last.replaceChildren(
      ...(points.length ? [svg("path", { class: "route", d: this.#path(points) })] : []),
      ...taken.map((name) => svg("path", { class: "taken", d: `M${this.#at(name)}m-4-4l8 8m0-8l-8 8` })),
    );
  }

  label(describe) {
    for (const point of this.#points.children) {
      point.setAttribute("aria-label", describe(point.dataset.point));
    }
  }

  turnRound() {
    this.turned = !this.turned;
    const stones = new Map([...this.#standing].map(([name, stone]) => [name, stone.dataset.colour]));
    const [width, height] = [this.#width, this.#height];
    this.#width = 0;
    this.show({ width, height, stones });
  }

  stoneOn(name) {
    return this.#standing.get(name)?.dataset.colour;
  }

  point(name) {
    return this.#points.querySelector(`[data-point="${name}"]`);
  }

  // The point that can be reached with Tab.
  get tabStop() {
    return this.#points.querySelector("[tabindex='0']");
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
    const { x, y } = this.#inDrawing(clientX, clientY);
    this.#stones.append(stone);
    stone.classList.add("dragged");
    stone.style.transform = `translate(${x}px, ${y}px)`;
  }

  drop(name, returns) {
    const stone = this.#standing.get(name);
    if (!stone) return;
    stone.classList.remove("dragged");
    if (returns) this.#glide(stone, name);
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
      stone = svg("g", {}, svg("circle", { r: STONE }));
      this.#standing.set(name, stone);
      this.#stones.append(stone);
    }
    for (const animation of stone.getAnimations()) animation.cancel();
    stone.setAttribute("class", `stone ${colour}`);
    stone.dataset.colour = colour;
    stone.style.transform = this.#translation(name);
    return stone;
  }

  #translation(name) {
    const { x, y } = this.place(name);
    return `translate(${x}px, ${y}px)`;
  }

  async #step(step, colour, flips, still) {
    if (step.from === null) {
      const stone = this.#put(step.to, colour);
      await moved(stone.firstChild, [{ transform: "scale(1.6)", opacity: 0 }, {}], TAKE_MS);
      return;
    }
    const stone = this.#standing.get(step.from);
    if (!stone) return;
    this.#standing.delete(step.from);
    this.#standing.set(step.to, stone);
    this.#stones.append(stone);
    await this.#glide(stone, step.to);
    if (!still()) return;
    await Promise.all(
      step.captured.map((name) => (flips ? this.#flip(name, colour, still) : this.#takeOff(name))),
    );
  }

  #glide(stone, name) {
    const from = stone.style.transform;
    const to = this.#translation(name);
    stone.style.transform = to;
    return moved(stone, [{ transform: from }, { transform: to }], STEP_MS);
  }

  async #flip(name, colour, still) {
    const stone = this.#standing.get(name);
    if (!stone) return;
    const disc = stone.firstChild;
    await moved(disc, [{}, { transform: "scaleX(0)" }], TAKE_MS / 2);
    if (!still()) return;
    stone.setAttribute("class", `stone ${colour}`);
    stone.dataset.colour = colour;
    await moved(disc, [{ transform: "scaleX(0)" }, {}], TAKE_MS / 2);
  }

  async #takeOff(name) {
    const stone = this.#standing.get(name);
    if (!stone) return;
    this.#standing.delete(name);
    await moved(stone.firstChild, [{}, { transform: "scale(0.3)", opacity: 0 }], TAKE_MS);
    stone.remove();
  }

  async #leave(turn, huffed) {
    const names = turn.removed.filter((name) => name !== huffed);
    await Promise.all(names.map((name) => this.#takeOff(name)));
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
    this.element.classList.toggle("broad", wide >= BROAD * high);
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

async function moved(element, frames, duration) {
  const timing = { duration: calm.matches ? 0 : duration, easing: "ease-in-out" };
  await element.animate(frames, timing).finished.catch(() => {});
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
