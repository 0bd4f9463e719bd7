// The rules of Knights.

@FROM_TO@

const forALine = 3

var jumps = [8][2]int{{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2}, {1, -2}, {1, 2}, {2, -1}, {2, 1}}

// isGood tells whether the file is of this game.
func isGood(game *Game) bool {
	return game.name == "knights" && game.consistsOf(size, size, "-AB12")
}

// findMoves lists the legal moves of the player to move.
func findMoves(game *Game) []Move {
	var moves []Move
	for row := 0; row < size; row++ {
		for column := 0; column < size; column++ {
			if game.board[row][column] != game.player {
				continue
			}
			for _, jump := range jumps {
				move := Move{row, column, row + jump[0], column + jump[1]}
				if content := game.cell(move.toRow, move.toColumn); content != game.player && content != '*' {
					moves = append(moves, move)
				}
			}
		}
	}
	return moves
}

// inLine tells whether all of a player's knights stand in one row, or all in one column.
func inLine(game *Game, player byte) bool {
	rows, columns := map[int]bool{}, map[int]bool{}
	for row := range game.board {
		for column, content := range game.board[row] {
			if content == player {
				rows[row], columns[column] = true, true
			}
		}
	}
	return len(rows) == 1 || len(columns) == 1
}

@BY_POINTS@

// result gives the winner field after a move; player is the next player.
func result(game *Game) byte {
	switch {
	case inLine(game, 'A') || inLine(game, 'B'):
		return byPoints(game)
	case len(findMoves(game)) == 0:
		return other(game.player)
	case game.halfMove > lastHalfMove:
		return byPoints(game)
	}
	return 'U'
}

// worth returns the value of capturing the piece on a cell.
func worth(taken byte) int {
	switch taken {
	case '-':
		return 0
	case '2':
		return 2
	}
	return 1 // an enemy knight is worth 1, too
}

// play gives the game after a move.
func play(game *Game, move Move) *Game {
	after := game.clone()
	after.points[game.player-'A'] += worth(game.board[move.toRow][move.toColumn])
	after.board[move.row][move.column] = '-'
	after.board[move.toRow][move.toColumn] = game.player
	for own, player := range []byte("AB") {
		if inLine(after, player) {
			after.points[own] += forALine
		}
	}
	after.endTurn()
	after.winner = result(after)
	return after
}
