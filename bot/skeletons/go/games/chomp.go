// The rules of Chomp.

// Move names the chip that is eaten, with all above it and right of it.
type Move struct{ row, column int }

// isGood tells whether the file is of this game.
func isGood(game *Game) bool {
	if game.name != "chomp" || game.hasPoints() {
		return false
	}
	above := 0
	for _, row := range game.board {
		// No chip is right of an eaten one, and none is above an eaten one.
		eaten := strings.TrimLeft(string(row), "o")
		chips := len(row) - len(eaten)
		if strings.Trim(eaten, "-") != "" || chips < above {
			return false
		}
		above = chips
	}
	return true
}

// findMoves lists the legal moves of the player to move.
func findMoves(game *Game) []Move {
	var moves []Move
	for row := range game.board {
		for column, content := range game.board[row] {
			if content == 'o' {
				moves = append(moves, Move{row, column})
			}
		}
	}
	return moves
}

// play gives the game after a move.
func play(game *Game, move Move) *Game {
	after := game.clone()
	for row := 0; row <= move.row; row++ {
		for column := move.column; column < game.width(); column++ {
			after.board[row][column] = '-'
		}
	}
	after.endTurn()
	// The poisoned chip is the bottom-left one: the player who eats it loses.
	if after.board[game.height()-1][0] == '-' {
		after.winner = after.player
	}
	return after
}
