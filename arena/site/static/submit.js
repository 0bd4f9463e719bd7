// A check, or a match of two versions, as it goes on: the part of the page that tells of it is asked for again until it is over.

"use strict";

const place = document.getElementById("check");
const every = 700; // milliseconds

const isOver = () => document.getElementById("check-state")?.dataset.over !== "no";

// A file that was chosen meanwhile would be lost.
const isChosen = () => Boolean(document.querySelector("[type=file]")?.files.length);

// A site that is not there for a moment is asked again; one that knows us no more asks for the token.
async function renew() {
  const asked = fetch(place.dataset.from, { headers: { accept: "text/html" } });
  const status = await asked.then(show).catch(() => 0);
  if (!isOver() && status !== 403) setTimeout(renew, every);
  else if (!isChosen()) location.reload(); // there is more to be seen now
}

async function show(answer) {
  const text = await answer.text();
  // It is the site's own page, in which whatever others have written is escaped.
  if (answer.ok && place.dataset.text !== text) place.innerHTML = place.dataset.text = text;
  return answer.status;
}

if (!isOver()) setTimeout(renew, every);
