// Draws turns as arrows on the board.

import { STONE, svg } from "./drawing.js";
import { readTurn } from "./position.js";

const HEAD = 10;

// turns: [{turn, rank}], rank 0 is the best.
export function showArrows(drawing, turns) {
  drawing.drawArrows = () => {
    drawing.arrows.replaceChildren(...turns.map(({ turn, rank }) => arrow(drawing, turn, rank)));
  };
  drawing.drawArrows();
}

function arrow(drawing, turn, rank) {
  const { huffed, points } = readTurn(turn);
  const places = points.map((name) => drawing.place(name));
  const parts = [];
  if (huffed) parts.push(cross(drawing.place(huffed)));
  if (places.length === 1) parts.push(placing(places[0]));
  else if (places.length) parts.push(...shaft(places));
  return svg("g", { class: `arrow rank-${rank}`, "data-turn": turn }, parts);
}

function cross({ x, y }) {
  return svg("path", { class: "huff", d: `M${x} ${y}m-6-6l12 12m0-12l-12 12` });
}

function placing({ x, y }) {
  return svg("circle", { class: "placing", cx: x, cy: y, r: STONE - 2 });
}

function shaft(places) {
  const [before, tip] = places.slice(-2);
  const angle = Math.atan2(tip.y - before.y, tip.x - before.x);
  const neck = { x: tip.x - HEAD * Math.cos(angle), y: tip.y - HEAD * Math.sin(angle) };
  const route = [...places.slice(0, -1), neck].map(({ x, y }) => `${x} ${y}`).join("L");
  const head = `translate(${tip.x} ${tip.y}) rotate(${(angle * 180) / Math.PI})`;
  return [
    svg("path", { class: "shaft", d: `M${route}` }),
    svg("path", { class: "head", d: `M0 0L-${HEAD + 4} -7V7z`, transform: head }),
    ...(places.length > 2 ? stepNumbers(places) : []),
  ];
}

// A chain may cross itself, so its steps are numbered, a little before their middle.
function stepNumbers(places) {
  return places.slice(1).flatMap((to, number) => {
    const from = places[number];
    const x = from.x + 0.45 * (to.x - from.x);
    const y = from.y + 0.45 * (to.y - from.y);
    return [
      svg("circle", { class: "step-disc", cx: x, cy: y, r: 5.5 }),
      svg("text", { class: "step", x, y: y + 3 }, number + 1),
    ];
  });
}
