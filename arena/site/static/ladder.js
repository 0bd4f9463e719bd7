// Reloads the ladders, a part of the page, every few seconds.

"use strict";

const ladders = document.getElementById("ladders");
const every = 5000; // milliseconds

async function renew() {
  if (document.hidden) return;
  const answer = await fetch("/ladder/tables", { headers: { accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return;
  const text = await answer.text();
  if (ladders.dataset.text === text || ladders.contains(document.activeElement)) return;
  // The site makes this HTML, and escapes text of other people.
  ladders.innerHTML = ladders.dataset.text = text;
}

setInterval(renew, every);
