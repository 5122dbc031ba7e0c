// Pointer and keyboard: presses and drags on the board, the keys and the tools of the page, and what
// is pasted or dropped on it.

import { load } from "./api.js";
import { language, say } from "./words.js";

const part = (id) => document.getElementById(id);

const DRAG_PIXELS = 6;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function listenToBoard(page) {
  listenToPointer(page);
  listenToTrays(page);
  listenToPoints(page);
  document.addEventListener("keydown", (event) => pageKey(page, event));
}

function listenToPointer(page) {
  const { drawing } = page;
  const board = drawing.element;
  let press = null;

  board.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    // Who presses has seen enough of what moves.
    drawing.settle();
    const point = drawing.pointAt(event.clientX, event.clientY);
    if (!point) return;
    // Neither the focus nor a selection of text follows the pointer: the arrow keys walk on.
    event.preventDefault();
    board.setPointerCapture(event.pointerId);
    const { player } = page;
    press = { id: event.pointerId, point, x: event.clientX, y: event.clientY, dragged: false, done: false };
    if (player.canHold(point) && !player.holds(point)) {
      player.press(point);
      press.done = true;
    }
  });

  board.addEventListener("pointermove", (event) => {
    if (press?.id !== event.pointerId || !page.player.holds(press.point)) return;
    const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAG_PIXELS;
    press.dragged ||= far;
    if (press.dragged) drawing.drag(press.point, event.clientX, event.clientY);
  });

  board.addEventListener("pointerup", (event) => {
    if (press?.id !== event.pointerId) return;
    const { point, dragged, done } = press;
    press = null;
    const at = drawing.pointAt(event.clientX, event.clientY);
    if (dragged) {
      if (at !== point) page.player.drop?.(point, at);
      drawing.drop(point);
    } else if (!done && at === point) {
      page.player.press(point);
    } else if (!done && at) {
      page.player.drop?.(point, at);
    }
  });

  board.addEventListener("pointercancel", () => {
    if (press?.dragged) drawing.drop(press.point);
    press = null;
  });
}

// A stone in hand is dragged from its tray to a point; who presses a point need not take it there.
function listenToTrays(page) {
  const { drawing } = page;
  let carried = null;
  for (const side of document.querySelectorAll(".side")) {
    side.addEventListener("pointerdown", (event) => {
      const can = side.classList.contains("placing") && page.player.canPlace;
      if (event.button !== 0 || !event.isPrimary || !can) return;
      event.preventDefault();
      side.setPointerCapture(event.pointerId);
      carried = event.pointerId;
      drawing.carry(side.dataset.colour, event.clientX, event.clientY);
    });
    side.addEventListener("pointermove", (event) => {
      if (event.pointerId === carried) drawing.carry(side.dataset.colour, event.clientX, event.clientY);
    });
    side.addEventListener("pointerup", (event) => {
      if (event.pointerId !== carried) return;
      carried = null;
      drawing.settle();
      const point = drawing.pointAt(event.clientX, event.clientY);
      if (point) page.player.drop?.(null, point);
    });
    side.addEventListener("pointercancel", () => {
      if (carried !== null) drawing.settle();
      carried = null;
    });
  }
}

