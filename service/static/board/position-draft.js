// A position that is being set up: any arrangement on any board, legal or not, and its text.

import { pointName, readPosition, stateItem, writePosition } from "./position.js";

const MOST_EMPTY = 63;
const LETTERS = { white: "W", black: "B" };

// Reads every text that the service takes for a position; null where it would not.
export function readDraft(text) {
  const [board = "", side = "", ...rest] = text.trim().split(/[\s_]+/);
  const rows = board.toUpperCase().split("/").map(spelledOut);
  const whole = rows.every((row) => /^[WB.]+$/.test(row) && row.length === rows[0].length);
  if (!whole || !/^[wb]$/i.test(side)) return null;
  const short = rows.map((row) => row.replaceAll(/\.+/g, (gap) => gap.length)).join("/");
  return { ...readPosition(`${short} ${side.toUpperCase()}`), ...readState(rest.join(";")) };
}

export function writeDraft(draft) {
  const { first, hands, liable, giver } = draft;
  const items = [
    first.length && `first:${first.map((colour) => LETTERS[colour]).join("")}`,
    hands.some(Boolean) && `hand:${hands.join(",")}`,
    liable.length && `huff:${[...liable].sort(byFileThenRank).join(",")}`,
    giver && `vela:${LETTERS[giver]}`,
  ];
  return writePosition({ ...draft, state: items.filter(Boolean).join(";") || "-" });
}

// The position in which a game begins; in a Vela round the other colour begins.
export function startDraft(ruleSet, size, giver = null) {
  const [width, height] = size.split("x").map(Number);
  const placed = ruleSet.placed_by_players;
  const inHand = placed ? (width * height - 1) / 2 : 0;
  return {
    width,
    height,
    stones: placed ? new Map() : setUpStones(width, height),
    side: giver === "white" ? "black" : "white",
    first: ruleSet.chain_on_first_turn ? [] : ["white", "black"],
    hands: [inHand, inHand],
    liable: [],
    giver,
  };
}

// White below the middle rank and Black above; on it they alternate, turned round about the centre.
export function setUpStones(width, height) {
  const stones = new Map();
  const middle = (height - 1) / 2;
  const centre = (width - 1) / 2;
  for (let rank = 0; rank < height; rank++) {
    for (let file = 0; file < width; file++) {
      if (rank === middle && file === centre) continue;
      const black = (file + (file > centre)) % 2 === 0;
      const above = rank === middle ? black : rank > middle;
      stones.set(pointName(file, rank), above ? "black" : "white");
    }
  }
  return stones;
}

function spelledOut(row) {
  return row.replaceAll(/\d+/g, (count) => ".".repeat(Math.min(count, MOST_EMPTY)));
}

function readState(state) {
  const giver = stateItem(state, "vela");
  const first = stateItem(state, "first") ?? "";
  const hands = (stateItem(state, "hand") ?? "0,0").split(",").map((count) => Number(count) || 0);
  return {
    first: ["white", "black"].filter((colour) => first.includes(LETTERS[colour])),
    hands: [hands[0], hands[1] ?? 0],
    liable: (stateItem(state, "huff") ?? "").split(",").filter(Boolean),
    giver: Object.keys(LETTERS).find((colour) => LETTERS[colour] === giver) ?? null,
  };
}

function byFileThenRank(one, other) {
  return one[0].localeCompare(other[0]) || Number(one.slice(1)) - Number(other.slice(1));
}
