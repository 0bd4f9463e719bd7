// A running event: its boards and tables, as they come by the stream.
// The boards are drawn by the script of all boards, which stands before this one.

"use strict";

const here = location.pathname;
const cards = new Map();
const looks = {};
let eventState = { running: false, more: 0 };
let tables = null;
let drift = 0; // seconds by which this clock is ahead of the site's

// A game in play, with the interface that `Board` expects: it has one page, the newest.
class LiveGame {
  constructor(state) {
    this.take(state);
  }

  take(state) {
    this.before = state.half_move - 1 === this.half_move ? this.cells : null;
    Object.assign(this, state);
    this.cells = [...state.cells];
    [this.width, this.height] = state.size;
    this.section = { game: state.game, looks: looks[state.section] };
  }

  board() {
    return this.cells;
  }

  // Returns the cells that the last half-move changed; if an earlier one was missed, the cells that it names.
  changedBy() {
    if (!this.before) return this.namedCells.map((cell) => [cell, this.cells[cell]]);
    return this.cells.flatMap((look, cell) => (look === this.before[cell] ? [] : [[cell, look]]));
  }

  get namedCells() {
    const columns = Array.from({ length: this.width }, (_, column) => columnName(column));
    const matches = [...(this.last ?? "").matchAll(/([a-z]+)(\d+)/g)];
    return matches.map(([, column, row]) => (this.height - row) * this.width + columns.indexOf(column));
  }

  halfMove() {
    return this.half_move - 1;
  }
}

class Card {
  constructor(state) {
    this.live = new LiveGame(state);
    this.board = new Board(this.live);
    this.seats = ["a", "b"].map((side) => this.seat(side));
    this.said = make("p", { className: "said" });
    this.title = make("h3");
    const board = make("div", {}, this.board.svg);
    board.setAttribute("role", "img");
    board.setAttribute("aria-label", word("board", { number: state.number }));
    const [a, b] = this.seats;
    this.element = make("article", { className: "board-card" }, this.title, b.row, board, a.row, this.said);
    this.element.dataset.key = state.key;
    this.show();
  }

  seat(side) {
    const [name, stand, clock] = [make("b"), make("small"), make("span", { className: "clock" })];
    return { name, stand, clock, row: make("p", { className: `seat ${side}` }, name, stand, clock) };
  }

  take(state) {
    this.live.take(state);
    this.show();
  }

  show() {
    const { live } = this;
    this.title.textContent = word("game", live);
    this.board.show(0);
    this.seats.forEach((seat, index) => {
      const side = "AB"[index];
      seat.name.textContent = live.names[index];
      const points = live.points ? `; ${word("points", { points: live.points[index] })}` : "";
      seat.stand.textContent = `${side}, ${say(live.sides[index])}${points}`;
      seat.clock.textContent = word("seconds", { seconds: shownSeconds(live.clocks[index]) });
      seat.row.classList.toggle("turn", live.player === side);
    });
    this.tick();
  }

  // Shows the last half-move, and the seconds that the player to move has been thinking.
  tick() {
    const { live } = this;
    const passed = Math.max(0, Date.now() / 1000 - drift - live.told);
    const done = live.last
      ? word("half_move", { number: live.half_move - 1, move: live.last })
      : word(live.half_move === 1 ? "first" : "half_move", { number: live.half_move - 1, move: "" });
    const who = live.names[live.player === "A" ? 0 : 1];
    const thinks = passed >= 1 ? ` · ${who} ${word("thinks")} ${word("seconds", { seconds: Math.floor(passed) })}` : "";
    const text = `${done}${thinks}`;
    if (this.said.textContent !== text) this.said.textContent = text;
  }
}

function takeBoards(state) {
  drift = Date.now() / 1000 - state.now;
  for (const [section, known] of Object.entries(state.looks ?? {})) {
    looks[section] = Object.assign(looks[section] ?? {}, known);
  }
  if (state.whole) dropAllBut(new Set(state.games.map((game) => game.key)));
  for (const key of state.over ?? []) drop(key);
  for (const game of state.games ?? []) {
    if (cards.has(game.key)) cards.get(game.key).take(game);
    else add(game);
  }
  if (state.state && Object.keys(state.state).length) eventState = state.state;
  query(".in-play .nothing").hidden = cards.size > 0;
  query(".in-play .more").textContent = eventState.more ? word("more", { count: eventState.more }) : "";
  showProgress();
}

function add(game) {
  const card = new Card(game);
  cards.set(game.key, card);
  query(".boards").append(card.element);
}

function drop(key) {
  cards.get(key)?.element.remove();
  cards.delete(key);
}

function dropAllBut(keys) {
  for (const key of [...cards.keys()]) if (!keys.has(key)) drop(key);
}

// Replaces the tables, which come anew with every game that ends; scroll positions and focus stay.
function takeTables(state) {
  tables = state;
  const nameOf = (element) => element.getAttribute("href") ?? element.getAttribute("aria-labelledby");
  const scrolled = new Map(queryAll("#tables .scroll").map((table) => [nameOf(table), [table.scrollLeft, table.scrollTop]]));
  const focused = query("#tables :focus");
  // The site makes this HTML, and escapes text of other people.
  query("#tables").innerHTML = state.html;
  for (const element of queryAll("#tables .scroll, #tables a")) {
    element.scrollTo(...(scrolled.get(nameOf(element)) ?? [0, 0]));
    if (focused && nameOf(element) === nameOf(focused)) element.focus({ preventScroll: true });
  }
  showProgress();
}

function showProgress() {
  if (!eventState.running && !tables) return; // the state is not known yet: the one in the HTML stays
  const state = query(".progress .state");
  const over = Boolean(tables?.finished) && !eventState.running;
  state.hidden = false;
  state.textContent = word(eventState.running ? "running" : over ? "finished" : "stands");
  state.classList.toggle("on", eventState.running);
  query(".in-play").hidden = over;
  if (!tables) return;
  const parts = [word("progress", tables)];
  if (tables.finished) parts.push(word("over"));
  else if (eventState.running && tables.a_game) parts.push(word("left", { time: timeLeft() }));
  query(".progress .said").textContent = parts.join(", ");
  Object.assign(query(".event-head progress"), { max: tables.games, value: tables.played });
}

function timeLeft() {
  const seconds = tables.a_game * (tables.games - tables.played);
  const minutes = Math.round(seconds / 60);
  if (seconds < 60) return word("seconds", { seconds: Math.ceil(seconds) });
  if (minutes < 60) return word("minutes", { minutes });
  return word("hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

function showLost(lost) {
  query(".lost").hidden = !lost;
  query(".lost").textContent = lost ? word("lost") : "";
}

listen(`${here}/stream`, { boards: takeBoards, tables: takeTables }, showLost);
setInterval(() => cards.forEach((card) => card.tick()), 1000);
