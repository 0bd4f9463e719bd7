// The board, drawn: a cell is 10 wide; a look that has no drawing shows its symbol.

const CELL = 10;
const MARGIN = 5;
const letters = "abcdefghiklmnopqrstuvwxyz"; // no j, as in the files

function columnName(column) {
  let name = "";
  for (let rest = column + 1; rest; rest = Math.floor((rest - 1) / letters.length)) {
    name = letters[(rest - 1) % letters.length] + name;
  }
  return name;
}

class Board {
  constructor(game) {
    this.game = game;
    const [width, height] = [game.width * CELL, game.height * CELL];
    this.svg = draw("svg", {
      viewBox: `${-MARGIN} 0 ${width + MARGIN} ${height + MARGIN}`,
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
    const shade = (column + row) % 2 ? "dark" : "light";
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
      this.name(columnName(column), (column + 0.5) * CELL, this.game.height * CELL + 3.6);
    }
    for (let row = 0; row < this.game.height; row++) {
      this.name(this.game.height - row, -MARGIN / 2, (row + 0.5) * CELL + 1.1);
    }
  }

  name(text, x, y) {
    this.svg.append(draw("text", { x, y, class: "edge" }, String(text)));
  }

  show(page) {
    const board = this.game.board(page);
    board.forEach((letter, cell) => {
      if (this.shown[cell] !== letter) this.pieces[cell].replaceChildren(...this.look(letter));
    });
    this.shown = board;
    const changed = new Set(this.game.changedBy(page).map(([cell]) => cell));
    const by = player(this.game.halfMove(page));
    this.squares.forEach((square, cell) => {
      square.classList.remove("by-a", "by-b");
      if (changed.has(cell)) square.classList.add(`by-${by}`);
    });
  }

  look(letter) {
    const look = this.game.section.looks[letter];
    if (document.getElementById(look.drawing)) {
      return [draw("use", { href: `#${look.drawing}`, width: CELL, height: CELL })];
    }
    const place = { x: CELL / 2, y: CELL * 0.72, class: `symbol ${look.colour}` };
    return [draw("text", place, look.symbol)];
  }

  // The rows as matrix.txt has them.
  get text() {
    const { looks } = this.game.section;
    const { width } = this.game;
    const rows = this.shown.map((letter) => looks[letter].file).join("");
    return rows.match(new RegExp(`.{${width}}`, "g")).join("\n");
  }
}
