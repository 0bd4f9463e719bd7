// The ladders as they go on: the part of the page that tells of them is asked for again.

"use strict";

const ladders = document.getElementById("ladders");
const every = 5000; // milliseconds

async function renew() {
  if (document.hidden) return;
  const answer = await fetch("/ladder/tables", { headers: { accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return;
  const text = await answer.text();
  if (ladders.dataset.text === text || ladders.contains(document.activeElement)) return;
  // It is the site's own page, in which whatever others have written is escaped.
  ladders.innerHTML = ladders.dataset.text = text;
}

setInterval(renew, every);
