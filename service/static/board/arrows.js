// Draws turns as arrows on the board: one per step, outlined, so that they are seen over stones.

import { STONE, svg } from "./drawing.js";
import { readTurn } from "./position.js";

const HEAD = 10;
// Between a point and the arrow that goes on from there, and between two arrows along one line.
const CLEAR = 3;
const LANE = 8;

// turns: [{turn, rank}], rank 0 is the best.
export function showArrows(drawing, turns) {
  drawing.drawArrows = () => {
    drawing.arrows.replaceChildren(...turns.map(({ turn, rank }) => arrow(drawing, turn, rank)));
  };
  drawing.drawArrows();
}

function arrow(drawing, turn, rank) {
  const { huffed, points } = readTurn(turn);
  const parts = [];
  if (huffed) parts.push(cross(drawing.place(huffed)));
  if (points.length === 1) parts.push(placing(drawing.place(points[0])));
  else parts.push(...steps(drawing, points));
  return svg("g", { class: `arrow rank-${rank}`, "data-turn": turn }, parts);
}

function cross({ x, y }) {
  return svg("path", { class: "huff", d: `M${x} ${y}m-6-6l12 12m0-12l-12 12` });
}

function placing({ x, y }) {
  return svg("circle", { class: "placing", cx: x, cy: y, r: STONE - 2 });
}

// A chain may go along a line again: each step has a lane of its own then. Steps are numbered.
function steps(drawing, points) {
  const legs = points.slice(1).map((to, number) => [points[number], to]);
  const lines = legs.map((leg) => [...leg].sort().join());
  const used = new Map();
  const shown = legs.map((leg, number) => {
    const line = lines[number];
    const count = lines.filter((one) => one === line).length;
    const place = used.get(line) ?? 0;
    used.set(line, place + 1);
    const ends = leg.map((name) => drawing.place(name));
    const first = number === 0;
    const last = number === legs.length - 1;
    return new Step(ends, { lane: place - (count - 1) / 2, back: leg[0] > leg[1], narrow: count > 1, first, last });
  });
  const numbers = legs.length > 1 ? shown.flatMap((step, number) => step.number(number + 1)) : [];
  return [...shown.map((step) => step.shape()), ...numbers];
}

// One arrow, in units along and across its line.
class Step {
  #origin;
  #ahead;
  #tail;
  #tip;
  #aside;
  #half;
  #barb;

  constructor([from, to], { lane, back, narrow, first, last }) {
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    this.#origin = from;
    this.#ahead = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
    this.#aside = lane * LANE * (back ? -1 : 1);
    this.#tail = first ? 0 : CLEAR;
    this.#tip = length - (last ? STONE / 3 : CLEAR);
    this.#half = narrow ? 1.7 : 2.5;
    this.#barb = narrow ? 5 : 7;
  }

  #at(along, across) {
    const { x, y } = this.#ahead;
    const aside = this.#aside + across;
    return [this.#origin.x + along * x - aside * y, this.#origin.y + along * y + aside * x];
  }

  shape() {
    const neck = this.#tip - HEAD;
    const [half, barb] = [this.#half, this.#barb];
    const corners = [
      [this.#tail, half], [neck, half], [neck, barb], [this.#tip, 0], [neck, -barb], [neck, -half], [this.#tail, -half],
    ];
    const path = corners.map(([along, across]) => this.#at(along, across).map((one) => one.toFixed(1)).join(" "));
    return svg("path", { class: "step-arrow", d: `M${path.join("L")}z` });
  }

  number(count) {
    const [x, y] = this.#at((this.#tail + this.#tip - HEAD) / 2, 0);
    return [svg("circle", { class: "step-disc", cx: x, cy: y, r: 6 }), svg("text", { class: "step", x, y: y + 3 }, count)];
  }
}