// One point can be reached with Tab; from there the arrow keys go over the board.
function listenToPoints(page) {
  const { drawing } = page;
  drawing.element.addEventListener("keydown", (event) => {
    const point = event.target.dataset?.point;
    if (!point || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in ARROWS) moveFocus(drawing, point, ...ARROWS[event.key]);
    else if (event.key === "Enter" || event.key === " ") page.player.press(point);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  // Screen readers click without a pointer.
  drawing.element.addEventListener("click", (event) => {
    const point = event.target.closest("[data-point]")?.dataset.point;
    if (point && event.detail === 0) page.player.press(point);
  });
}

function moveFocus(drawing, point, columns, rows) {
  const next = drawing.neighbour(point, columns, rows);
  if (!next) return;
  drawing.focus(next);
}

function pageKey(page, event) {
  const elsewhere = event.target.closest("input:not([type=checkbox], [type=radio]), textarea, select, [role=tab]");
  if (elsewhere || document.querySelector("dialog[open]")) return;
  const { game, entry } = page;
  const command = event.ctrlKey || event.metaKey;
  const actions = command
    ? { z: () => (event.shiftKey ? page.forward() : page.undo()), y: () => page.forward() }
    : {
        ArrowLeft: () => page.undo(),
        ArrowRight: () => page.forward(),
        Home: () => entry.inTurn(() => game.toStart()),
        End: () => entry.inTurn(() => game.toEnd()),
        Escape: () => entry.inTurn(() => entry.undo()),
        a: () => entry.chooseCapture("approach"),
        w: () => entry.chooseCapture("withdrawal"),
        e: () => entry.finish(),
      };
  // These do nothing to the game.
  const always = command ? {} : { f: () => page.turnBoard(), "?": () => showKeys(page) };
  if (page.drawing.moves && !event.target.closest("button, a, summary, label, [data-point]")) {
    always[" "] = () => page.drawing.settle();
  }
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const action = always[key] ?? (page.player === entry ? actions[key] : null);
  if (!action || event.altKey) return;
  event.preventDefault();
  action();
}

async function showKeys(page) {
  try {
    (await load("./key-help.js")).showKeys();
  } catch (error) {
    page.fail(error);
  }
}

// A text that is pasted or dropped beside the fields is opened, whatever it is.
export function listenToPastes(page) {
  const field = ({ target }) => target.closest?.("input, textarea, select, dialog");
  const open = async ({ files, text }) => {
    const { openPasted, readFile } = await load("./pasting.js");
    await openPasted(page, files.length ? await readFile(files[0]) : text);
  };
  const take = (event, transfer) => {
    if (field(event)) return;
    event.preventDefault();
    const given = { files: [...transfer.files], text: transfer.getData("text/plain") };
    open(given).catch((error) => page.fail(error));
  };
  document.addEventListener("paste", (event) => take(event, event.clipboardData));
  document.addEventListener("drop", (event) => take(event, event.dataTransfer));
  document.addEventListener("dragover", (event) => field(event) || event.preventDefault());
}

export function listenToTools(page) {
  const { game, entry } = page;
  const doing = {
    first: () => entry.inTurn(() => game.toStart()),
    back: () => page.undo(),
    forward: () => page.forward(),
    last: () => entry.inTurn(() => game.toEnd()),
    "end-turn": () => entry.finish(),
    "agree-draw": () => game.agreeDraw(),
    "play-on": () => {
      part("draw-offer").hidden = true;
    },
    "choose-approach": () => entry.chooseCapture("approach"),
    "choose-withdrawal": () => entry.chooseCapture("withdrawal"),
    turn: () => page.turnBoard(),
    new: () => page.newGame(),
    keys: () => showKeys(page),
  };
  for (const [id, action] of Object.entries(doing)) {
    part(id).addEventListener("click", ({ target, detail }) => {
      action();
      // Who uses the keyboard goes on where there is something to press.
      const gone = target.disabled || !target.checkVisibility();
      if (gone && detail === 0) (otherStep(target) ?? page.drawing.tabStop).focus({ preventScroll: true });
    });
  }
}

function otherStep(button) {
  return button.closest(".walk")?.querySelector("button:enabled");
}

// The fields beside the board. What is not needed at once is loaded when it is asked for.
export function listenToFields(page) {
  chooseTheme(page);
  chooseSound(page);
  listenToTabs(page);
  listenToEngine(page);
  listenToOpponent(page);
  page.newGame = () => load("./new-game.js").then(({ openNewGame }) => openNewGame(page)).catch((error) => page.fail(error));
  listenToSharing(page);
  listenToGameTools(page);
  listenToWays(page);
  listenToLanguages(page);
}

function chooseTheme(page) {
  const select = part("theme");
  const apply = () => {
    if (select.value === "system") document.documentElement.removeAttribute("data-theme");
    else document.documentElement.dataset.theme = select.value;
  };
  select.value = page.memory.recallText("theme");
  if (select.selectedIndex < 0) select.value = "wood";
  apply();
  select.addEventListener("change", () => {
    page.memory.keepText("theme", select.value);
    apply();
  });
}

// Browsers are silent until something is pressed.
function chooseSound(page) {
  const button = part("sound");
  let loading = null;
  const isOn = () => button.getAttribute("aria-pressed") === "true";
  const start = async () => {
    if (!isOn()) return;
    loading ??= load("./sounds.js");
    const { play } = await loading;
    page.drawing.hear = (cues) => (isOn() ? play(cues) : null);
  };
  const listen = () => start().catch((error) => page.fail(error));
  button.setAttribute("aria-pressed", String(page.memory.recallText("sound") !== "off"));
  button.addEventListener("click", () => {
    button.setAttribute("aria-pressed", String(!isOn()));
    page.memory.keepText("sound", isOn() ? "on" : "off");
    listen();
  });
  for (const event of ["pointerdown", "keydown"]) document.addEventListener(event, listen, { once: true });
}

function listenToTabs(page) {
  let loading = null;
  const start = async () => new (await load("./tabs.js")).Tabs(page);
  page.showTab = async (name, asked) => {
    page.endWelcome();
    loading ??= start();
    loading.catch(() => {
      loading = null;
    });
    await (await loading).show(name, asked);
  };
  const tabs = [...document.querySelectorAll("[role=tab]")];
  const choose = (tab) => {
    tab.focus();
    page.tell("");
    page.showTab(tab.dataset.tab).catch((error) => page.fail(error));
  };
  for (const [place, tab] of tabs.entries()) {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", ({ key }) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
      if (by) choose(tabs.at((place + by) % tabs.length));
    });
  }
}

