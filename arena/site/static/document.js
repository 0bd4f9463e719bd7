// A game record: the arrow keys follow the links below the board that is shown.

"use strict";

const linkSelectors = { ArrowLeft: ".back", ArrowRight: ".forth" };

function shownSection() {
  const sections = [...document.querySelectorAll(".steps section")];
  return sections.find((section) => `#${section.id}` === location.hash) ?? sections[0];
}

addEventListener("keydown", (event) => {
  const link = linkSelectors[event.key] && shownSection().querySelector(linkSelectors[event.key]);
  if (!link || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  location.replace(link.href);
});
