// The data of the page, the languages that all of it is in, and the switch of its colours.

const data = JSON.parse(document.getElementById("data").textContent);
const one = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];

// What must be said anew when the language changes.
const whenLanguageChanges = [];

const language = () => (document.documentElement.lang === "ru" ? 1 : 0);

// One of a pair of sentences, with its blanks filled in.
const say = (pair, values = {}) =>
  pair[language()].replace(/\{(\w+)\}/g, (blank, name) => (name in values ? values[name] : blank));

const word = (name, values) => say(data.words[name], values);

// A number that is written with a point already, with the sign of decimals of the language.
const localized = (text) => (language() ? text.replace(".", ",") : text);

// A time as people read it, to the millisecond and rounded down, as `say_seconds` says it: but a
// sum of binary fractions may come out a little too small.
const shownSeconds = (seconds) => localized((Math.floor(seconds * 1000 + 1e-6) / 1000).toFixed(3));

function changeLanguage(chosen) {
  document.documentElement.lang = chosen;
  for (const element of all("[data-en]")) {
    const text = element.dataset[chosen];
    if (element.dataset.attribute) element.setAttribute(element.dataset.attribute, text);
    else element.textContent = text;
  }
  for (const button of all(".languages button")) {
    button.setAttribute("aria-pressed", String(button.value === chosen));
  }
  whenLanguageChanges.forEach((tell) => tell());
}

// Text goes into the page as text only: whatever a bot has printed, it is never read as HTML.
function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

// A sentence in which each rule leads to where it is written, if the page is on a site that has it.
function linked(sentence) {
  if (!data.rules) return [sentence];
  const parts = sentence.split(new RegExp(data.rules.pattern)); // text, word, number, text, ...
  const found = [parts[0]];
  for (let at = 1; at < parts.length; at += 3) {
    const [name, number, text] = parts.slice(at, at + 3);
    const href = `${data.rules.address}#rule-${number}`;
    found.push("(", make("a", { href, textContent: `${name} ${number}` }), ")", text);
  }
  return found;
}

function draw(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

one(".switches").hidden = false;
one(".languages").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) changeLanguage(button.value);
});

// In a report. The site's own pages have a link instead, and know the same cookie; a file has none.
const coloursButton = one("button.colours");
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
