// An event as it is played: its boards and tables, as the stream tells of them.
// The boards are drawn by the script of all boards, which stands before this one.

"use strict";

const here = location.pathname;
const cards = new Map();
const looks = {};
let event = { running: false, more: 0 };
let tables = null;
let drift = 0; // what this clock is ahead of the site's, in seconds

// A game in play, as a board wants a game to be: it has one page, the newest.
class Live {
  constructor(told) {
    this.take(told);
  }

  take(told) {
    this.before = told.half_move - 1 === this.half_move ? this.cells : null;
    Object.assign(this, told);
    this.cells = [...told.cells];
    [this.width, this.height] = told.size;
    this.section = { game: told.game, looks: looks[told.section] };
  }

  board() {
    return this.cells;
  }

  // What the last half-move changed: if those before it were not seen, the cells that it names.
  changedBy() {
    if (!this.before) return this.named.map((cell) => [cell, this.cells[cell]]);
    return this.cells.flatMap((look, cell) => (look === this.before[cell] ? [] : [[cell, look]]));
  }

  get named() {
    const columns = Array.from({ length: this.width }, (_, column) => columnName(column));
    const found = [...(this.last ?? "").matchAll(/([a-z]+)(\d+)/g)];
    return found.map(([, column, row]) => (this.height - row) * this.width + columns.indexOf(column));
  }

  halfMove() {
    return this.half_move - 1;
  }
}

class Card {
  constructor(told) {
    this.live = new Live(told);
    this.drawn = new Board(this.live);
    this.seats = ["a", "b"].map((side) => this.seat(side));
    this.said = make("p", { className: "said" });
    this.title = make("h3");
    const board = make("div", {}, this.drawn.svg);
    board.setAttribute("role", "img");
    board.setAttribute("aria-label", word("board", { number: told.number }));
    const [a, b] = this.seats;
    this.element = make("article", { className: "board-card" }, this.title, b.row, board, a.row, this.said);
    this.element.dataset.key = told.key;
    this.show();
  }

  seat(side) {
    const [name, stand, clock] = [make("b"), make("small"), make("span", { className: "clock" })];
    return { name, stand, clock, row: make("p", { className: `seat ${side}` }, name, stand, clock) };
  }

  take(told) {
    this.live.take(told);
    this.show();
  }

  show() {
    const { live } = this;
    this.title.textContent = word("game", live);
    this.drawn.show(0);
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

  // How long the one to move has been thinking, by the clock on the wall.
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

function takeBoards(told) {
  drift = Date.now() / 1000 - told.now;
  for (const [section, known] of Object.entries(told.looks ?? {})) {
    looks[section] = Object.assign(looks[section] ?? {}, known);
  }
  if (told.whole) dropAllBut(new Set(told.games.map((game) => game.key)));
  for (const key of told.over ?? []) drop(key);
  for (const game of told.games ?? []) {
    if (cards.has(game.key)) cards.get(game.key).take(game);
    else add(game);
  }
  if (told.state && Object.keys(told.state).length) event = told.state;
  one(".in-play .nothing").hidden = cards.size > 0;
  one(".in-play .more").textContent = event.more ? word("more", { count: event.more }) : "";
  showProgress();
}

function add(game) {
  const card = new Card(game);
  cards.set(game.key, card);
  one(".boards").append(card.element);
}

function drop(key) {
  cards.get(key)?.element.remove();
  cards.delete(key);
}

function dropAllBut(keys) {
  for (const key of [...cards.keys()]) if (!keys.has(key)) drop(key);
}

// The tables come anew with every game that ends: what was scrolled aside stays so, and whoever
// stands on a table or a link goes on standing there.
function takeTables(told) {
  tables = told;
  const nameOf = (element) => element.getAttribute("href") ?? element.getAttribute("aria-labelledby");
  const scrolled = new Map(all("#tables .scroll").map((table) => [nameOf(table), [table.scrollLeft, table.scrollTop]]));
  const stood = one("#tables :focus");
  // It is the site's own page, in which whatever others have written is escaped.
  one("#tables").innerHTML = told.html;
  for (const element of all("#tables .scroll, #tables a")) {
    element.scrollTo(...(scrolled.get(nameOf(element)) ?? [0, 0]));
    if (stood && nameOf(element) === nameOf(stood)) element.focus({ preventScroll: true });
  }
  showProgress();
}

function showProgress() {
  if (!event.running && !tables) return; // whether it is over is not known yet: what was sent stands
  const state = one(".progress .state");
  const over = Boolean(tables?.finished) && !event.running;
  state.hidden = false;
  state.textContent = word(event.running ? "running" : over ? "finished" : "stands");
  state.classList.toggle("on", event.running);
  one(".in-play").hidden = over;
  if (!tables) return;
  const parts = [word("progress", tables)];
  if (tables.finished) parts.push(word("over"));
  else if (event.running && tables.a_game) parts.push(word("left", { time: left() }));
  one(".progress .said").textContent = parts.join(", ");
  Object.assign(one(".event-head progress"), { max: tables.games, value: tables.played });
}

function left() {
  const seconds = tables.a_game * (tables.games - tables.played);
  const minutes = Math.round(seconds / 60);
  if (seconds < 60) return word("seconds", { seconds: Math.ceil(seconds) });
  if (minutes < 60) return word("minutes", { minutes });
  return word("hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

function showLost(lost) {
  one(".lost").hidden = !lost;
  one(".lost").textContent = lost ? word("lost") : "";
}

listen(`${here}/stream`, { boards: takeBoards, tables: takeTables }, showLost);
setInterval(() => cards.forEach((card) => card.tick()), 1000);
