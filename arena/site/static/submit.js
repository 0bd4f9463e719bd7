// Reloads the part of the page about a check, or a match of two versions, until it is over.

"use strict";

const place = document.getElementById("check");
const every = 700; // milliseconds

const isOver = () => document.getElementById("check-state")?.dataset.over !== "no";

// A reload of the page would lose a file that was chosen meanwhile.
const isChosen = () => Boolean(document.querySelector("[type=file]")?.files.length);

// An unreachable site is asked again; after status 403 the page asks for the token.
async function renew() {
  const request = fetch(place.dataset.from, { headers: { accept: "text/html" } });
  const status = await request.then(show).catch(() => 0);
  if (!isOver() && status !== 403) setTimeout(renew, every);
  else if (!isChosen()) location.reload(); // the rest of the page has changed, too
}

async function show(answer) {
  const text = await answer.text();
  // The site makes this HTML, and escapes text of other people.
  if (answer.ok && place.dataset.text !== text) place.innerHTML = place.dataset.text = text;
  return answer.status;
}

if (!isOver()) setTimeout(renew, every);
