// Asks the service. An answer is its JSON; everything else is thrown as a Problem.

import { language, say } from "./words.js";

const PASSING = ["searches-busy", "too-many-requests"];
const PASSING_SECONDS = 2;
const TOO_LONG = ["body-too-large", "url-too-long"];

export class Problem extends Error {
  constructor(body) {
    super(TOO_LONG.includes(body.code) ? say("text-too-long") : body.detail);
    this.code = body.code;
    this.errors = body.errors ?? [];
    // When the same question may be asked again; null where it would be refused again.
    this.retrySeconds = PASSING.includes(this.code) ? body.retrySeconds || PASSING_SECONDS : null;
  }
}

function unreachable() {
  return { code: "unreachable", detail: say(navigator.onLine ? "unreachable" : "offline") };
}

function address(path, query) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return given.length ? `${path}?${new URLSearchParams(given)}` : path;
}

// Nobody answers, or an answer breaks off; who has asked to stop hears of that as it is.
function cutOff(error) {
  throw error.name === "AbortError" ? error : new Problem(unreachable());
}

// A module that is loaded when it is needed.
export function load(module) {
  return import(module).catch(cutOff);
}

async function request(path, query, options) {
  const headers = { "Accept-Language": language, ...options.headers };
  const response = await fetch(address(path, query), { ...options, headers }).catch(cutOff);
  if (response.ok) return response;
  const body = await response.json().catch(unreachable);
  throw new Problem({ ...body, retrySeconds: Number(response.headers.get("Retry-After")) });
}

export async function ask(path, query = {}, options = {}) {
  return (await request(path, query, options)).json().catch(cutOff);
}

export async function askText(path, query = {}) {
  return (await request(path, query, {})).text().catch(cutOff);
}

// More bytes the service does not take: neither a file nor a text is sent in vain.
const LONGEST_TEXT = Number(document.querySelector("meta[name=longest-text]").content);

export function refuseLong(bytes) {
  if (bytes > LONGEST_TEXT) throw new Problem({ code: TOO_LONG[0] });
}

export async function check(puzzleText, budget = {}) {
  refuseLong(new Blob([puzzleText]).size);
  const options = { method: "POST", headers: { "Content-Type": "text/plain" }, body: puzzleText };
  return ask("/v1/puzzles/check", budget, options);
}

// A sheet to print: a document, or a page where the server cannot set documents.
export async function askSheet(puzzleText) {
  refuseLong(new Blob([puzzleText]).size);
  const options = { method: "POST", headers: { "Content-Type": "text/plain" }, body: puzzleText };
  const asked = async (format) => {
    const response = await request("/v1/puzzles/sheet", { format }, options);
    return { format, content: await response.blob().catch(cutOff) };
  };
  return asked("pdf").catch((error) => {
    if (error.code !== "not-available") throw error;
    return asked("html");
  });
}

// The steps that can follow a turn so far, or begin one. Who walks to and fro is not kept waiting.
const STEPS_KEPT = 500;
const stepsKnown = new Map();
const stepsGiven = new Map();

// A link may have a position shorter than the service writes it.
function stepsKey(rules, position, turn) {
  const whole = position?.replaceAll("_", " ").replace(/ [WB]$/, "$& -");
  return [rules, whole, turn].join("|");
}

// Answers that came with the page or with the lessons: nobody has to be asked for them.
export function giveSteps(answers) {
  for (const one of answers) stepsGiven.set(stepsKey(one.rules, one.position, one.turn?.turn), one);
}

giveSteps(JSON.parse(document.getElementById("known-steps").textContent));

export async function askSteps(rules, position, turn, signal) {
  const key = stepsKey(rules, position, turn);
  if (stepsGiven.has(key)) return stepsGiven.get(key);
  if (!stepsKnown.has(key)) {
    const answer = await ask("/v1/steps", { rules, position, turn }, { signal });
    if (stepsKnown.size >= STEPS_KEPT) stepsKnown.clear();
    stepsKnown.set(key, answer);
  }
  return stepsKnown.get(key);
}

// The switches of a rule set.
const ruleSets = new Map();

export function giveRuleSets(known) {
  for (const one of known) ruleSets.set(one.id, Promise.resolve(one));
}

export const USUAL_RULES = document.querySelector("meta[name=usual-rules]").content;

export function askRuleSet(rules) {
  if (!ruleSets.has(rules)) {
    const asked = ask(`/v1/rules/${encodeURIComponent(rules)}`);
    asked.catch(() => ruleSets.delete(rules));
    ruleSets.set(rules, asked);
  }
  return ruleSets.get(rules);
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

// Several lines, [{position, turns}, …], with as few questions as can be.
const LARGEST_BATCH = 32;

export async function askLines(rules, lines) {
  if (lines.length === 1) return [await askLine(rules, lines[0].position, lines[0].turns)];
  const played = [];
  for (let place = 0; place < lines.length; place += LARGEST_BATCH) {
    played.push(...(await askBatch(rules, lines.slice(place, place + LARGEST_BATCH))));
  }
  return played;
}

async function askBatch(rules, lines) {
  const questions = lines.map(({ position, turns }) => ({ ask: "play", rules, position, line: turns.join(" ") }));
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ questions });
  const { answers } = await ask("/v1/batch", {}, { method: "POST", headers, body });
  return answers.map(({ answer, problem }) => {
    if (problem) throw new Problem(problem);
    return answer.turns;
  });
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
export async function* stream(path, query, signal, options = {}) {
  const headers = { Accept: "application/x-ndjson", ...options.headers };
  const response = await request(path, query, { ...options, headers, signal });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read().catch(cutOff);
    if (done) throw new Problem(unreachable());
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const { event, ...content } = JSON.parse(line);
      if (event === "problem") throw new Problem(content);
      if (event !== "heartbeat") yield { final: event === "answer", ...content };
      if (event === "answer") return;
    }
  }
}
