// The editor: puts stones on the board and says what else belongs to a position. It borrows the
// board, and keeps its draft while the board is given back.

import { defectsPlace, listDefects } from "./defects.js";
import { readDraft, setUpStones, startDraft, writeDraft } from "./position-draft.js";
import { button, html } from "./elements.js";
import { fileAndRank, otherColour } from "./position.js";
import { field, RuleFields, select } from "./rule-fields.js";
import { rulesName, say } from "./words.js";

const TOOLS = ["white", "black", "flip", "erase", "liable"];
const COLOURS = ["white", "black"];

const part = (id) => document.getElementById(id);

export class Editor extends EventTarget {
  #page;
  #draft = null;
  #fields;
  #tools = toolFields();
  #side = select(COLOURS.map((colour) => [colour, say(colour)]));
  #first = COLOURS.map(() => html("input", { type: "checkbox" }));
  #hands = COLOURS.map(() => html("input", { type: "number", min: 0, max: 31 }));
  #firstFields = group(say("first-turn-to-come"), this.#first);
  #handFields = group(say("in-hand"), this.#hands);
  #text = html("textarea", { rows: 3, spellcheck: "false", autocapitalize: "off" });
  #defects = defectsPlace();

  constructor(page, ruleSets) {
    super();
    this.#page = page;
    this.#fields = new RuleFields(ruleSets);
    const { element } = this.#fields;
    element.append(field(say("side-to-move"), this.#side));
    element.addEventListener("change", () => this.#takeFields());
    this.#firstFields.addEventListener("change", () => this.#takeFields());
    this.#handFields.addEventListener("change", () => this.#takeFields());
    this.#text.addEventListener("input", () => this.#takeText());
    this.element = html(
      "div",
      { class: "editor" },
      html("p", { class: "hint" }, say("editor-hint")),
      this.#tools,
      html(
        "p",
        { class: "buttons" },
        button(say("clear-board"), () => this.#arrange(true)),
        button(say("start-arrangement"), () => this.#arrange(false)),
      ),
      element,
      this.#firstFields,
      this.#handFields,
      field(say("position-text"), this.#text),
      this.#defects,
      html(
        "p",
        { class: "buttons" },
        button(say("use-position"), () => this.#use(), { class: "main" }),
        button(say("cancel"), () => this.stop()),
      ),
    );
  }

  get editing() {
    return this.#draft !== null;
  }

  // Begins with a position, given as text; `error` tells what is wrong with it.
  start(rules, text, error = null) {
    this.#draft = readDraft(text);
    const { width, height, giver } = this.#draft;
    this.#fields.choose({ rules, board: `${width}x${height}`, giver });
    this.#showText();
    this.resume();
    listDefects(this.#defects, error);
    this.dispatchEvent(new Event("change"));
  }

  stop() {
    if (!this.editing) return;
    this.#draft = null;
    this.#page.note("draft", null);
    this.pause();
    this.dispatchEvent(new Event("change"));
  }

  resume() {
    part("board-area").classList.add("editing");
    this.#page.lendBoard(this);
    this.#show();
  }

  // Gives the board back, and keeps the draft.
  pause() {
    if (this.#page.player !== this) return;
    part("board-area").classList.remove("editing");
    this.#page.lendBoard(null);
  }

  holds(point) {
    return this.#draft.stones.has(point);
  }

  canHold() {
    return false;
  }

  press(point) {
    this.#useTool(this.#tools.querySelector(":checked").value, point);
    this.#changed();
  }

  // A stone that is dropped beside the board is gone.
  drop(from, to) {
    const { stones } = this.#draft;
    const colour = stones.get(from);
    if (!colour) return;
    stones.delete(from);
    if (to) stones.set(to, colour);
    this.#changed();
  }

  #useTool(tool, point) {
    const { stones, liable } = this.#draft;
    const stone = stones.get(point);
    if (tool === "liable") {
      this.#draft.liable = liable.includes(point)
        ? liable.filter((one) => one !== point)
        : [...liable, point];
    } else if (tool === "flip") {
      if (stone) stones.set(point, otherColour(stone));
    } else if (tool === "erase" || tool === stone) {
      stones.delete(point);
    } else {
      stones.set(point, tool);
    }
  }

  #arrange(empty) {
    const { ruleSet, board, giver } = this.#fields;
    const { width, height } = this.#draft;
    const start = startDraft(ruleSet, board, giver);
    if (empty) this.#draft = { ...start, stones: new Map(), first: [] };
    else this.#draft = { ...start, stones: setUpStones(width, height), hands: [0, 0] };
    this.#changed();
  }

  #takeFields() {
    const { board, giver } = this.#fields;
    const [width, height] = board.split("x").map(Number);
    this.#draft.side = this.#side.value;
    this.#draft.giver = giver;
    this.#draft.first = COLOURS.filter((_colour, place) => this.#first[place].checked);
    this.#draft.hands = this.#hands.map((input) => Number(input.value));
    this.#draft.width = width;
    this.#draft.height = height;
    this.#changed();
  }

  #takeText() {
    const read = readDraft(this.#text.value);
    const { boards } = this.#fields.ruleSet;
    const readable = read !== null && boards.includes(`${read.width}x${read.height}`);
    this.#text.setAttribute("aria-invalid", !readable);
    if (!readable) return;
    this.#draft = read;
    this.#show();
  }

  // The draft was changed with the board or the fields: nothing is left that cannot be meant.
  #changed() {
    const draft = this.#draft;
    const { ruleSet } = this.#fields;
    const enemy = otherColour(draft.side);
    for (const point of draft.stones.keys()) {
      const [file, rank] = fileAndRank(point);
      if (file >= draft.width || rank >= draft.height) draft.stones.delete(point);
    }
    draft.liable = huffs(ruleSet) ? draft.liable.filter((one) => draft.stones.get(one) === enemy) : [];
    if (ruleSet.chain_on_first_turn) draft.first = [];
    if (!ruleSet.placed_by_players) draft.hands = [0, 0];
    this.#showText();
    this.#show();
  }

  #showText() {
    this.#text.value = writeDraft(this.#draft);
    this.#text.setAttribute("aria-invalid", "false");
  }

  #show() {
    const { width, height, stones, side, first, hands, giver, liable } = this.#draft;
    const { ruleSet } = this.#fields;
    listDefects(this.#defects, null);
    this.#page.note("draft", { rules: ruleSet.id, text: writeDraft(this.#draft) });
    this.#fields.choose({ rules: ruleSet.id, board: `${width}x${height}`, giver });
    this.#side.value = side;
    COLOURS.forEach((colour, place) => {
      this.#first[place].checked = first.includes(colour);
      this.#hands[place].value = hands[place];
    });
    this.#firstFields.hidden = ruleSet.chain_on_first_turn;
    this.#handFields.hidden = !ruleSet.placed_by_players;
    this.#offerTools(ruleSet);
    this.#showBoard(new Set(liable.filter((point) => stones.has(point))));
  }

  #offerTools(ruleSet) {
    const liable = this.#tools.querySelector("[value=liable]");
    liable.closest("label").hidden = !huffs(ruleSet);
    if (liable.checked && !huffs(ruleSet)) this.#tools.querySelector("input").checked = true;
  }

  #showBoard(liable) {
    const { drawing } = this.#page;
    const { stones } = this.#draft;
    drawing.show(this.#draft);
    drawing.mark({ huffable: liable });
    drawing.label((name) => {
      const words = [name, say(stones.get(name) ?? "empty")];
      return [...words, ...(liable.has(name) ? [say("tool-liable")] : [])].join(", ");
    });
    this.#page.showSides({ ...this.#draft, state: "-" });
    part("rules").textContent = say("rules-in-force", { rules: rulesName(this.#fields.ruleSet.id) });
    part("status").textContent = say("editing");
  }

  async #use() {
    const rules = this.#fields.ruleSet.id;
    try {
      if (!(await this.#page.open({ rules, position: this.#text.value }))) return;
      await this.#page.showTab("game");
      this.#page.tellOpened();
    } catch (error) {
      listDefects(this.#defects, error);
    }
  }
}

function huffs(ruleSet) {
  return ruleSet.paika_while_capture === "huffed";
}

function toolFields() {
  const tools = TOOLS.map((tool, place) => {
    const radio = html("input", { type: "radio", name: "tool", value: tool, checked: place === 0 });
    return html("label", { class: `tool ${tool}` }, radio, html("span", {}, say(`tool-${tool}`)));
  });
  const row = html("div", { class: "tools" }, tools);
  return html("fieldset", {}, html("legend", {}, say("tool")), row);
}

// One field for each colour.
function group(legend, inputs) {
  const labels = inputs.map((input, place) => html("label", {}, input, " ", say(COLOURS[place])));
  return html("fieldset", { class: "pair" }, html("legend", {}, legend), labels);
}
