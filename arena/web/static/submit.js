// A check as it goes on: the part of the page that tells of it is asked for again until it is over.

"use strict";

const place = document.getElementById("check");
const every = 700; // milliseconds

const isOver = () => document.getElementById("check-state")?.dataset.over !== "no";

async function renew() {
  const answer = await fetch("/submit/check", { headers: { accept: "text/html" } });
  if (!answer.ok) return;
  // It is the site's own page, in which whatever others have written is escaped.
  const text = await answer.text();
  if (place.dataset.text !== text) place.innerHTML = text;
  place.dataset.text = text;
  if (isOver()) location.reload(); // the list of versions has one more
  else setTimeout(renew, every);
}

if (!isOver()) setTimeout(renew, every);
