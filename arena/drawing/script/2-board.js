// The drawing of a board: a cell is 10 wide; a look without a drawing shows its symbol.

const CELL = 10;
const EDGE = 0.62; // cells of margin for the names of rows and columns, on a board of eight
const letters = "abcdefghiklmnopqrstuvwxyz"; // without j, as in files

function columnName(column) {
  let name = "";
  for (let rest = column + 1; rest; rest = Math.floor((rest - 1) / letters.length)) {
    name = letters[(rest - 1) % letters.length] + name;
  }
  return name;
}

// Returns the cells that a half-move changes, each with the letter of its new look; points follow "=".
function changedCells(text, count) {
  const digits = Math.max(1, (count - 1).toString(36).length);
  const [cells] = text.split("=");
  const changes = [];
  for (let at = 0; at + digits < cells.length; at += digits + 1) {
    changes.push([parseInt(cells.slice(at, at + digits), 36), cells[at + digits]]);
  }
  return changes;
}

// Returns the letters of all cells after the changes of some half-moves.
function cellsAfter(start, halfMoves) {
  const cells = [...start];
  for (const changes of halfMoves) for (const [cell, letter] of changes) cells[cell] = letter;
  return cells;
}

const player = (halfMove) => (halfMove % 2 ? "a" : "b");

// Returns an SVG element that draws the look in a square of the given size.
function drawing(look, size) {
  const known = document.getElementById(look.drawing);
  if (known) return draw("use", { href: `#${look.drawing}`, width: size, height: size });
  return draw("text", { x: size / 2, y: size * 0.72, class: `symbol ${look.colour}` }, look.symbol);
}

class Board {
  constructor(game) {
    this.game = game;
    const [width, height] = [game.width * CELL, game.height * CELL];
    this.margin = (EDGE * Math.max(width, height)) / 8;
    this.svg = draw("svg", {
      viewBox: `${-this.margin} -0.5 ${width + this.margin + 0.5} ${height + this.margin + 0.5}`,
      "aria-hidden": "true",
      class: game.section.game,
    });
    this.svg.append(draw("rect", { width, height, class: "ground" }));
    this.squares = game.board(0).map((_, cell) => this.square(cell));
    this.pieces = game.board(0).map((_, cell) => this.piece(cell));
    this.nameEdges();
    this.shown = [];
  }

  corner(cell) {
    const [column, row] = [cell % this.game.width, Math.floor(cell / this.game.width)];
    return [column * CELL, row * CELL, column, row];
  }

  square(cell) {
    const [x, y, column, row] = this.corner(cell);
    const shade = (column + this.game.height - row) % 2 ? "dark" : "light"; // a1 is dark
    const square = draw("rect", { x, y, width: CELL, height: CELL, class: `square ${shade}` });
    this.svg.append(square);
    return square;
  }

  piece(cell) {
    const [x, y] = this.corner(cell);
    const piece = draw("g", { transform: `translate(${x} ${y})` });
    this.svg.append(piece);
    return piece;
  }

  nameEdges() {
    for (let column = 0; column < this.game.width; column++) {
      const under = this.game.height * CELL + this.margin * 0.75;
      this.name(columnName(column), (column + 0.5) * CELL, under);
    }
    for (let row = 0; row < this.game.height; row++) {
      const height = (row + 0.5) * CELL + this.margin * 0.2;
      this.name(this.game.height - row, -this.margin / 2, height);
    }
  }

  name(text, x, y) {
    this.svg.append(draw("text", { x, y, class: "edge", "font-size": this.margin * 0.6 }, String(text)));
  }

  show(page) {
    const board = this.game.board(page);
    board.forEach((letter, cell) => {
      if (this.shown[cell] !== letter) this.pieces[cell].replaceChildren(drawing(this.game.section.looks[letter], CELL));
    });
    this.shown = board;
    const changed = new Set(this.game.changedBy(page).map(([cell]) => cell));
    const by = player(this.game.halfMove(page));
    this.squares.forEach((square, cell) => {
      square.classList.remove("by-a", "by-b");
      if (changed.has(cell)) square.classList.add(`by-${by}`);
    });
  }

  // The rows as in matrix.txt.
  get text() {
    const { looks } = this.game.section;
    const { width } = this.game;
    const rows = this.shown.map((letter) => looks[letter].file).join("");
    return rows.match(new RegExp(`.{${width}}`, "g")).join("\n");
  }
}
