// Opens what was pasted or dropped: a position, a diagram, a puzzle or game file, a list of turns, or a
// link to a game.

import { check, Problem, refuseLong } from "./api.js";
import { defectList, defectsIn } from "./defects.js";
import { openDialog } from "./dialog.js";
import { button, html } from "./elements.js";
import { isGameFile, isTurnList, readGameFile } from "./game-file.js";
import { readLink } from "./game.js";
import { askRuleSets } from "./rule-fields.js";
import { say, sayCount } from "./words.js";

const ASKS = /[#?&](position|puzzle)=/;
const TAG = /^[\p{L} ]+:\s/mu;
const STIPULATION = /^\s*(stipulation|énoncé|enonce)\s*:/imu;
const POSITION_OR_SIDE = /^\s*(position|side|trait)\s*:/imu;
const SEVERAL = /^-{3,}\s*$/m;
const RULES = /^\s*(rules|règles|regles)\s*:/imu;

// Reading a puzzle needs no proof.
const READING = { nodes: 1 };

// `fail(error, game)` gets what went wrong, and with which game if the text could be read.
export async function openPasted(page, text, { rules = null, fail = showFailure(page) } = {}) {
  const open = async (game) => {
    try {
      if (game.puzzle || game.pasted) {
        await page.showTab("puzzles", game);
      } else if (await page.open(game)) {
        await page.showTab("game");
        page.tellOpened(game.heading);
      }
    } catch (error) {
      fail(error, game);
    }
  };
  page.tell("");
  const isNewest = page.beginOpening();
  try {
    const { games, errors } = await readPasted(text, rules, page.game);
    if (!isNewest()) return;
    if (games.length === 1 && !errors.length) await open(games[0]);
    else chooseGame(games, errors, open);
  } catch (error) {
    if (isNewest()) fail(error);
  }
}

// A file as text; editors of magazines still have files in Latin-1.
export async function readFile(file) {
  refuseLong(file.size);
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

// The games in a text, [{rules, position, …}, …] as `page.open` takes them, and what cannot be read of it.
// A puzzle has `pasted`: what is to be solved.
async function readPasted(text, rules, { rules: current, at }) {
  refuseLong(text.length);
  const line = text.trim();
  const one = (game) => ({ games: [game], errors: [] });
  if (!line) throw new Problem({ code: "empty", detail: say("paste-nothing") });
  if (isLink(line)) return one(readLink(line));
  if (isGameFile(text)) return readGameFile(text);
  if (isTurnList(line)) return followed(text, rules ?? current, at);
  if (line.includes("\n") || TAG.test(line)) return readPuzzles(text, rules, current);
  return one({ rules: rules ?? (await guessedRules(line, current)), position: line });
}

// A list of turns begins with the game; if it does not fit there, where the board is.
async function followed(text, rules, { position }) {
  const whole = await readGameFile(text, { rules, position: "start" });
  if (!whole.errors.length) return whole;
  const rest = await readGameFile(text, { rules, position });
  if (!rest.errors.length) return rest;
  throw new Problem({ code: "unreadable", detail: say("paste-nothing"), errors: whole.errors });
}

function isLink(line) {
  return ASKS.test(line) && !/\s/.test(line) && URL.canParse(line, location.href) && readLink(line) !== null;
}

// The state of a position tells which rules it is from; without one, those of the game before.
async function guessedRules(position, current) {
  const knows = {
    hand: (one) => one.placed_by_players,
    huff: (one) => one.paika_while_capture === "huffed",
    first: (one) => !one.chain_on_first_turn,
    vela: (one) => one.vela,
  };
  const needed = Object.entries(knows).filter(([item]) => new RegExp(`\\b${item}:`).test(position));
  if (!needed.length) return current;
  const fitting = (await askRuleSets(current)).filter((one) => needed.every(([, fits]) => fits(one)));
  return fitting.some(({ id }) => id === current) ? current : (fitting[0]?.id ?? current);
}

async function readPuzzles(text, rules, current) {
  const { puzzles } = await check(completed(text, rules, current), READING);
  const errors = puzzles.flatMap((one) => one.errors.map(placed));
  const games = puzzles
    .filter((one) => one.position)
    .map((puzzle, place) => {
      const name = puzzle.title ?? say("puzzle-number", { number: place + 1 });
      const { rules: its, position, stipulation } = puzzle;
      const heading = `${name} · ${stipulationText(stipulation)}`;
      const pasted = { rules: its, position, stipulation, title: name, hint: puzzle.hint };
      return asksNothing(text) ? { rules: its, position, heading } : { rules: its, position, heading, pasted };
    });
  if (!games.length) throw new Problem({ code: "unreadable", detail: say("paste-nothing"), errors });
  if (asksNothing(text)) games[0].heading = saysSide(text) ? "" : say("side-assumed");
  return { games, errors };
}

// A position or a diagram alone is not a puzzle yet: what is missing stands below, where it moves no
// line.
function completed(text, rules, current) {
  if (SEVERAL.test(text)) return text;
  const chosen = rules ?? (TAG.test(text) ? null : current);
  const added = [
    asksNothing(text) && "Stipulation: best turn",
    asksNothing(text) && !saysSide(text) && "Side: White",
    chosen && !RULES.test(text) && `Rules: ${chosen}`,
  ];
  return [text, "", ...added.filter(Boolean)].join("\n");
}

function asksNothing(text) {
  return !SEVERAL.test(text) && !STIPULATION.test(text);
}

function saysSide(text) {
  return POSITION_OR_SIDE.test(text);
}

function placed({ line, column, detail }) {
  const key = column ? "at-line-and-column" : "at-line";
  return { detail: say(key, { line, column, detail }) };
}

export function stipulationText({ side, goal, turns }) {
  const named = { side: say(side) };
  if (goal === "win" && turns) return sayCount("stipulation-win-in", turns, named);
  return say(`stipulation-${goal}`, named);
}

function chooseGame(games, errors, open) {
  const choices = games.map((game) =>
    html("li", {}, button(game.heading, () => {
      dialog.close();
      open(game);
    })),
  );
  const faults = errors.length ? defectList(errors.map(({ detail }) => detail)) : null;
  const dialog = openDialog(
    say(games.some(({ line }) => line) ? "choose-game" : "choose-puzzle"),
    html("ol", { class: "choices" }, choices),
    html("div", { class: "defects" }, faults),
  );
}

function showFailure(page) {
  return (error) => page.tell(defectsIn(error).join(" · "), { wrong: true });
}
