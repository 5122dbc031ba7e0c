// Asks the service. An answer is its JSON; what is no answer is thrown as a Problem.

import { language } from "./words.js";

// The service tells faults in English and French; most readers of Malagasy read French.
const LANGUAGES = { mg: "mg, fr;q=0.5" };

export class Problem extends Error {
  constructor(body) {
    super(body.detail);
    this.code = body.code;
    this.errors = body.errors ?? [];
    this.retrySeconds = body.retrySeconds;
  }
}

const UNREACHABLE = { code: "unreachable", detail: "" };

function address(path, query) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return given.length ? `${path}?${new URLSearchParams(given)}` : path;
}

async function request(path, query, options) {
  let response;
  try {
    const headers = { "Accept-Language": LANGUAGES[language] ?? language, ...options.headers };
    response = await fetch(address(path, query), { ...options, headers });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(UNREACHABLE);
  }
  if (response.ok) return response;
  const body = await response.json().catch(() => UNREACHABLE);
  throw new Problem({ ...body, retrySeconds: Number(response.headers.get("Retry-After")) || null });
}

export async function ask(path, query = {}, options = {}) {
  return (await request(path, query, options)).json();
}

export async function askText(path, query = {}) {
  return (await request(path, query, {})).text();
}

export function check(puzzleText, budget = {}) {
  const options = { method: "POST", headers: { "Content-Type": "text/plain" }, body: puzzleText };
  return ask("/v1/puzzles/check", budget, options);
}

// The steps that can follow a turn so far, or begin one.
export function askSteps(rules, position, turn, signal) {
  return ask("/v1/steps", { rules, position, turn }, { signal });
}

// A line of turns as full turns. Long ones are asked piece by piece: an address has its limits.
const LONGEST_PIECE = 2000;

export async function askLine(rules, position, turns) {
  const played = [];
  let from = position;
  for (const piece of pieces(turns)) {
    const answer = await ask("/v1/play", { rules, position: from, line: piece.join(" ") });
    played.push(...answer.turns);
    from = answer.after.position;
  }
  return played;
}

function pieces(turns) {
  const found = [];
  let room = 0;
  for (const turn of turns) {
    const length = encodeURIComponent(turn).length + 1;
    if (length > room) {
      found.push([]);
      room = LONGEST_PIECE;
    }
    found.at(-1).push(turn);
    room -= length;
  }
  return found;
}

// The answers of a search as they come, the final one last.
export async function* stream(path, query, signal) {
  const headers = { Accept: "application/x-ndjson" };
  const response = await request(path, query, { headers, signal });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const { event, ...content } = JSON.parse(line);
      if (event === "problem") throw new Problem(content);
      if (event !== "heartbeat") yield { final: event === "answer", ...content };
    }
  }
}
