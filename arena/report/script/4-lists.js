// The lists of games with their filters, and the links from the tables to the viewer.

const viewer = new Viewer(query("#viewer"));

const address = (game) => `#game-${data.sections.indexOf(game.section) + 1}-${game.number}`;

function gameAt(hash) {
  const [, section, number] = /^#game-(\d+)-(\d+)$/.exec(hash) ?? [];
  return data.sections[section - 1]?.byNumber.get(number);
}

// Marks the game of the viewer in the tables.
function markInTables(game) {
  for (const element of queryAll(".shown")) element.classList.remove("shown");
  if (!game) return;
  document.getElementById(address(game).slice(1))?.classList.add("shown");
  const like = game.gamesOfPair.map(address);
  for (const link of queryAll(".crosstable a")) {
    if (like.includes(link.getAttribute("href"))) link.parentElement.classList.add("shown");
  }
}

function show(game) {
  viewer.open(game);
  markInTables(game);
}

// Shows a game with an entry in the history, so that the browser's «back» returns here.
function visit(game) {
  history.pushState(null, "", address(game));
  show(game);
}

function followAddress() {
  const game = gameAt(location.hash);
  if (game) show(game);
  else if (!viewer.dialog.open) document.documentElement.classList.remove("viewing");
  else if (!location.hash) viewer.dismiss();
}

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const link = event.target.closest("a[href^='#game-']") ?? linkOfRow(event.target);
  const game = link && gameAt(link.getAttribute("href"));
  if (!game) return;
  event.preventDefault(); // the page must not scroll
  visit(game);
});

// Returns the link of the row that was clicked: a whole row is easier to hit on a phone.
function linkOfRow(target) {
  const row = target.closest("table.games tbody tr");
  return row && getSelection().isCollapsed ? query("a", row) : null;
}

// The rows of a section's games, made from the data, in parts of a hundred.
class GameRows {
  constructor(table) {
    const number = table.dataset.section;
    this.section = data.sections[number - 1];
    this.columns = queryAll("thead th", table);
    const model = make("tr", {}, ...this.columns.map((column) => this.modelCell(column)));
    this.parts = [];
    this.rows = this.section.games.map((game) => this.row(game, model.cloneNode(true)));
    for (let at = 0; at < this.rows.length; at += 100) {
      const rows = this.rows.slice(at, at + 100);
      this.parts.push([make("tbody", {}, ...rows), rows]);
    }
    table.classList.toggle("long", this.rows.length > 400);
    table.append(...this.parts.map(([part]) => part));
  }

  modelCell({ className, dataset: { column } }) {
    const cell = make(column === "a" ? "th" : "td", { className });
    if (column === "a") cell.scope = "row";
    if (["a", "b", "result", "ending"].includes(column)) cell.classList.add(column);
    if (column === "number") cell.append(make("a"));
    return cell;
  }

  row(game, row) {
    row.id = address(game).slice(1);
    row.className = `w${game.winner}${game.disqualified ? " dq" : ""}`;
    this.columns.forEach(({ dataset: { column } }, index) => {
      const cell = row.children[index];
      if (column === "number") {
        cell.firstChild.href = `#${row.id}`;
        cell.firstChild.textContent = game.number;
      } else cell.append(...this.content(game, column));
    });
    return row;
  }

  content(game, column) {
    if (column === "round") return game.title === undefined ? [game.round] : inBoth(this.section.texts[game.title]);
    if (column === "a" || column === "b") return [game.name(column)];
    if (column === "ending") return inBoth(this.section.endings[game.ending][1]);
    if (column !== "used") return [game[column]];
    const times = game.used.join(" / ");
    return inBoth([times, times.replaceAll(".", ",")]);
  }
}

class GameList {
  constructor(form, rows) {
    this.form = form;
    this.section = rows.section;
    this.parts = rows.parts;
    this.rows = rows.rows;
    form.hidden = false;
    form.addEventListener("change", () => this.filter());
    form.addEventListener("submit", (event) => event.preventDefault());
    whenLanguageChanges.push(() => this.showCount());
    this.filter();
  }

  filter() {
    const { entrant, opponent, ending } = this.form.elements;
    const wanted = [entrant.value, opponent.value].filter(Boolean);
    this.rows.forEach((row, index) => {
      const game = this.section.games[index];
      const names = [game.a, game.b].map((index) => game.section.names[index]);
      const hasNames = wanted.every((name) => names.includes(name));
      row.hidden = !(hasNames && this.hasEnding(game, ending.value));
    });
    this.shown = 0;
    this.parts.forEach(([part, rows]) => {
      const count = rows.filter((row) => !row.hidden).length;
      this.shown += count;
      part.hidden = !count;
      part.style.setProperty("--rows", count); // the browser assumes this height until the part is on the screen
    });
    this.showCount();
  }

  hasEnding(game, ending) {
    if (ending === "disqualified") return game.disqualified;
    if (ending === "draw") return game.winner === "D";
    if (ending === "printed") return game.printed;
    return !ending || this.section.endings[game.ending][0] === ending;
  }

  showCount() {
    query("output", this.form).value = word("shown", { count: this.shown, all: this.rows.length });
  }
}

for (const table of queryAll("table.games[data-section]")) {
  const rows = new GameRows(table);
  const form = query(`form.filters[data-section="${table.dataset.section}"]`);
  if (form) new GameList(form, rows);
}
whenLanguageChanges.push(() => {
  if (!viewer.game) return;
  const { page } = viewer;
  viewer.fill();
  viewer.go(page);
});
addEventListener("popstate", followAddress);
// This must come after the browser has scrolled to the row, and moved the focus there.
addEventListener("load", () => setTimeout(followAddress));
queryAll(".starts").forEach((place) => {
  const section = data.sections[place.dataset.section - 1];
  const grids = section.beginnings.map(({ cells }) => cells);
  section.beginnings.forEach((_, number) => {
    if (grids.indexOf(grids[number]) !== number) return; // this board is there already
    const board = new Board(section.games.find((game) => game.beginning === number));
    board.show(0);
    place.append(board.svg);
  });
});
