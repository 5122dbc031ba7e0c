// Opens what was pasted or dropped: a position, a diagram, a puzzle file, or a link to a game.

import { check, Problem } from "./api.js";
import { defectsIn } from "./defects.js";
import { openDialog } from "./dialog.js";
import { button, html } from "./elements.js";
import { readLink } from "./game.js";
import { say } from "./words.js";

const LINK = /^\S*[#?&]\S*position=\S+$/;
const TAG = /^[\p{L} ]+:\s/mu;
const STIPULATION = /^\s*(stipulation|énoncé|enonce)\s*:/imu;
const POSITION_OR_SIDE = /^\s*(position|side|trait)\s*:/imu;
const RULES = /^\s*(rules|règles|regles)\s*:/imu;

// Reading a puzzle needs no proof.
const READING = { nodes: 1 };

// `fail(error, game)` is told what went wrong, and with which game, if the text could be read.
export async function openPasted(page, text, { rules = null, fail = showFailure(page) } = {}) {
  const open = async (game) => {
    try {
      await page.open(game);
      page.showTab("game");
      page.tell(game.heading ?? "");
    } catch (error) {
      fail(error, game);
    }
  };
  try {
    const games = await readPasted(text.trim(), rules, page.game.rules);
    if (games.length === 1) await open(games[0]);
    else chooseGame(games, open);
  } catch (error) {
    fail(error);
  }
}

// A file as text; editors of magazines still have files in Latin-1.
export async function readFile(file) {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

// The games in a text: [{rules, position, turns?, at?, heading?}, …]
async function readPasted(text, rules, current) {
  if (!text) throw new Problem({ code: "empty", detail: say("paste-nothing") });
  if (LINK.test(text)) return [readLink(text)];
  if (text.includes("\n") || TAG.test(text)) return readPuzzles(text, rules, current);
  return [{ rules: rules ?? guessedRules(text, current), position: text }];
}

// The state of a position tells which rules it is from; without one, those of the game before.
function guessedRules(position, current) {
  if (/\bhand:/.test(position)) return "fliporona";
  if (/\b(huff|first):/.test(position)) return "livret";
  if (/\bvela:/.test(position) && current === "fliporona") return "standard";
  return current;
}

async function readPuzzles(text, rules, current) {
  const { puzzles } = await check(completed(text, rules, current), READING);
  const readable = puzzles.filter((one) => one.position);
  if (!readable.length) throw unreadable(puzzles);
  return readable.map(({ title, stipulation, rules: its, position }, place) => ({
    rules: its,
    position,
    heading: [title ?? say("puzzle-number", { number: place + 1 }), stipulationText(stipulation)].join(" · "),
  }));
}

// A diagram alone is no puzzle yet: what is missing stands below, where it moves no line.
function completed(text, rules, current) {
  if (/^-{3,}\s*$/m.test(text)) return text;
  const bare = !TAG.test(text);
  const chosen = rules ?? (bare ? current : null);
  const added = [
    STIPULATION.test(text) ? null : "Stipulation: best turn",
    STIPULATION.test(text) || POSITION_OR_SIDE.test(text) ? null : "Side: White",
    RULES.test(text) || !chosen ? null : `Rules: ${chosen}`,
  ];
  return [text, "", ...added.filter(Boolean)].join("\n");
}

function unreadable(puzzles) {
  const errors = puzzles.flatMap((one) => one.errors).map(({ line, column, detail }) => ({
    detail: column
      ? say("at-line-and-column", { line, column, detail })
      : say("at-line", { line, detail }),
  }));
  return new Problem({ code: "unreadable", detail: say("paste-nothing"), errors });
}

function stipulationText({ side, goal, turns }) {
  const key = goal === "win" && turns ? "stipulation-win-in" : `stipulation-${goal}`;
  return say(key, { side: say(side), turns });
}

function chooseGame(games, open) {
  const choices = games.map((game) =>
    html("li", {}, button(game.heading, () => {
      dialog.close();
      open(game);
    })),
  );
  const dialog = openDialog(say("choose-puzzle"), html("ol", { class: "choices" }, choices));
}

function showFailure(page) {
  return (error) => page.tell(defectsIn(error).join(" · "));
}
