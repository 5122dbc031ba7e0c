// Judges the turns of somebody who solves a puzzle, by the proofs of the service alone: a turn is
// right or wrong where that is proven, and otherwise open.

import { ask, askLine, check, Problem } from "./api.js";

const REPLIES = 5;
const REPLY_NODES = 300_000;
const BUSY_TRIES = 5;

const STIPULATIONS = { win: "win", draw: "draw", "best-turn": "best turn" };

export class Judge {
  #puzzle;
  #proofs = new Map();
  #verdict = null;

  // puzzle: {rules, position, stipulation, solutions, hint}; a solution is a text or a list of turns.
  constructor(puzzle) {
    this.#puzzle = puzzle;
  }

  get #goal() {
    return this.#puzzle.stipulation.goal;
  }

  // The turns that the solver has left, or undefined where the stipulation does not count them.
  turnsLeft(played) {
    const { turns } = this.#puzzle.stipulation;
    return this.#goal === "win" && turns ? turns - played : undefined;
  }

  // Looks ahead while the solver thinks.
  prepare(position, played) {
    if (this.#goal === "win") this.#prove(position, this.turnsLeft(played)).catch(() => {});
  }

  // What a turn of the solver is worth, `played` turns of it being over:
  // {verdict: "right", outcome, over, reply} · {verdict: "wrong", reason, values, reply} ·
  // {verdict: "open"}. The reply is a turn's text.
  async judge(position, turn, played) {
    if (this.#goal === "win") return this.#judgeWin(position, turn, this.turnsLeft(played));
    const [before, after] = await Promise.all([this.#prove(position), this.#prove(turn.position)]);
    if (!this.#comparable(before) || !this.#comparable(after)) return { verdict: "open" };
    const keeps = this.#goal === "draw" ? after.value === "draw" : isBest(before, after);
    if (keeps) return { verdict: "right", outcome: after.outcome, over: true };
    const lines = after.line.length ? [{ turns: after.line }] : (await this.#replies(turn.position)).lines;
    return this.#refuted(turn.position, { ...after, lines });
  }

  // The turns to the goal, as text, from the start those of the author; none where none is proven.
  async solution(position, played) {
    if (position === this.#puzzle.position) {
      const { solutions } = await this.#checked();
      if (solutions.length) return solutions[0];
    }
    const { value, line } = await this.#prove(position, this.turnsLeft(played));
    return value === "win" ? line : [];
  }

  // Which turn is best is known only if distances are, too.
  #comparable({ value, distance_exact: exact }) {
    return value !== "unknown" && (this.#goal === "draw" || exact);
  }

  async #checked() {
    this.#verdict ??= (await patiently(() => check(puzzleText(this.#puzzle)))).puzzles[0];
    return this.#verdict;
  }

  async #judgeWin(position, turn, left) {
    const proof = await this.#prove(position, left);
    if (await this.#isAmong(proof.winning_turns, position, turn)) return this.#right(turn);
    if (proof.undecided_turns.length) {
      const after = await this.#prove(turn.position);
      const late = left && after.distance?.turns > left - 1;
      if (after.value === "loss" && !late) return this.#right(turn);
      if (after.value === "unknown" || (late && !after.distance_exact)) return { verdict: "open" };
    }
    return this.#refuted(turn.position, await this.#replies(turn.position), left);
  }

  async #right(turn) {
    const after = await this.#prove(turn.position);
    if (after.outcome) return { verdict: "right", outcome: after.outcome, over: true };
    const reply = after.line[0] ?? (await this.#replies(turn.position)).lines[0].turns[0];
    return { verdict: "right", outcome: null, over: false, reply };
  }

  // Another route to the same position is the same turn to the solver.
  async #isAmong(winning, position, turn) {
    if (winning.some(({ routes }) => routes.includes(turn.turn))) return true;
    for (const one of winning.filter(({ routes, routes_count: count }) => count > routes.length)) {
      const [played] = await askLine(this.#puzzle.rules, position, [one.turn]);
      if (played.position === turn.position) return true;
    }
    return false;
  }

  async #refuted(position, answer, left) {
    const reply = answer.lines[0]?.turns[0];
    if (answer.proof !== "proven") return this.#escape(position, answer, left);
    const { value, distance } = answer;
    const wrong = (reason, values = {}) => ({ verdict: "wrong", reason, values, reply });
    if (value === "win") {
      return answer.distance_exact ? wrong("lost", { turns: distance.turns }) : wrong("lost-some-time");
    }
    if (value === "draw") return wrong("drawn");
    if (!left) return wrong("slow");
    return answer.distance_exact ? wrong("late", { more: distance.turns - left + 1 }) : wrong("late-some-time");
  }

  // The reply after which there is no win in time, the one that the engine likes best. That the
  // turn is wrong is proven; which reply shows it may not be.
  async #escape(position, { lines }, left) {
    const wrong = (reason, reply, values = {}) => ({ verdict: "wrong", reason, values, reply });
    const replies = lines.map(({ turns }) => turns[0]);
    if (!left) return wrong("unwon", replies[0]);
    if (left === 1) return wrong("unfinished", replies[0]);
    for (const reply of replies) {
      const [played] = await askLine(this.#puzzle.rules, position, [reply]);
      const { never, no_win_within: none } = await this.#prove(played.position, left - 1);
      if (never || none >= left - 1) return wrong("escapes", reply, { left: left - 1 });
    }
    return wrong("unwon-in-time", replies[0]);
  }

  #replies(position) {
    const { rules } = this.#puzzle;
    const query = { rules, position, lines: REPLIES, nodes: REPLY_NODES };
    return patiently(() => ask("/v1/analysis", query));
  }

  #prove(position, maxTurns) {
    const key = `${position} ${maxTurns}`;
    if (!this.#proofs.has(key)) {
      const query = { rules: this.#puzzle.rules, position, max_turns: maxTurns };
      const proof = patiently(() => ask("/v1/forced-win", query));
      proof.catch(() => this.#proofs.delete(key));
      this.#proofs.set(key, proof);
    }
    return this.#proofs.get(key);
  }
}

// Whether a turn led from one proven value to the same one, as quickly as can be.
function isBest(before, after) {
  const same = { win: "loss", draw: "draw", loss: "win" }[before.value] === after.value;
  return same && (before.distance?.plies ?? 1) - 1 === (after.distance?.plies ?? 0);
}

// The engine may be busy with others for a moment.
export async function patiently(question) {
  for (let tries = 1; ; tries++) {
    try {
      return await question();
    } catch (error) {
      if (!(error instanceof Problem) || !error.retrySeconds || tries === BUSY_TRIES) throw error;
      await new Promise((done) => setTimeout(done, error.retrySeconds * 1000));
    }
  }
}

function puzzleText({ rules, position, stipulation, solutions = [], hint }) {
  const { side, goal, turns } = stipulation;
  const asked = turns && goal === "win" ? `win in ${turns}` : STIPULATIONS[goal];
  return [
    `Rules: ${rules}`,
    `Position: ${position}`,
    `Stipulation: ${side} to play and ${asked}`,
    hint ? `Hint: ${hint}` : "",
    ...solutions.map((one) => `Solution: ${[one].flat().join(" ")}`),
  ].filter(Boolean).join("\n");
}
