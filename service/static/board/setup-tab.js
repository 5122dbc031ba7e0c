// The "Set up" tab: a new game, the editor, and a box to paste into.

import { defectsPlace, listDefects } from "./defects.js";
import { readDraft, startDraft, writeDraft } from "./position-draft.js";
import { Editor } from "./position-editor.js";
import { button, html } from "./elements.js";
import { openPasted, readFile } from "./pasting.js";
import { readPosition } from "./position.js";
import { askRuleSets, field, RuleFields, select } from "./rule-fields.js";
import { rulesName, say } from "./words.js";

export async function openSetup(element, page) {
  const ruleSets = await askRuleSets();
  const editor = new Editor(page, ruleSets);
  const fields = new RuleFields(ruleSets);
  const offers = html(
    "div",
    {},
    newGame(page, fields),
    editing(page, editor),
    pasting(page, editor, ruleSets),
  );
  const show = () => {
    offers.hidden = editor.editing;
    editor.element.hidden = !editor.editing;
  };
  editor.addEventListener("change", () => {
    show();
    // What was pressed is gone: the focus goes to what has taken its place.
    const next = editor.editing ? editor.element.querySelector(":checked") : offers.querySelector(".edit");
    next.focus({ preventScroll: true });
  });
  // Whatever opens a game on the board that is edited ends the editing.
  page.game.addEventListener("change", ({ detail }) => {
    if (!detail.before && page.player === editor) editor.stop();
  });
  element.append(offers, editor.element);
  show();
  let isShown = false;
  return {
    shown: async () => {
      isShown = true;
      const { draft } = page.kept;
      for (const rules of [page.game.rules, draft?.rules]) await askRuleSets(rules);
      if (!isShown) return;
      chooseCurrent(fields, page.game);
      if (editor.editing) editor.resume();
      else if (draft && readDraft(draft.text)) editor.start(draft.rules, draft.text);
    },
    left: () => {
      isShown = false;
      editor.pause();
    },
  };
}

// The next game is as the last one was, unless the user wants another.
function chooseCurrent(fields, { rules, at }) {
  const { width, height } = readPosition(at.position);
  fields.choose({ rules, board: `${width}x${height}` });
}

function newGame(page, fields) {
  const start = async () => {
    const { ruleSet, board, giver } = fields;
    const position = writeDraft(startDraft(ruleSet, board, giver));
    try {
      if (!(await page.open({ rules: ruleSet.id, position }))) return;
      await page.showTab("game");
      page.tellOpened();
    } catch (error) {
      page.fail(error);
    }
  };
  const begin = button(say("start-game"), start, { class: "main" });
  return section(say("new-game"), fields.element, html("p", { class: "buttons" }, begin));
}

function editing(page, editor) {
  const start = () => editor.start(page.game.rules, page.game.at.position);
  const edit = button(say("edit-position"), start, { class: "edit" });
  return section(say("edit-heading"), html("p", { class: "buttons" }, edit));
}

function pasting(page, editor, ruleSets) {
  const hint = html("p", { class: "hint", id: "paste-hint" }, say("paste-hint"));
  const described = { "aria-label": say("paste"), "aria-describedby": "paste-hint" };
  const text = html("textarea", { rows: 5, spellcheck: "false", ...described });
  const choices = ruleSets.map(({ id }) => [id, rulesName(id)]);
  const rules = select([["", say("rules-from-text")], ...choices]);
  const defects = defectsPlace();
  const correct = html("p", { class: "buttons" });

  const fail = (error, game) => {
    listDefects(defects, error);
    if (!game || !readDraft(game.position)) return;
    const edit = () => editor.start(game.rules, game.position, error);
    correct.replaceChildren(button(say("correct-in-editor"), edit));
  };
  const open = async () => {
    listDefects(defects, null);
    correct.replaceChildren();
    await openPasted(page, text.value, { rules: rules.value || null, fail });
  };
  const openFile = async ({ target }) => {
    const [file] = target.files;
    try {
      text.value = await readFile(file);
      await open();
    } catch (error) {
      fail(error);
    }
    target.value = "";
  };
  const file = html("input", { type: "file", accept: ".txt,.fgn,.pgn,text/plain", onchange: openFile });
  const fromFile = html("label", { class: "as-button" }, say("from-file"), file);
  return section(
    say("paste"),
    hint,
    text,
    html("div", { class: "fields" }, field(say("rule-set"), rules)),
    html("p", { class: "buttons" }, button(say("open"), open), fromFile),
    defects,
    correct,
  );
}

function section(title, ...content) {
  return html("section", {}, html("h2", {}, title), content);
}
