// The data of the page, its language, and the switch of its colours.

const data = JSON.parse(document.getElementById("data").textContent);
const query = (selector, within = document) => within.querySelector(selector);
const queryAll = (selector, within = document) => [...within.querySelectorAll(selector)];

// Functions to call when the language changes.
const whenLanguageChanges = [];

const language = () => (document.documentElement.lang === "ru" ? 1 : 0);

// Returns the sentence of the language from a pair, with its blanks filled in.
const say = (pair, values = {}) =>
  pair[language()].replace(/\{(\w+)\}/g, (blank, name) => (name in values ? values[name] : blank));

const word = (name, values) => say(data.words[name], values);

// Returns a bot's name as it stands in a sentence. A name written from right to left would turn the
// numbers beside it around, also the number of a version, which is no part of the name.
const isolated = (name) =>
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(name)
    ? name.replace(/[^#]*[^# ]/u, "\u2068$&\u2069")
    : name;

// Returns a number written with a point, with the decimal sign of the language.
const localized = (text) => (language() ? text.replace(".", ",") : text);

// Returns a time to the millisecond, rounded down, as `say_seconds` writes it; a sum of binary
// fractions may be a little too small.
const shownSeconds = (seconds) => localized((Math.floor(seconds * 1000 + 1e-6) / 1000).toFixed(3));

function changeLanguage(chosen) {
  document.documentElement.lang = chosen;
  for (const element of queryAll("[data-en]")) {
    const text = element.dataset[chosen];
    if (element.dataset.attribute) element.setAttribute(element.dataset.attribute, text);
    else element.textContent = text;
  }
  for (const button of queryAll(".languages button")) {
    button.setAttribute("aria-pressed", String(button.value === chosen));
  }
  whenLanguageChanges.forEach((update) => update());
}

// Makes an element. Children are inserted as text: output of a bot is never read as HTML.
function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

// Returns the sentence of a pair in every language, of which the page shows one.
function inBoth([en, ru]) {
  if (en === ru) return [en];
  return [make("span", { className: "in-en", lang: "en" }, en), make("span", { className: "in-ru", lang: "ru" }, ru)];
}

// Returns the sentence with links from rules to the document, if the page is on a site that has it.
function linked(sentence) {
  if (!data.rules) return [sentence];
  const parts = sentence.split(new RegExp(data.rules.pattern)); // text, word, number, text, ...
  const children = [parts[0]];
  for (let at = 1; at < parts.length; at += 3) {
    const [name, number, text] = parts.slice(at, at + 3);
    const href = `${data.rules.address}#rule-${number}`;
    children.push("(", make("a", { href, textContent: `${name} ${number}` }), ")", text);
  }
  return children;
}

function draw(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

query(".switches").hidden = false;
query(".languages").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) changeLanguage(button.value);
});

// Only reports have this button; pages of the site have a link, which uses the same cookie.
const coloursButton = query("button.colours");
if (coloursButton) {
  const plain = document.getElementById("without-colours");
  const screens = plain.getAttribute("data-screens");
  const show = () => coloursButton.setAttribute("aria-pressed", String(plain.media === "all"));
  coloursButton.addEventListener("click", () => {
    plain.media = plain.media === "all" ? screens : "all";
    const chosen = plain.media === "all" ? "none" : "all";
    document.cookie = `colours=${chosen}; path=/; max-age=${365 * 24 * 3600}; samesite=lax`;
    show();
  });
  show();
}
