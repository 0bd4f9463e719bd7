// A game as it was played: unpacked from what the page was given, see frames.py and page_data.py.

class Game {
  constructor(section, told, number) {
    Object.assign(this, told);
    this.section = section;
    this.place = number; // among the games of its section, from 0
    const grid = section.grids[told.grid];
    [this.width, this.height] = grid.size;
    this.cells = grid.cells;
    this.moveTexts = told.moves ? told.moves.split(" ") : [];
    this.changeTexts = told.changes ? told.changes.split(" ") : [];
    this.took = told.seconds ? told.seconds.split(" ").map(Number) : [];
  }

  get length() {
    return this.moveTexts.length;
  }

  name(side) {
    return this.section.names[this[side]];
  }

  side(side) {
    return say(this.section.sides[side.toUpperCase()]);
  }

  // The number of the half-move that leads to this page of the film; 0 is the start.
  halfMove(page) {
    return this.first + page - 1;
  }

  // The cells that a half-move changes, each with the letter of its look afterwards.
  changedBy(page) {
    const digits = Math.max(1, (this.cells.length - 1).toString(36).length);
    const text = page > 0 ? this.changeTexts[page - 1] : ".";
    const found = [];
    for (let at = 0; at + digits < text.length; at += digits + 1) {
      found.push([parseInt(text.slice(at, at + digits), 36), text[at + digits]]);
    }
    return found;
  }

  // Every cell's look after so many half-moves.
  board(page) {
    const cells = [...this.cells];
    for (let done = 1; done <= page; done++) {
      for (const [cell, letter] of this.changedBy(done)) cells[cell] = letter;
    }
    return cells;
  }

  // The seconds that a player has left.
  clock(side, page) {
    const spent = this.took
      .slice(0, page)
      .filter((_, index) => player(this.halfMove(index + 1)) === side);
    const whole = this.clocks[side === "a" ? 0 : 1];
    return whole - spent.reduce((sum, seconds) => sum + seconds, 0);
  }

  // The points that a player has then; nothing in games without any.
  pointsOf(side, page) {
    return this.points ? this.points.split(" ")[page].split(",")[side === "a" ? 0 : 1] : null;
  }

  // What was printed in a half-move; what was printed in one that was never made comes last.
  printedAt(page) {
    const here = this.halfMove(page);
    return (this.printed ?? []).filter(([halfMove]) => halfMove === here);
  }

  get result() {
    return { A: "1-0", B: "0-1", D: "½-½" }[this.winner];
  }

  get isLikeThis() {
    const both = [this.a, this.b].sort().join();
    return this.section.games.filter((game) => [game.a, game.b].sort().join() === both);
  }
}

// The board that a bot was given and the one that it wrote, as a game of one half-move.
class BothBoards {
  constructor(game) {
    Object.assign(this, { section: game.section, width: game.width, height: game.height });
    this.grids = game.loss.boards;
    this.number = game.halfMove(game.length + 1);
  }

  halfMove() {
    return this.number;
  }

  board(page) {
    return [...this.grids[page]];
  }

  changedBy(page) {
    const changed = [...this.grids[1]].map((look, cell) => [cell, look]);
    return page ? changed.filter(([cell, look]) => look !== this.grids[0][cell]) : [];
  }

  drawn(page) {
    const board = new Board(this);
    board.show(page);
    return board.svg;
  }
}

for (const section of data.sections) {
  section.games = section.games.map((told, place) => new Game(section, told, place));
  section.byNumber = new Map(section.games.map((game) => [String(game.number), game]));
}
