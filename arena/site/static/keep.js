// Keeps typed text when the visitor changes the language or the colours. No file, and nothing secret, is kept.

"use strict";

(() => {
  const key = `typed ${location.pathname}`;
  const excluded = new Set(["button", "file", "hidden", "password", "submit"]);
  const fields = [...document.forms].flatMap((form) => [...form.elements]).filter((field) => field.name && !excluded.has(field.type));

  function keep() {
    const typed = fields.map(({ name, value, checked }) => ({ name, value, checked }));
    sessionStorage.setItem(key, JSON.stringify(typed));
  }

  function restore(field, { name, value, checked }) {
    if (field.name !== name) return; // the fields of the page have changed meanwhile
    if (field.type === "radio" || field.type === "checkbox") field.checked = checked;
    else field.value = value;
    if (field.tagName === "TEXTAREA" && value) field.closest("details")?.setAttribute("open", "");
  }

  // A browser without storage for the site throws an error: then there is nothing to restore.
  try {
    const typed = JSON.parse(sessionStorage.getItem(key) || "[]");
    sessionStorage.removeItem(key);
    typed.forEach((entry, index) => fields[index] && restore(fields[index], entry));
    document.querySelector(".switches").addEventListener("click", keep);
  } catch {}
})();
