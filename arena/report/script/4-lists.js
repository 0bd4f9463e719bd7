// The lists of games with their filters, and the links from the tables to the viewer.

const viewer = new Viewer(query("#viewer"));

const address = (game) => `#game-${data.sections.indexOf(game.section) + 1}-${game.number}`;

function gameAt(hash) {
  const [, section, number] = /^#game-(\d+)-(\d+)$/.exec(hash) ?? [];
  return data.sections[section - 1]?.byNumber.get(number);
}

// Marks the game of the viewer in the tables.
function marked(game) {
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
  marked(game);
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
  else if (!location.hash) viewer.leave();
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

class List {
  constructor(form) {
    this.form = form;
    this.section = data.sections[form.dataset.section - 1];
    const table = query(`table.games[data-section="${form.dataset.section}"]`);
    this.parts = queryAll("tbody", table).map((part) => [part, queryAll("tr", part)]);
    this.rows = this.parts.flatMap(([, rows]) => rows);
    form.hidden = false;
    form.addEventListener("change", () => this.filter());
    form.addEventListener("submit", (event) => event.preventDefault());
    whenLanguageChanges.push(() => this.tell());
    this.filter();
  }

  filter() {
    const { one: first, two: second, ending } = this.form.elements;
    const wanted = [first.value, second.value].filter(Boolean);
    this.rows.forEach((row, index) => {
      const game = this.section.games[index];
      const names = [game.name("a"), game.name("b")];
      const met = wanted.every((name) => names.includes(name));
      row.hidden = !(met && this.endsSo(game, row, ending.value));
    });
    this.shown = 0;
    this.parts.forEach(([part, rows]) => {
      const count = rows.filter((row) => !row.hidden).length;
      this.shown += count;
      part.hidden = !count;
      part.style.setProperty("--rows", count); // the browser assumes this height until the part is on the screen
    });
    this.tell();
  }

  endsSo(game, row, ending) {
    if (ending === "disqualified") return game.disqualified;
    if (ending === "draw") return game.winner === "D";
    if (ending === "printed") return game.printed;
    return !ending || row.dataset.ending === ending;
  }

  tell() {
    query("output", this.form).value = word("shown", { count: this.shown, all: this.rows.length });
  }
}

queryAll("form.filters").forEach((form) => new List(form));
whenLanguageChanges.push(() => {
  if (!viewer.game) return;
  const { page } = viewer;
  viewer.tell();
  viewer.go(page);
});
addEventListener("popstate", followAddress);
// This must come after the browser has scrolled to the row, and moved the focus there.
addEventListener("load", () => setTimeout(followAddress));
queryAll(".starts").forEach((place) => {
  const section = data.sections[place.dataset.section - 1];
  section.grids.forEach((_, number) => {
    const board = new Board(section.games.find((game) => game.grid === number));
    board.show(0);
    place.append(board.svg);
  });
});
