// A game that was played, unpacked from the data of the page: arena/drawing/frames.py, arena/report/page_data.py.

const words = (text) => (text ? text.split(" ") : []);

class GameRecord {
  constructor(section, packed, index) {
    section.columns.forEach((name, column) => (this[name] = packed[column]));
    Object.assign(this, this.more); // rare values
    this.section = section;
    this.index = index; // among the games of its section
    this.firstFrame = section.beginnings[this.beginning];
    [this.width, this.height] = this.firstFrame.size;
    this.firstHalfMove = this.firstFrame.first;
  }

  // Returns the half-moves, each with its move and its changes; unpacked at first use, since few games of a page are opened.
  get halfMoves() {
    this.unpackedHalfMoves ??= words(this.turns).map((number) => this.section.turns[parseInt(number, 36)].split(" "));
    return this.unpackedHalfMoves;
  }

  get moveTexts() {
    return this.halfMoves.map(([move]) => move);
  }

  // Returns the seconds of each half-move.
  get secondsUsed() {
    return words(this.seconds).map((text) => text / 1e6);
  }

  get length() {
    return words(this.turns).length;
  }

  name(side) {
    return isolated(this.section.names[this[side]]);
  }

  sideName(side) {
    return say(this.section.sides[side.toUpperCase()]);
  }

  // Returns the number of the half-move that leads to the page; page 0 is the start.
  halfMove(page) {
    return this.firstHalfMove + page - 1;
  }

  changedBy(page) {
    return page > 0 ? changedCells(this.halfMoves[page - 1][1], this.firstFrame.cells.length) : [];
  }

  // Returns the look of every cell after so many half-moves.
  board(page) {
    const before = this.halfMoves.slice(0, page).map((_, index) => this.changedBy(index + 1));
    return cellsAfter(this.firstFrame.cells, before);
  }

  // Returns the seconds that a player has left.
  clock(side, page) {
    const spent = this.secondsUsed
      .slice(0, page)
      .filter((_, index) => player(this.halfMove(index + 1)) === side);
    const whole = this.firstFrame.clocks[side === "a" ? 0 : 1];
    return whole - spent.reduce((sum, seconds) => sum + seconds, 0);
  }

  // Returns a player's points on that page; null in games without points.
  pointsOf(side, page) {
    if (!this.firstFrame.points) return null;
    const changed = this.halfMoves.slice(0, page).map(([, changes]) => changes.split("=")[1]);
    const points = changed.filter(Boolean).at(-1)?.split(",") ?? this.firstFrame.points;
    return points[side === "a" ? 0 : 1];
  }

  // Returns the output at the half-move that leads to the page; one page after the last, that of the turn that lost the game.
  printedAt(page) {
    const here = this.halfMove(page);
    return (this.printed ?? []).filter(([halfMove]) => halfMove === here);
  }

  get result() {
    return { A: "1-0", B: "0-1", D: "½-½" }[this.winner];
  }

  get gamesOfPair() {
    const both = [this.a, this.b].sort().join();
    return this.section.games.filter((game) => [game.a, game.b].sort().join() === both);
  }
}

// The board that a bot read and the board that it wrote, with the interface of a game of one half-move.
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

  drawPage(page) {
    const board = new Board(this);
    board.show(page);
    return board.svg;
  }
}

for (const section of data.sections) {
  section.games = section.games.map((packed, index) => new GameRecord(section, packed, index));
  section.byNumber = new Map(section.games.map((game) => [String(game.number), game]));
}
