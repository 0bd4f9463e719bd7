// The start page: the top of the ladders, and a game that plays slowly, but not for visitors who prefer no motion.

"use strict";

(async () => {
  const place = document.getElementById("ladder-top");
  const answer = place && (await fetch("/ladder/top", { headers: { accept: "text/html" } }).catch(() => null));
  // The site makes this HTML, and escapes text of other people.
  if (answer?.ok) place.innerHTML = await answer.text();
})();

(() => {
  const { game: recorded } = data;
  if (!recorded) return;
  const INTERVAL = 1100; // milliseconds
  const PAUSE = 4; // steps that the end is shown for
  const steps = recorded.changes.split(" ").map((text) => changedCells(text, recorded.grid.length));
  const [width, height] = recorded.size;

  // The interface of a game that `Board` expects.
  const game = {
    width,
    height,
    section: recorded.section,
    changedBy: (page) => (page ? steps[page - 1] : []),
    halfMove: (page) => recorded.first + page - 1,
    board: (page) => cellsAfter(recorded.grid, steps.slice(0, page)),
  };

  const board = new Board(game);
  const button = query(".film button");
  let page = 0;
  let waiting = 0;
  let isPlaying = !matchMedia("(prefers-reduced-motion: reduce)").matches;

  function step() {
    page = page < steps.length ? page + 1 : 0;
    board.show(page);
    waiting = setTimeout(step, page < steps.length ? INTERVAL : PAUSE * INTERVAL);
  }

  function startOrStop() {
    clearTimeout(waiting);
    if (isPlaying) waiting = setTimeout(step, INTERVAL);
    button.textContent = isPlaying ? button.dataset.stop : button.dataset.go;
    button.setAttribute("aria-pressed", String(!isPlaying));
  }

  button.addEventListener("click", () => {
    isPlaying = !isPlaying;
    startOrStop();
  });
  board.show(0);
  query(".film .board").append(board.svg);
  startOrStop();
})();
