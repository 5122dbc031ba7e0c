// A window in which a game is begun: against whom, with which colour, by which rules.

import { openDialog } from "./dialog.js";
import { startDraft, writeDraft } from "./position-draft.js";
import { button, html } from "./elements.js";
import { face } from "./faces.js";
import { readPosition } from "./position.js";
import { askRuleSets, RuleFields } from "./rule-fields.js";
import { say } from "./words.js";

const LEVELS = Array.from({ length: 10 }, (_, place) => place + 1);
const COLOURS = ["white", "random", "black"];

export async function openNewGame(page) {
  const fields = await rules(page);
  if (document.querySelector("dialog[open]")) return;
  const level = choices("level", [...LEVELS, 0], String(page.kept.level ?? 1), levelParts);
  const colour = choices("colour", COLOURS, page.kept.colour ?? "white", (name) => [html("span", { class: `chip ${name}` }), say(name)]);
  const start = button(say("start-game"), (event) => {
    const begun = begin(page, fields, Number(chosen(level)), chosen(colour));
    dialog.close();
    begun.then(() => page.drawing.focusAfter(event)).catch((error) => page.fail(error));
  }, { class: "main" });
  const choose = () => {
    colour.hidden = chosen(level) === "0";
  };
  level.addEventListener("change", choose);
  const more = html("details", {}, html("summary", {}, say("rules-and-board")), fields.element);
  const dialog = openDialog(say("new-game"), level, colour, more, start);
  dialog.classList.add("new-game");
  choose();
  dialog.querySelector("[name=level]:checked").focus();
}

// The next game is as the last one was, unless the user wants another.
async function rules({ game }) {
  const ruleSets = await askRuleSets(game.rules);
  const fields = new RuleFields(ruleSets);
  const { width, height } = readPosition(game.at.position);
  fields.choose({ rules: game.rules, board: `${width}x${height}` });
  return fields;
}

function levelParts(level) {
  if (!level) return [html("span", { class: "face friend" }), html("span", {}, say("friend"))];
  const name = html("span", {}, html("small", {}, level), " ", say(`level-${level}`));
  return [face(level), name];
}

function choices(name, values, current, parts) {
  const kept = values.map(String).includes(current) ? current : String(values[0]);
  const options = values.map((value) =>
    html("label", {}, html("input", { type: "radio", name, value, checked: String(value) === kept }), parts(value)),
  );
  return html("fieldset", { class: `choices-of-${name}` }, html("legend", {}, say(`choose-${name}`)), html("div", {}, options));
}

function chosen(fieldset) {
  return fieldset.querySelector(":checked").value;
}

async function begin(page, fields, level, wanted) {
  const { ruleSet, board, giver } = fields;
  const position = writeDraft(startDraft(ruleSet, board, giver));
  const own = wanted === "random" ? COLOURS[Math.random() < 0.5 ? 0 : 2] : wanted;
  page.note("colour", wanted);
  await beginGame(page, { rules: ruleSet.id, position }, level, own);
}

// Opens a game against a level, 0 for nobody, in which the user has a colour.
export async function beginGame(page, game, level, own) {
  // Nobody answers in the new game yet; until it is there, the game before goes on as it was.
  const leave = () => page.chooseOpponent("");
  if (!(await page.open(game, leave))) return;
  await page.showTab("game");
  const engine = document.getElementById("engine");
  // Who plays wants to find the turns alone.
  if (level && engine.checked) engine.click();
  if (level) await page.chooseOpponent(own === "white" ? "black" : "white", level);
  else if (page.drawing.turned) page.turnBoard();
  page.tellOpened();
}
