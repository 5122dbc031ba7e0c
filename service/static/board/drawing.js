// Draws the board: surface, stones and marks. Arrows are drawn by arrows.js.
//
// The stones of a position are drawn at once, whole and right, whenever `show` is called. What moves
// is a second layer over them: it has stones of its own, hides those they stand for, and can be taken
// away at any moment (motion.js). So nothing that is interrupted leaves anything behind.
//
// One point is GAP units from the next.

import { Motion, translation, turnsOver } from "./motion.js";
import { boardLines, fileAndRank, isStrong, otherColour, pointName, readPosition, readTurn } from "./position.js";

const SVG = "http://www.w3.org/2000/svg";
const GAP = 40;
const FRAME = 18;
export const STONE = 14.5;
const ROSETTE =
  "q3-3.5 0-6.5q-3 3 0 6.5q3.5 3 6.5 0q-3-3-6.5 0q-3 3.5 0 6.5q3-3 0-6.5q-3.5-3-6.5 0q3 3 6.5 0";

const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Drawing {
  #surface = svg("g", { class: "surface" });
  #last = svg("g", { class: "last" });
  #stones = svg("g", { class: "stones" });
  #flipped = svg("g", { class: "flipped" });
  #moving = svg("g", { class: "moving" });
  #marks = svg("g", { class: "marks" });
  #points = svg("g", { class: "points" });
  #standing = new Map();
  #motion = null;
  #hush = null;
  #dropped = null;
  #carried = null;
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
    // Plays what is heard of a motion, its cues, and returns how to stop it.
    this.hear = () => null;
    element.append(
      gradients(), this.#surface, this.#last, this.#stones, this.#flipped, this.#moving, this.#marks, this.arrows, this.#points,
    );
  }

  // Shows a position at once. A script, such as `turnScript` writes, plays over it how it came about.
  show({ width, height, stones }, script = []) {
    const before = this.#colours();
    // If the same position is shown again, the motion may come to its end.
    if (this.moves && !script.length && isSame(before, stones)) return;
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
    if (script.length) this.#play(script, before, dropped);
  }

  // The stones on the board, once nothing moves.
  #colours() {
    return new Map([...this.#standing].map(([name, stone]) => [name, stone.dataset.colour]));
  }

  get moves() {
    return this.#motion !== null;
  }

  // Ends whatever still moves, and what is in the hand: the position alone is left.
  settle() {
    this.#motion = null;
    this.#hush?.();
    this.#hush = null;
    this.#dropped = null;
    this.#carried = null;
    for (const one of [...this.#moving.children, ...this.#last.querySelectorAll(".growing")]) cancelAnimations(one);
    this.#moving.replaceChildren();
    this.element.classList.remove("in-motion");
    for (const stone of this.#stones.querySelectorAll(".away")) stone.classList.remove("away");
  }

  #play(script, before, dropped) {
    const start = (name) => (name === dropped?.name ? dropped.place : this.place(name));
    const motion = new Motion(before, start, (name) => this.place(name));
    motion.run(script);
    if (calm.matches) {
      this.hear(motion.cues.slice(-1).map((cue) => ({ ...cue, at: 0 })));
      return;
    }
    this.#motion = motion;
    this.#hush = this.hear(motion.cues);
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

  // The way of a turn, and the ghosts of what it took. What is shown already stays as it is.
  showLast(turn) {
    if (this.#shown.last === turn) return;
    this.#shown.last = turn;
    this.#drawLast();
  }

  #drawLast() {
    const turn = this.#shown.last;
    const points = turn ? readTurn(turn.turn).points : [];
    const route = svg("path", { class: "route", d: points.length ? this.#path(points) : "", pathLength: 1 });
    this.#last.replaceChildren(...(points.length > 1 ? [route] : []), ...(turn ? this.#ghosts(turn) : []));
    this.#flipped.replaceChildren(...(turn ? this.#turnedOver(turn) : []));
    if (this.#motion?.duration && points.length > 1) this.#grow(route, points);
  }

  // A route that is being walked is not seen before.
  #grow(route, points) {
    const places = points.map((name) => this.place(name));
    const lengths = places.slice(1).map(({ x, y }, number) => Math.hypot(x - places[number].x, y - places[number].y));
    route.classList.add("growing");
    route.animate(this.#motion.route(lengths), { duration: this.#motion.duration });
  }

  #ghosts(turn) {
    const { captured, removed, position } = turn;
    const { huffed } = readTurn(turn.turn);
    const { side: enemy } = readPosition(position);
    const ghost = (name, colour) => svg("circle", { class: `ghost ${colour}`, r: STONE - 1, transform: `translate(${this.#at(name)})` });
    const gone = turnsOver(turn) ? [] : captured;
    return [
      ...gone.map((name) => ghost(name, enemy)),
      ...removed.map((name) => ghost(name, name === huffed ? enemy : otherColour(enemy))),
      ...[...gone, ...removed].map((name) => svg("path", { class: "taken", d: `M${this.#at(name)}m-4-4l8 8m0-8l-8 8` })),
    ];
  }

  // Stones that have changed colour show what they were.
  #turnedOver(turn) {
    if (!turnsOver(turn)) return [];
    const { side: enemy, stones } = readPosition(turn.position);
    const standing = turn.captured.filter((name) => stones.get(name) === otherColour(enemy));
    return standing.map((name) => svg("circle", { class: enemy, r: 5, transform: `translate(${this.#at(name)})` }));
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
    this.element.classList.toggle("turned", this.turned);
    this.settle();
    const stones = this.#colours();
    const [width, height] = [this.#width, this.#height];
    const focused = this.#points.querySelector(":focus")?.dataset.point;
    const { marks, last, describe } = this.#shown;
    this.#width = 0;
    this.show({ width, height, stones });
    this.mark(marks);
    this.#shown.last = last;
    this.#drawLast();
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

  // Who has pressed a button with a key goes on at the board; a click by pointer leaves the focus alone.
  focusAfter({ detail }) {
    if (detail === 0) this.tabStop.focus({ preventScroll: true });
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
    this.#play([{ kind: "go", from: name, to: name }], before, dropped);
  }

  // A stone from beside the board follows the pointer, until `settle`.
  carry(colour, clientX, clientY) {
    if (!this.#carried) {
      this.settle();
      this.#carried = stoneOf(colour);
      this.#carried.classList.add("dragged");
      this.#moving.append(this.#carried);
    }
    this.#carried.style.transform = translation(this.#inDrawing(clientX, clientY));
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
    this.#flipped.replaceChildren();
    this.#shown.last = null;
    this.#surface.replaceChildren(...this.#surfaceParts(wide, high));
    this.#points.replaceChildren(...this.#pointParts());
  }

  #surfaceParts(wide, high) {
    const field = { x: FRAME, y: FRAME, width: wide - 2 * FRAME, height: high - 2 * FRAME, rx: 2 };
    const ends = boardLines(this.#width, this.#height).map(([file, rank, toFile, toRank]) =>
      this.#path([pointName(file, rank), pointName(toFile, toRank)]),
    );
    const lines = ends.join("");
    const strong = (wanted) => this.#names().filter((name) => isStrong(name) === wanted);
    const dots = (names) => names.map((name) => `M${this.#at(name)}h0`).join("");
    const rosettes = [9, high - 9].flatMap((y) => [9, wide - 9].map((x) => `M${x} ${y}${ROSETTE}`));
    return [
      svg("rect", { class: "frame", width: wide, height: high, rx: 7 }),
      svg("rect", { class: "field", ...field }),
      ...GRAIN.map((kind, number) => svg("path", { class: `grain ${kind}`, d: grain(wide, high, number) })),
      svg("rect", { class: "rim", x: 0.75, y: 0.75, width: wide - 1.5, height: high - 1.5, rx: 6.5 }),
      svg("rect", { class: "edge", x: 3.5, y: 3.5, width: wide - 7, height: high - 7, rx: 4.5 }),
      svg("rect", { class: "sunk", ...field }),
      svg("path", { class: "edge rosettes", d: rosettes.join("") }),
      svg("path", { class: "groove", d: lines, transform: "translate(.5 1)" }),
      svg("path", { class: "lines", d: lines }),
      svg("path", { class: "dots", d: dots(strong(false)) }),
      svg("path", { class: "dots strong", d: dots(strong(true)) }),
      svg("path", { class: "inlays", d: dots(strong(true)) }),
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

function isSame(stones, others) {
  return stones.size === others.size && [...stones].every(([name, colour]) => others.get(name) === colour);
}

function cancelAnimations(element) {
  for (const one of element.getAnimations()) one.cancel();
}

// Its shadow, the stone itself, and the light on it.
function stoneOf(colour) {
  const stone = svg(
    "g",
    { class: `stone ${colour}` },
    svg("ellipse", { class: "cast", cx: 1.2, cy: 2.6, rx: STONE + 2.4, ry: STONE + 1.8 }),
    svg("circle", { r: STONE }),
    svg("ellipse", { class: "shine", cx: -1, cy: -7.5, rx: 7.5, ry: 4.4, transform: "rotate(-28)" }),
  );
  stone.dataset.colour = colour;
  return stone;
}

// Colours are in the style sheet, by the class of each stop.
function gradients() {
  const stops = (name, offsets) => offsets.map((offset, number) => svg("stop", { class: `${name}-${number}`, offset }));
  const round = (name, offsets, more = {}) => svg("radialGradient", { id: name, ...more }, stops(name, offsets));
  const straight = (name, more = {}) => svg("linearGradient", { id: name, x2: 0.4, y2: 1, ...more }, stops(name, [0, 1]));
  const lit = { cx: 0.38, cy: 0.3, r: 0.78 };
  return svg(
    "defs",
    {},
    ...["white", "black"].map((colour) => round(`stone-${colour}`, [0, 0.7, 1], lit)),
    round("cast", [0.72, 1]),
    round("shine", [0, 1]),
    ...["wood-field", "wood-frame", "wood-rim", "wood-sunk"].map((name) => straight(name)),
  );
}

// Lines that follow each other like those of a plank, in three kinds.
const GRAIN = ["fine", "fair", "deep"];

function grain(wide, high, kind) {
  const third = (wide - 2 * FRAME) / 3;
  const path = [];
  for (let y = FRAME + 3, number = 0; y < high - FRAME - 3; y += 2.6 + 1.7 * Math.abs(Math.sin(number * 1.7)), number++) {
    if ((number * 7) % 11 % GRAIN.length !== kind) continue;
    const [first, second, end] = [0.31, 0.23, 0.41].map((pace, place) => 5 * Math.sin(number * pace + place));
    const within = (offset) => Math.min(Math.max(y + offset, FRAME + 1), high - FRAME - 1).toFixed(1);
    path.push(`M${FRAME} ${y.toFixed(1)}C${FRAME + third} ${within(first)} ${FRAME + 2 * third} ${within(second)} ${wide - FRAME} ${within(end)}`);
  }
  return path.join("");
}

export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.flat());
  return element;
}
