// Positions as text, the points of a board, and the points of a turn.

const FILES = "abcdefghijklmnopqrstu";
const LETTERS = { W: "white", B: "black" };

export function pointName(file, rank) {
  return FILES[file] + (rank + 1);
}

export function fileAndRank(name) {
  return [FILES.indexOf(name[0]), Number(name.slice(1)) - 1];
}

// Whether diagonals meet on a point.
export function isStrong(name) {
  const [file, rank] = fileAndRank(name);
  return (file + rank) % 2 === 0;
}

export function otherColour(colour) {
  return colour === "white" ? "black" : "white";
}

// Reads the canonical text, as the service writes it.
export function readPosition(text) {
  const [board, side, state = "-"] = text.split(" ");
  const rows = board.split("/");
  const height = rows.length;
  const stones = new Map();
  let width = 0;
  rows.forEach((row, number) => {
    let file = 0;
    for (const part of row.match(/\d+|[WB]/g) ?? []) {
      if (part in LETTERS) stones.set(pointName(file++, height - 1 - number), LETTERS[part]);
      else file += Number(part);
    }
    width = file;
  });
  return { width, height, stones, side: LETTERS[side], state };
}

export function writePosition({ width, height, stones, side, state }) {
  const rows = [];
  for (let rank = height - 1; rank >= 0; rank--) {
    let row = "";
    for (let file = 0; file < width; file++) {
      const colour = stones.get(pointName(file, rank));
      row += colour ? colour[0].toUpperCase() : ".";
    }
    rows.push(row.replaceAll(/\.+/g, (gap) => gap.length));
  }
  return `${rows.join("/")} ${side[0].toUpperCase()} ${state}`;
}

export function countOf(stones, colour) {
  return [...stones.values()].filter((one) => one === colour).length;
}

export function stateItem(state, key) {
  const item = state.split(";").find((one) => one.startsWith(`${key}:`));
  return item?.slice(key.length + 1);
}

// "c3~f2-e3A-d3W" takes off c3 and goes over f2, e3, d3; "@c3" places a stone on c3.
export function readTurn(text) {
  const [, huffed, route] = text.match(/^(?:(\w+)~)?(.*)$/);
  const points = route ? route.replace("@", "").split("-").map((one) => one.replace(/[AW]$/, "")) : [];
  return { huffed, points };
}

// Both ends of every line that is drawn: ranks, files, and the diagonals through strong points.
export function boardLines(width, height) {
  const right = width - 1;
  const top = height - 1;
  const lines = [];
  for (let rank = 0; rank <= top; rank++) lines.push([0, rank, right, rank]);
  for (let file = 0; file <= right; file++) lines.push([file, 0, file, top]);
  for (let offset = 2 - top; offset < right; offset += 2) {
    const file = Math.max(offset, 0);
    const rank = Math.max(-offset, 0);
    const length = Math.min(right - file, top - rank);
    lines.push([file, rank, file + length, rank + length]);
    lines.push([right - file, rank, right - file - length, rank + length]);
  }
  return lines;
}