function listenToEngine(page) {
  let loading = null;
  const start = async () => {
    const { Analysis } = await load("./analysis.js");
    const names = ["bar", "verdict", "lines", "table", "deeper"];
    return new Analysis(page, Object.fromEntries(names.map((name) => [name, part(name)])));
  };
  const choose = async () => {
    const [on, lines] = [part("engine").checked, Number(part("line-count").value)];
    page.note("engine", on);
    if (on) page.endWelcome();
    page.note("lines", lines);
    if (!on && !loading) return;
    loading ??= start();
    try {
      (await loading).turnOn(part("engine").checked, lines);
    } catch (error) {
      loading = null;
      part("engine").checked = false;
      page.fail(error);
    }
  };
  part("engine").addEventListener("change", choose);
  part("line-count").addEventListener("change", choose);
  page.addEventListener("restore", () => {
    part("engine").checked = Boolean(page.kept.engine);
    choiceOf(part("line-count"), page.kept.lines);
    choose();
  });
}

// Chooses what was kept, if there is such a choice.
function choiceOf(select, value) {
  const known = [...select.options].some((option) => option.value === String(value));
  if (known) select.value = value;
}

function listenToOpponent(page) {
  let loading = null;
  const start = async () => new (await load("./opponent.js")).Opponent(page, part("match"));
  const choose = async ({ restored = false } = {}) => {
    const [colour, level] = [part("opponent").value, Number(part("level").value)];
    page.note("opponent", colour);
    page.note("level", level);
    part("level-field").hidden = !colour;
    if (colour) page.endWelcome();
    if (!colour && !loading) return;
    loading ??= start();
    try {
      (await loading).choose(colour || null, level, restored);
    } catch (error) {
      loading = null;
      part("opponent").value = "";
      part("level-field").hidden = true;
      page.fail(error);
    }
  };
  part("opponent").addEventListener("change", choose);
  part("level").addEventListener("change", choose);
  page.chooseOpponent = async (colour, level = part("level").value) => {
    part("opponent").value = colour;
    part("level").value = level;
    await choose();
  };
  page.addEventListener("restore", () => {
    choiceOf(part("opponent"), page.kept.opponent);
    choiceOf(part("level"), page.kept.level);
    choose({ restored: true });
  });
}

function listenToSharing(page) {
  const share = async (what) => (await load("./sharing.js")).share(what, page);
  for (const one of document.querySelectorAll("[data-share]")) {
    one.addEventListener("click", () => share(one.dataset.share).catch((error) => page.fail(error)));
  }
}

// A game is saved, reviewed, or opened from a file.
function listenToGameTools(page) {
  const run = async (what) => (await load("./review.js"))[what](page);
  page.review = () => run("review");
  for (const one of document.querySelectorAll("[data-game]")) {
    one.addEventListener("click", () => run(one.dataset.game).catch((error) => page.fail(error)));
  }
  const open = async (file) => {
    const { openPasted, readFile } = await load("./pasting.js");
    await openPasted(page, await readFile(file));
  };
  part("open-game").addEventListener("change", ({ target }) => {
    open(target.files[0]).catch((error) => page.fail(error));
    target.value = "";
  });
}

// What the first screen offers.
function listenToWays(page) {
  const ways = {
    play: () => page.newGame(),
    learn: () => document.querySelector("[data-tab=learn]").click(),
    solve: () => document.querySelector("[data-tab=puzzles]").click(),
    analyse: () => part("engine").click(),
  };
  for (const one of document.querySelectorAll("[data-way]")) {
    one.addEventListener("click", () => ways[one.dataset.way]());
  }
}

// The page and the lessons are kept for when there is no network; who has none hears what works.
export function listenToNetwork(page) {
  const told = () => page.tell(navigator.onLine ? "" : say("offline"));
  addEventListener("offline", told);
  addEventListener("online", told);
  if (!navigator.onLine) told();
  // Without https there is none, nor where the browser is not to keep anything.
  navigator.serviceWorker?.register(`/service-worker.js?lang=${language}`).catch(() => {});
}

// The game stays the same in another language.
function listenToLanguages(page) {
  for (const one of document.querySelectorAll("[data-language]")) {
    one.addEventListener("click", () => {
      page.memory.save();
      one.hash = location.hash;
    });
  }
}
