// The first page: who leads the ladders; and a game that plays there, slowly, and not at all for whoever wants nothing to move.

"use strict";

(async () => {
  const place = document.getElementById("ladder-top");
  const answer = place && (await fetch("/ladder/top", { headers: { accept: "text/html" } }).catch(() => null));
  // It is the site's own page, in which whatever others have written is escaped.
  if (answer?.ok) place.innerHTML = await answer.text();
})();

(() => {
  const { game: told } = data;
  if (!told) return;
  const EVERY = 1100; // milliseconds
  const WAITS = 4; // times as long at the end
  const digits = Math.max(1, (told.grid.length - 1).toString(36).length);
  const steps = told.changes.split(" ").map((text) => {
    const found = [];
    for (let at = 0; at + digits < text.length; at += digits + 1) found.push([parseInt(text.slice(at, at + digits), 36), text[at + digits]]);
    return found;
  });
  const [width, height] = told.size;

  // As a board wants a game to be.
  const game = {
    width,
    height,
    section: told.section,
    changedBy: (page) => (page ? steps[page - 1] : []),
    halfMove: (page) => told.first + page - 1,
    board(page) {
      const cells = [...told.grid];
      for (const step of steps.slice(0, page)) for (const [cell, letter] of step) cells[cell] = letter;
      return cells;
    },
  };

  const board = new Board(game);
  const button = one(".film button");
  let page = 0;
  let waiting = 0;
  let goes = !matchMedia("(prefers-reduced-motion: reduce)").matches;

  function step() {
    page = page < steps.length ? page + 1 : 0;
    board.show(page);
    waiting = setTimeout(step, page < steps.length ? EVERY : WAITS * EVERY);
  }

  function turn() {
    clearTimeout(waiting);
    if (goes) waiting = setTimeout(step, EVERY);
    button.textContent = goes ? button.dataset.stop : button.dataset.go;
    button.setAttribute("aria-pressed", String(!goes));
  }

  button.addEventListener("click", () => {
    goes = !goes;
    turn();
  });
  board.show(0);
  one(".film .board").append(board.svg);
  turn();
})();
