// Whoever changes the language or the colours finds what was typed as it was. No file, and nothing secret, is kept.

"use strict";

(() => {
  const place = `typed ${location.pathname}`;
  const left = new Set(["button", "file", "hidden", "password", "submit"]);
  const fields = [...document.forms].flatMap((form) => [...form.elements]).filter((field) => field.name && !left.has(field.type));

  function keep() {
    const typed = fields.map(({ name, value, checked }) => ({ name, value, checked }));
    sessionStorage.setItem(place, JSON.stringify(typed));
  }

  function restore(field, { name, value, checked }) {
    if (field.name !== name) return; // the page has changed meanwhile
    if (field.type === "radio" || field.type === "checkbox") field.checked = checked;
    else field.value = value;
    if (field.tagName === "TEXTAREA" && value) field.closest("details")?.setAttribute("open", "");
  }

  // A browser that keeps nothing for a site says so by an error: then there is nothing to restore.
  try {
    const typed = JSON.parse(sessionStorage.getItem(place) || "[]");
    sessionStorage.removeItem(place);
    typed.forEach((one, n) => fields[n] && restore(fields[n], one));
    document.querySelector(".switches").addEventListener("click", keep);
  } catch {}
})();
