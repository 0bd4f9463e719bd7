// The rules of MMPeshki.

@FROM_TO@

// isGood tells whether the file is of this game.
func isGood(game *Game) bool {
	return game.name == "" && !game.hasPoints() && game.consistsOf(size, size, "-AB*")
}

// findMoves lists the legal moves of the player to move.
func findMoves(game *Game) []Move {
	var moves []Move
	ahead := 1
	if game.player == 'A' {
		ahead = -1 // A goes up, towards board[0]
	}
	for row := 0; row < size; row++ {
		for column := 0; column < size; column++ {
			if game.board[row][column] != game.player {
				continue
			}
			for right := -1; right <= 1; right++ {
				content := game.cell(row+ahead, column+right)
				beyond := game.cell(row+2*ahead, column+2*right)
				if content == '-' {
					moves = append(moves, Move{row, column, row + ahead, column + right})
				} else if content == other(game.player) && beyond == '-' {
					moves = append(moves, Move{row, column, row + 2*ahead, column + 2*right})
				}
			}
		}
	}
	return moves
}

// result gives the winner field after a move; player is the next player.
func result(game *Game) byte {
	if len(findMoves(game)) == 0 {
		return game.player // rule 9 comes first
	}
	mover, farRow := other(game.player), 0
	if mover == 'B' {
		farRow = size - 1
	}
	if strings.Contains(string(game.board[farRow]), string(mover)) {
		return mover // rule 10 comes second
	}
	if game.halfMove > lastHalfMove {
		return 'D'
	}
	return 'U'
}

// play gives the game after a move.
func play(game *Game, move Move) *Game {
	after := game.clone()
	if distance := move.toRow - move.row; distance == 2 || distance == -2 {
		// A capture: the piece jumped over goes.
		after.board[(move.row+move.toRow)/2][(move.column+move.toColumn)/2] = '-'
	}
	after.board[move.row][move.column] = '-'
	after.board[move.toRow][move.toColumn] = game.player
	after.endTurn()
	after.winner = result(after)
	return after
}
