// Reads games as other programs and people write them: a file with headers, or a plain list of turns.

import { USUAL_RULES } from "./api.js";

const HEADER = /^\s*\[(\w+)\s+"([^"]*)"\]\s*$/gm;
const BOARDS = { "fanoron-dimy": "5x5", "fanoron-telo": "3x3" };
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

// What a link would ask for: {rules, position, turns, heading}.
export function readGameFile(text) {
  const headers = Object.fromEntries([...text.matchAll(HEADER)].map(([, key, value]) => [key.toLowerCase(), value]));
  const players = [headers.white, headers.black].filter((name) => name && name !== "?").join(" – ");
  return {
    rules: headers.rules || USUAL_RULES,
    position: headers.fen || startOf(headers),
    turns: turnsIn(text.replaceAll(HEADER, "")),
    heading: [players || headers.event, headers.result].filter(Boolean).join(" · "),
  };
}

// In a Vela round the header names who profits; the other one gives.
function startOf({ variant = "", vela = "" }) {
  const giver = OTHER[vela.toLowerCase()];
  return ["start", BOARDS[variant.toLowerCase()], giver && `vela:${giver}`].filter(Boolean).join(":");
}

function tokensIn(text) {
  const bare = BESIDES.reduce((rest, besides) => rest.replaceAll(besides, " "), text);
  return bare.match(/[()]|[^\s_()]+/g) ?? [];
}
