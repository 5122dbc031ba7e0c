// Reads games as other programs and people write them: a file with headers, or a plain list of turns.

import { Problem, USUAL_RULES } from "./api.js";
import { say } from "./words.js";

const HEADER = /^\s*\[(\w+)\s+"([^"]*)"\]\s*$/gm;
const BOARDS = { "fanoron-dimy": "5x5" };
const OTHER = { white: "B", black: "W" };

// Comments, numbers, marks and the result say nothing about the turns.
const BESIDES = [/\{[^}]*\}/g, /;[^\n]*/g, /\$\d+/g, /\d+\s*(?:\.+|…)/g, /[!?]+/g, /(?:^|\s)(?:1-0|0-1|½-½|1\/2-1\/2|\*)(?=\s|$)/g];

const TURN = /^(?:[a-u]\d{1,2}~)?(?:@[a-u]\d{1,2}|[a-u]\d{1,2}(?:-[a-u]\d{1,2}[aw]?)+)?$/i;

export function isGameFile(text) {
  return text.search(HEADER) >= 0;
}

// Whether a text has turns alone, at least one of them.
export function isTurnList(text) {
  const tokens = tokensIn(text).filter((token) => !"()".includes(token));
  return tokens.length > 0 && tokens.every((token) => TURN.test(token));
}

// The turns of a text, as a link has them: "a1-a2_(b1-b2)_c5-c4".
export function turnsIn(text) {
  return tokensIn(text).join("_");
}

// What links would ask for: [{rules, position, turns, heading}, …].
export function readGameFile(text) {
  return gameTexts(text).map(readOne);
}

// A file may have several games: headers below turns begin another one.
function gameTexts(text) {
  const games = [[]];
  let inTurns = false;
  let inComment = false;
  for (const line of text.split(/\r?\n/)) {
    const isHeader = !inComment && /^\s*\[\w+\s+"/.test(line);
    if (isHeader && inTurns) games.push([]);
    if (line.trim()) inTurns = !isHeader;
    for (const bracket of isHeader ? [] : line.matchAll(/[{}]/g)) inComment = bracket[0] === "{";
    games.at(-1).push(line);
  }
  return games.map((lines) => lines.join("\n"));
}

function readOne(text) {
  const headers = Object.fromEntries([...text.matchAll(HEADER)].map(([, key, value]) => [key.toLowerCase(), value]));
  if (/telo/i.test(headers.variant ?? "")) throw new Problem({ code: "telo", detail: say("telo") });
  const players = [headers.white, headers.black].filter((name) => name && name !== "?").join(" – ");
  return {
    rules: headers.rules || USUAL_RULES,
    position: startOf(headers),
    turns: turnsIn(text.replaceAll(HEADER, "")),
    heading: [players || headers.event, headers.result].filter(Boolean).join(" · ") || say("tab-game"),
  };
}

// In a Vela round the header names who profits; the other one gives.
function startOf({ fen = "", variant = "", vela = "" }) {
  const giver = OTHER[vela.toLowerCase()];
  if (!fen) return ["start", BOARDS[variant.toLowerCase()], giver && `vela:${giver}`].filter(Boolean).join(":");
  return giver && !fen.includes("vela:") ? `${fen.split(/\s+/).slice(0, 2).join(" ")} vela:${giver}` : fen;
}

const START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W -";
const LOST_BY = { white: "0-1", black: "1-0" };
const RESULTS = { "white-wins": "1-0", "black-wins": "0-1" };

// A game as a file. `players` may name who plays white and black, and the level of the engine.
export function writeGameFile({ rules, root, agreedDraw, resigned, mainLineOnly = false }, { white, black, level }) {
  const main = [...root.continuation()];
  const last = main.at(-1) ?? root;
  const resignedBy = resigned?.node === last ? resigned.colour : null;
  const result = RESULTS[last.outcome] ?? LOST_BY[resignedBy] ?? (agreedDraw === last ? "1/2-1/2" : "*");
  const headers = {
    Date: new Date().toISOString().slice(0, 10).replaceAll("-", "."),
    White: white ?? "?",
    Black: black ?? "?",
    Result: result,
    Rules: rules === USUAL_RULES ? null : rules,
    FEN: rules === USUAL_RULES && root.position === START ? null : root.position,
    EngineLevel: level,
    Termination: resignedBy ? "resignation" : null,
  };
  const lines = Object.entries(headers).filter(([, value]) => value).map(([name, value]) => `[${name} "${value}"]`);
  const first = / B /.test(`${root.position} `) ? 1 : 0;
  const turns = [...written(root, first, true, mainLineOnly), result].join(" ");
  return [...lines, "", wrapped(turns.replaceAll("( ", "(").replaceAll(" )", ")")), ""].join("\n");
}

function* written(node, first, numbered, mainLineOnly) {
  while (node.children.length) {
    const [main, ...others] = node.children;
    yield* numberedTurn(main, first, numbered);
    numbered = false;
    for (const other of mainLineOnly ? [] : others) {
      yield "(";
      yield* numberedTurn(other, first, true);
      yield* written(other, first, false, false);
      yield ")";
      numbered = true;
    }
    node = main;
  }
}

function* numberedTurn({ depth, turn, mark }, first, numbered) {
  const ply = depth - 1 + first;
  if (ply % 2 === 0 || numbered) yield `${Math.floor(ply / 2) + 1}${ply % 2 ? "..." : "."}`;
  yield `${turn.turn}${mark ?? ""}`;
}

function wrapped(text) {
  return text.replace(/(.{1,78}\S*)(?:\s|$)/g, "$1\n").trimEnd();
}

function tokensIn(text) {
  const bare = BESIDES.reduce((rest, besides) => rest.replaceAll(besides, " "), text);
  return bare.match(/[()]|[^\s_()]+/g) ?? [];
}
