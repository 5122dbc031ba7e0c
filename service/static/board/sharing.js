// Copies the game's link, or the position as text, as a puzzle or as a picture. Where the clipboard
// is not available, as without https, a text is shown to be copied by hand and a picture is saved.

import { askText } from "./api.js";
import { openDialog } from "./dialog.js";
import { button, html } from "./elements.js";
import { gameLink } from "./game.js";
import { say } from "./words.js";

const LONGEST_QUERY = 1500;
const PNG_PIXELS = 1600;
const SAVING_MS = 10_000;
const SAVED_AS = {
  link: ["text/plain", "fanorona-link.txt"],
  fen: ["text/plain", "fanorona-position.txt"],
  puzzle: ["text/plain", "fanorona-puzzle.txt"],
  svg: ["image/svg+xml", "fanorona.svg"],
};

export async function share(what, page) {
  page.tell("");
  if (what === "puzzle") await sharePuzzle(page);
  else if (what === "png") await sharePng(page);
  else await shareText(what, TEXTS[what](page), page);
}

const TEXTS = {
  link: async ({ game }) => address(gameLink(game)),
  fen: async ({ game }) => game.at.position,
  svg: picture,
};

// Behind "?" the service sees what a link asks for, and other pages show a picture of it; there a long
// one would be refused.
function address(link) {
  return `${location.origin}${location.pathname}${link.length < LONGEST_QUERY ? "?" : "#"}${link}`;
}

// The position, and the turn that led to it, as the service draws them.
function picture({ game, drawing }, size) {
  const { at, rules } = game;
  const query = at.turn
    ? { rules, position: at.parent.position, turn: at.turn.turn }
    : { rules, position: at.position };
  return askText("/v1/diagram.svg", { ...query, theme: chosenTheme(), size, turned: drawing.turned });
}

function chosenTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  return document.documentElement.dataset.theme ?? (dark ? "dark" : "light");
}

async function sharePuzzle(page) {
  const { composePuzzle } = await import("./puzzle-from-position.js");
  const composed = composePuzzle(page.game);
  page.tell(say("asking-engine"));
  await shareText("puzzle", composed.then(({ text }) => text), page, async () => (await composed).proven);
}

// `text` is a promise: a clipboard that asks for a press of the user must be opened at once.
async function shareText(what, text, page, remark = () => "") {
  if (await copied("text/plain", text)) {
    const told = say("copied", { what: say(`copy-${what}`) });
    page.tell([told, await remark()].filter(Boolean).join(". "));
  } else {
    showText(what, await text);
    page.tell(await remark());
  }
}

async function sharePng(page) {
  const png = picture(page, PNG_PIXELS).then(drawn);
  if (await copied("image/png", png)) {
    page.tell(say("copied", { what: say("copy-png") }));
  } else {
    save(await png, "fanorona.png");
    page.tell(say("saved", { file: "fanorona.png" }));
  }
}

async function copied(type, content) {
  if (!navigator.clipboard?.write || !window.ClipboardItem) return false;
  const blob = content.then((known) => new Blob([known], { type }));
  // Who waits for the content hears of its failure.
  blob.catch(() => {});
  try {
    await navigator.clipboard.write([new ClipboardItem({ [type]: blob })]);
    return true;
  } catch {
    return false;
  }
}

async function drawn(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = html("canvas", { width: image.naturalWidth, height: image.naturalHeight });
  canvas.getContext("2d").drawImage(image, 0, 0);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, "image/png");
  });
}

function showText(what, text) {
  const [type, name] = SAVED_AS[what];
  const area = html("textarea", { rows: 8, readonly: true, "aria-label": say(`copy-${what}`) }, text);
  const saving = button(say("save"), () => save(new Blob([text], { type }), name));
  openDialog(say("copy-by-hand"), area, saving);
  area.select();
}

export function save(blob, name) {
  const address = URL.createObjectURL(blob);
  html("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), SAVING_MS);
}
