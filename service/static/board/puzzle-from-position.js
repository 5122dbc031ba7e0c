// Writes the position as a puzzle that asks for what is proven, with every solution there is.

import { valueText } from "./analysis.js";
import { ask, check, Problem } from "./api.js";
import { say } from "./words.js";

// Few enough that the clipboard need not wait long.
const NODES = 100_000;

const NAMES = { white: "White", black: "Black" };

// Resolves to the puzzle file, and to words about what was proven.
export async function composePuzzle({ rules, at }) {
  const answer = await ask("/v1/forced-win", { rules, position: at.position, nodes: NODES });
  if (answer.outcome) throw new Problem({ code: "over", detail: say("no-puzzle-when-over") });
  const tags = [`Title: ${say("puzzle-title")}`, `Rules: ${rules}`, `Position: ${at.position}`];
  const asking = [...tags, `Stipulation: ${stipulation(answer)}`];
  const solutions = await findSolutions(asking.join("\n"));
  const lines = solutions.map((line) => `Solution: ${line.join(" ")}`);
  return { text: [...asking, ...lines, ""].join("\n"), proven: whatIsProven(answer) };
}

function stipulation({ value, side, distance, distance_exact: exact }) {
  const name = NAMES[side];
  if (value === "draw") return `${name} to play and draw`;
  if (value !== "win") return `${name} to play: best turn`;
  return exact ? `${name} to play and win in ${distance.turns}` : `${name} to play and win`;
}

// Without a solution of the author's, every other first turn is reported as a cook.
async function findSolutions(text) {
  const [{ verdict, solutions, defects }] = (await check(text, { nodes: NODES })).puzzles;
  if (verdict === "unknown") return [];
  const cooks = defects.filter(({ code }) => code === "cook");
  return [...solutions, ...cooks.map(({ line }) => line)];
}

function whatIsProven(answer) {
  return answer.proof === "proven" ? valueText(answer, answer.side) : say("nothing-proven");
}
