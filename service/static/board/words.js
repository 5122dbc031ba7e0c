// The page's words in the reader's language; the service has put them into the page.

const WORDS = JSON.parse(document.getElementById("words").textContent);

export const language = document.documentElement.lang;

// The title of a puzzle; only those of the collection have one in French, too.
export function titleOf({ title, french_title: french }) {
  return (language === "fr" ? french : null) ?? title;
}

// "to-move" with {side: "White"}: "White to move".
export function say(key, values = {}) {
  return filled(WORDS[key] ?? key, values);
}

function filled(text, values) {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

// A rule set in words; one of the user's own is called as its switches are.
export function rulesName(id) {
  return WORDS[`rules-${id}`] ?? id;
}

// The theme of a puzzle, to stand by itself; one of an author's own is called as it was typed.
export function themeName(id) {
  const name = WORDS[`theme.${id}`] ?? id;
  return name[0].toLocaleUpperCase(language) + name.slice(1);
}

// A text with plural forms: "1 turn", "2 turns".
export function sayCount(key, count, values = {}) {
  const forms = WORDS[key];
  const text = forms[new Intl.PluralRules(language).select(count)] ?? forms.other ?? forms;
  return filled(text, { ...values, count });
}

export function number(value, digits) {
  return new Intl.NumberFormat(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}
