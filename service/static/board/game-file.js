// Game files: the service reads them, whatever program wrote them, and the page writes the game on the
// board.

import { ask, Problem, refuseLong, USUAL_RULES } from "./api.js";
import { START } from "./game.js";
import { say } from "./words.js";

const HEADER = /^\s*\[\p{L}[\p{L}\d_-]*\s*"/mu;

// Comments, numbers, marks and the result say nothing about whether a text has turns.
const BESIDES = [/\{[^}]*\}/g, /;[^\n]*/g, /\$\d+/g, /\d+\s*(?:\.+|…)/g, /[!?]+/g, /(?:^|\s)(?:1-0|0-1|½-½|1\/2-1\/2|\*)(?=\s|$)/g, /[(),]/g];

const TURN = /^(?:[a-u]\d{1,2}~)?(?:@[a-u]\d{1,2}|[a-u]\d{1,2}(?:[-x]?[a-u]\d{1,2}[aw]?)+)?$/i;

export function isGameFile(text) {
  return HEADER.test(text);
}

// Whether a text has turns alone, at least one of them.
export function isTurnList(text) {
  const bare = BESIDES.reduce((rest, besides) => rest.replaceAll(besides, " "), text);
  const words = bare.match(/\S+/g) ?? [];
  return words.length > 0 && words.every((word) => TURN.test(word));
}

// The games of a text, [{rules, position, line, comments, headers, heading}, …], and what cannot be read
// of it. A plain list of turns begins where `start` says: {rules, position}.
export async function readGameFile(text, start = null) {
  refuseLong(new Blob([text]).size);
  const [type, body] = start ? ["application/json", JSON.stringify({ game: text, ...start })] : ["text/plain", text];
  const { games } = await ask("/v1/games", {}, { method: "POST", headers: { "Content-Type": type }, body });
  const errors = games.flatMap((game) => game.errors.map(({ line, column, detail }) => ({ detail: say("at-line-and-column", { line, column, detail }) })));
  const readable = games.filter(({ position }) => position).map(asked);
  if (!readable.length) throw new Problem({ code: "unreadable", detail: say("paste-nothing"), errors });
  return { games: readable, errors };
}

function asked({ rules, position, headers, comments, turns, result }) {
  const named = Object.fromEntries(headers.map(({ name, value }) => [name, value]));
  const players = [named.White, named.Black].filter((name) => name && name !== "?").join(" – ");
  const heading = [players || named.Event, result === UNFINISHED ? "" : result].filter(Boolean).join(" · ");
  return { rules, position, line: lineOf(turns), comments, headers: named, heading: heading || say("tab-game") };
}

// The turns of a list, each of which follows another, as [{text, note, variations: [line, …]}, …].
function lineOf(turns) {
  const nodes = [{ next: [] }];
  for (const { follows, turn, foreword, comments, marks } of turns) {
    const node = { text: turn, note: { foreword, comments, marks }, next: [] };
    nodes[follows].next.push(node);
    nodes.push(node);
  }
  return lineBehind(nodes[0]);
}

function lineBehind(node) {
  const line = [];
  for (let at = node; at.next.length; at = at.next[0]) {
    const [{ text, note }, ...others] = at.next;
    const variations = others.map((other) => [{ text: other.text, note: other.note, variations: [] }, ...lineBehind(other)]);
    line.push({ text, note, variations });
  }
  return line;
}

const ABOUT_START = ["Rules", "Variant", "Vela", "FEN"];
const FIRST = ["Event", "Site", "Date", "White", "Black", "Result"];
const UNFINISHED = "*";
const LOST_BY = { white: "0-1", black: "1-0" };
const RESULTS = { "white-wins": "1-0", "black-wins": "0-1" };
const WIDTH = 80;

// A game as a file. `players` may name who plays white and black, and the level of the engine.
export function writeGameFile(game, players) {
  const { root } = game;
  const last = [root, ...root.continuation()].at(-1);
  return written(game, headersOf(game, last, players), [...commentPieces(root.comments), ...pieces(root, firstPly(root), true)]);
}

