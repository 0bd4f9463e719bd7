// The rules of Reversi.

// Move tells where a disc is put; a row of -1 is a pass.
type Move struct{ row, column int }

var pass = Move{-1, -1}

var around = [8][2]int{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}

func isSide(cells int) bool { return 4 <= cells && cells <= 26 && cells%2 == 0 }

// isGood tells whether the file is of this game; the points must be the discs on the board.
func isGood(game *Game) bool {
	width, height := game.width(), game.height()
	return game.name == "reversi" && isSide(width) && isSide(height) &&
		game.consistsOf(width, height, "-AB") && game.points == discs(game)
}

// discs returns the numbers of discs of A and of B.
func discs(game *Game) [2]int { return [2]int{game.count('A'), game.count('B')} }

// turned lists the discs that an own disc on that cell turns over.
func turned(game *Game, player byte, placed Move) []Move {
	var all []Move
	for _, way := range around {
		var line []Move
		near := Move{placed.row + way[0], placed.column + way[1]}
		for game.cell(near.row, near.column) == other(player) {
			line = append(line, near)
			near = Move{near.row + way[0], near.column + way[1]}
		}
		if game.cell(near.row, near.column) == player { // the line is closed in
			all = append(all, line...)
		}
	}
	return all
}

// findCells lists the cells on which the player may put a disc.
func findCells(game *Game, player byte) []Move {
	var cells []Move
	for row := range game.board {
		for column, content := range game.board[row] {
			cell := Move{row, column}
			if content == '-' && len(turned(game, player, cell)) > 0 {
				cells = append(cells, cell)
			}
		}
	}
	return cells
}

// findMoves lists the legal moves: cells; or a pass, where only the other player has one.
func findMoves(game *Game) []Move {
	cells := findCells(game, game.player)
	if len(cells) == 0 && len(findCells(game, other(game.player))) > 0 {
		return []Move{pass}
	}
	return cells
}

@BY_POINTS@

// play gives the game after a move.
func play(game *Game, move Move) *Game {
	after := game.clone()
	if move != pass {
		for _, cell := range append(turned(game, game.player, move), move) {
			after.board[cell.row][cell.column] = game.player
		}
		after.points = discs(after)
	}
	after.endTurn()
	// The game is over when neither player can move: more discs win.
	if len(findMoves(after)) == 0 {
		after.winner = byPoints(after)
	}
	return after
}
