// A box in which a puzzle is pasted and checked: one verdict per puzzle, every defect with its line.

import { askLine, askSheet, check } from "./api.js";
import { defectsIn } from "./defects.js";
import { button, html } from "./elements.js";
import { readFile, stipulationText } from "./pasting.js";
import { patiently } from "./solving.js";
import { say } from "./words.js";

const ICONS = { sound: "✓", unsound: "✗", unknown: "?", unreadable: "!" };

export class CheckBox {
  #page;
  #card;
  #text = html("textarea", { id: "check-text", rows: 8, spellcheck: "false", placeholder: say("check-example") });
  #check = button(say("check"), () => this.#ask(), { class: "main" });
  #print = button(say("print-sheet"), () => this.#ask(this.#print, say("printing"), (text) => this.#printed(text)));
  #file = html("input", { type: "file", accept: ".txt,text/plain", onchange: () => this.#read(this.#file.files[0]) });
  #results = html("div", { class: "verdicts", role: "status" });

  // The lines are shown on the card's board.
  constructor(page, card) {
    this.#page = page;
    this.#card = card;
    this.element = html(
      "section",
      { class: "check-box", "aria-label": say("check-title") },
      html("h2", {}, say("check-title")),
      html("label", { for: "check-text" }, say("check-label")),
      this.#text,
      html(
        "p",
        { class: "buttons" },
        this.#check,
        html("label", { class: "as-button" }, say("from-file"), this.#file),
        this.#print,
      ),
      this.#results,
    );
    this.#takeDrops();
  }

  #takeDrops() {
    this.#text.addEventListener("dragover", (event) => event.preventDefault());
    this.#text.addEventListener("drop", (event) => {
      const [file] = event.dataTransfer.files;
      if (!file) return;
      event.preventDefault();
      event.stopPropagation();
      this.#read(file);
    });
  }

  async #read(file) {
    if (!file) return;
    try {
      this.#text.value = await readFile(file);
      await this.#ask();
    } catch (error) {
      this.#fail(error);
    }
    this.#file.value = "";
  }

  async #ask(pressed = this.#check, waiting = say("checking"), answer = (text) => this.#checked(text)) {
    const text = this.#text.value;
    if (!text.trim()) {
      this.#results.replaceChildren(html("p", {}, say("check-nothing")));
      this.#text.focus();
      return;
    }
    pressed.disabled = true;
    this.#results.replaceChildren(html("p", {}, waiting));
    try {
      this.#results.replaceChildren(...(await answer(text)));
    } catch (error) {
      this.#fail(error);
    } finally {
      pressed.disabled = false;
      this.#results.scrollIntoView({ block: "nearest" });
      // Who waits for the verdict has lost the focus with the button.
      if (document.activeElement === document.body) pressed.focus({ preventScroll: true });
    }
  }

  async #checked(text) {
    const { puzzles } = await patiently(() => check(text));
    return puzzles.map((one, place) => this.#verdict(one, place));
  }

  // The sheet is saved at once; the link is for those whose browser asks first.
  async #printed(text) {
    const { format, content } = await patiently(() => askSheet(text));
    const name = `${say("sheet-name")}.${format}`;
    const link = html("a", { href: URL.createObjectURL(content), download: name }, name);
    link.click();
    return [html("p", {}, link)];
  }

  #fail(error) {
    this.#results.replaceChildren(...defectsIn(error).map((one) => html("p", { class: "unreadable" }, one)));
  }

  #verdict(checked, place) {
    const { title, verdict, stipulation, solutions, routes, defects, remarks, errors, warnings } = checked;
    const name = title ?? say("puzzle-number", { number: place + 1 });
    const puzzle = { ...checked, heading: say("pasted-puzzle"), title: name };
    const icon = html("span", { class: "icon", "aria-hidden": "true" }, ICONS[verdict]);
    const lines = [
      ...solutions.map((line) => this.#line(puzzle, say("check-solution"), "", line)),
      routes.length > 1 ? html("li", {}, html("strong", {}, say("check-routes")), " ", routes.join(" · ")) : null,
      ...[...defects, ...remarks].map(({ code, detail, line, place }) =>
        this.#line(puzzle, say(`defect-${code}`), detail, line, place),
      ),
      ...errors.map((error) => this.#error(error)),
      ...warnings.map((warning) => this.#warning(warning)),
    ];
    return html(
      "article",
      { class: `verdict ${verdict}` },
      html("h3", {}, icon, ` ${name}${say("colon")}${say(`verdict-${verdict}`)}`),
      stipulation ? html("p", {}, stipulationText(stipulation)) : null,
      html("ul", {}, lines),
      solutions.length ? button(say("solve-it"), () => this.#card.open(puzzle)) : null,
    );
  }

  #line(puzzle, heading, detail, line, at = null) {
    const rest = detail ? say("colon") + detail : "";
    return html(
      "li",
      {},
      html("strong", {}, heading),
      rest,
      line.length ? html("div", { class: "line" }, line.join(" ")) : null,
      line.length ? button(say("on-board"), () => this.#walk(puzzle, line, heading + rest)) : null,
      at ? [" ", button(say("show-line"), () => this.#select(at.line, at.column))] : null,
    );
  }

  #warning({ line, column, detail }) {
    const heading = html("strong", {}, say("check-warning"));
    const shown = line ? [" ", button(say("show-line"), () => this.#select(line, column))] : null;
    return html("li", { class: "warning" }, heading, say("colon") + detail, shown);
  }

  #error({ line, column, detail }) {
    const text = column ? say("at-line-and-column", { line, column, detail }) : say("at-line", { line, detail });
    return html("li", {}, text, " ", button(say("show-line"), () => this.#select(line, column)));
  }

  #select(line, column) {
    const lines = this.#text.value.split("\n");
    const before = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    const start = before + Math.max((column ?? 1) - 1, 0);
    this.#text.focus();
    this.#text.setSelectionRange(start, before + lines[line - 1].length);
    const height = parseFloat(getComputedStyle(this.#text).lineHeight);
    this.#text.scrollTop = (line - 3) * height;
  }

  async #walk(puzzle, line, text) {
    try {
      const turns = await askLine(puzzle.rules, puzzle.position, line);
      this.#card.showLine(puzzle, turns, text);
    } catch (error) {
      this.#page.fail(error);
    }
  }
}