// One line of a game, from the start to a node, without comments and marks.
export function writeLine(game, last) {
  const nodes = last.path().slice(1);
  return written(game, headersOf(game, last, {}), nodes.map(({ turn }) => turn.turn));
}

function written({ root }, headers, turns) {
  const names = [...FIRST.filter((name) => name in headers), ...Object.keys(headers).filter((name) => !FIRST.includes(name))];
  const lines = names.map((name) => `[${name} "${headers[name].replace(/["\\]/g, "\\$&")}"]`);
  return [...lines, "", ...wrapped([...turns, headers.Result]), ""].join("\n");
}

function firstPly({ position }) {
  return / B /.test(`${position} `) ? 1 : 0;
}

// Those of the file that was opened, or of a game that was played here.
function headersOf({ rules, root, file, agreedDraw, resigned }, last, { white, black, level }) {
  const resignedBy = resigned?.node === last ? resigned.colour : null;
  const filed = file?.end === last ? file.headers.Result : null;
  const Result = RESULTS[last.outcome] ?? LOST_BY[resignedBy] ?? (agreedDraw === last ? "1/2-1/2" : (filed ?? UNFINISHED));
  const played = {
    Date: new Date().toISOString().slice(0, 10).replaceAll("-", "."),
    White: white ?? "?",
    Black: black ?? "?",
    EngineLevel: level,
    Termination: resignedBy ? "resignation" : null,
  };
  const usual = rules === USUAL_RULES;
  const start = { Rules: usual ? null : rules, FEN: usual && root.position === START ? null : root.position };
  const known = file?.headers ?? {};
  const saysStart = ABOUT_START.some((name) => name in known);
  const headers = { ...(file ? {} : played), ...(saysStart ? {} : start), ...known, Result };
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value));
}

// What stands between the blanks of a file; comments are several pieces, so that lines can end in them.
function* pieces(node, first, numbered) {
  while (node.children.length) {
    const [main, ...others] = node.children;
    yield* turnPieces(main, first, numbered);
    numbered = Boolean(main.comments.length || others.length);
    for (const other of others) {
      yield BEGIN;
      yield* turnPieces(other, first, true);
      yield* pieces(other, first, other.comments.length > 0);
      yield END;
    }
    node = main;
  }
}

const BEGIN = Symbol("(");
const END = Symbol(")");
const LINE_END = "\n";

function* turnPieces({ depth, turn, foreword, comments, marks }, first, numbered) {
  const ply = depth - 1 + first;
  yield* commentPieces(foreword);
  if (ply % 2 === 0 || numbered) yield `${Math.floor(ply / 2) + 1}${ply % 2 ? "..." : "."}`;
  const [mark = "", ...more] = marks;
  yield* mark.startsWith("$") ? [turn.turn, mark, ...more] : [turn.turn + mark, ...more];
  yield* commentPieces(comments);
}

// A comment with the bracket that would close it goes to the end of its line.
function* commentPieces(comments) {
  for (const comment of comments) {
    if (comment.includes("}")) yield `; ${comment}${LINE_END}`;
    else yield* ["{", ...comment.split(" "), "}"];
  }
}

// Lines of pieces with blanks between them, none after "(" and before ")".
function wrapped(all) {
  const lines = [""];
  let before = BEGIN;
  for (const piece of all) {
    const text = piece.description ?? piece;
    const line = lines.at(-1);
    const gap = !line || before === BEGIN || piece === END ? "" : " ";
    if (gap && line.length + gap.length + text.trimEnd().length > WIDTH) lines.push(text);
    else lines[lines.length - 1] += gap + text;
    before = piece;
    if (lines.at(-1).endsWith(LINE_END)) {
      lines[lines.length - 1] = lines.at(-1).trimEnd();
      lines.push("");
    }
  }
  return lines;
}
