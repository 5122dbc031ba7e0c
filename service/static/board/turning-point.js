// Finds the turn of a game that changed most, by short searches of all its positions.

import { ask } from "./api.js";
import { patiently } from "./solving.js";

const NODES = 20_000;
const BATCH = 16;
const STONES_PER_E = 2;
const LEAST_LOST = 0.15;

// The node behind the turn that gave away most, or null where none gave away much.
export async function findTurningPoint(rules, path) {
  const chances = [];
  for (let place = 0; place < path.length; place += BATCH) {
    chances.push(...(await chancesOf(rules, path.slice(place, place + BATCH))));
  }
  let most = { lost: LEAST_LOST, node: null };
  for (let place = 1; place < path.length; place++) {
    const [before, after] = [chances[place - 1], chances[place]];
    const lost = before === null || after === null ? 0 : before - (1 - after);
    if (lost > most.lost) most = { lost, node: path[place] };
  }
  return most.node;
}

// The chance of the side to move in every position, from 0 to 1; null where nothing is known.
async function chancesOf(rules, nodes) {
  const questions = nodes.map(({ position }) => ({ ask: "analysis", rules, position, nodes: NODES }));
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ questions });
  const { answers } = await patiently(() => ask("/v1/batch", {}, { method: "POST", headers, body }));
  return answers.map(({ answer }) => (answer ? chance(answer) : null));
}

function chance({ proof, value, score }) {
  if (proof === "proven") return { win: 1, draw: 0.5, loss: 0 }[value];
  return score === null ? null : 1 / (1 + Math.exp(-score / STONES_PER_E));
}
