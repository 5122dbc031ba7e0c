// What the page is, as one text: the game with its variations, and how it is looked at. The browser
// keeps it for this window and for the next visit; the address has the game.

import { annotations, gameLink } from "./game.js";

const NAME = "fanorona-page";
const SAVE_MS = 250;

export class Memory {
  #page;
  #timer = null;
  #savedAt = 0;
  #root = null;
  #ready = false;

  constructor(page) {
    this.#page = page;
    for (const kind of ["change", "annotate"]) page.game.addEventListener(kind, () => this.later());
    page.entry.addEventListener("change", () => this.later());
    document.addEventListener("visibilitychange", () => document.hidden && this.save());
    addEventListener("pagehide", () => this.save());
  }

  // What this window showed last, or else what any window did; null at the first visit.
  recall() {
    for (const storage of ["sessionStorage", "localStorage"]) {
      try {
        const state = JSON.parse(window[storage].getItem(NAME));
        if (typeof state?.link === "string") return { ...state, ofThisWindow: storage === "sessionStorage" };
      } catch {
        // Nothing is kept, or nothing of ours.
      }
    }
    return null;
  }

  // What else the browser keeps until the next visit, where its user lets it.
  recallText(name) {
    try {
      return localStorage.getItem(`fanorona-${name}`);
    } catch {
      return null;
    }
  }

  keepText(name, text) {
    try {
      localStorage.setItem(`fanorona-${name}`, text);
    } catch {
      // It is forgotten.
    }
  }

  // What is on the page from now on is kept. The address belongs to the game that is open.
  begin() {
    if (this.#ready) return;
    this.#ready = true;
    this.follow();
  }

  // The game on the board is the one that the address asked for: it needs no entry of its own.
  follow() {
    this.#root = this.#page.game.root;
    this.save();
  }

  // As soon as everybody has followed; who is fast is followed a little later.
  later() {
    const wait = Math.max(0, this.#savedAt + SAVE_MS - performance.now());
    this.#timer ??= setTimeout(() => this.save(), wait);
  }

  save() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#savedAt = performance.now();
    if (!this.#ready) return;
    const { kept, game, own, entry } = this.#page;
    const annotated = annotations(own ?? game);
    const state = { ...kept, link: gameLink(game), own: own && gameLink(own), annotated, entered: entry.turn?.turn };
    const text = JSON.stringify(state);
    for (const storage of ["sessionStorage", "localStorage"]) {
      try {
        window[storage].setItem(NAME, text);
      } catch {
        // It is forgotten.
      }
    }
    this.#showAddress(state.link);
  }

  // Another game has an entry of its own, so that the browser's way back leads to the one before.
  #showAddress(link) {
    const { game } = this.#page;
    const another = game.root !== this.#root;
    this.#root = game.root;
    if (location.hash === `#${link}`) return;
    const { pathname, search } = location;
    // What a link has had behind "?" is behind "#" from now on.
    const language = new URLSearchParams(search).get("lang");
    const address = `${pathname}${language ? `?lang=${encodeURIComponent(language)}` : ""}#${link}`;
    try {
      history[another ? "pushState" : "replaceState"](null, "", address);
    } catch {
      // Some browsers refuse it to those who are very fast; the next turn shows the address again.
    }
  }
}

// Whether a state belongs to the address that was opened.
export function isOf(state, hash) {
  const [navigation] = performance.getEntriesByType("navigation");
  const again = state.ofThisWindow && navigation?.type === "reload";
  return again || hash.length < 2 || decoded(hash.slice(1)) === decoded(state.link);
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
