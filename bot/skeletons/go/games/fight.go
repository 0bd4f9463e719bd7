// The rules of Fight-B.

@FROM_TO@

// isGood tells whether the file is of this game.
func isGood(game *Game) bool {
	return game.name == "fight" && game.consistsOf(size, size, "-AB*12")
}

func isPiece(content byte) bool { return content == 'A' || content == 'B' }

// piecesOnLine counts the pieces on the whole line through a cell, in both directions.
func piecesOnLine(game *Game, row, column, down, right int) int {
	pieces := 0
	for n := 1 - size; n < size; n++ {
		if isPiece(game.cell(row+n*down, column+n*right)) {
			pieces++
		}
	}
	return pieces
}

// findMoves lists the legal moves of the player to move.
func findMoves(game *Game) []Move {
	var moves []Move
	for row := 0; row < size; row++ {
		for column := 0; column < size; column++ {
			if game.board[row][column] == game.player {
				moves = append(moves, movesFrom(game, row, column)...)
			}
		}
	}
	return moves
}

// movesFrom lists those of one piece.
func movesFrom(game *Game, row, column int) []Move {
	var moves []Move
	for down := -1; down <= 1; down++ {
		for right := -1; right <= 1; right++ {
			distance := piecesOnLine(game, row, column, down, right)
			move := Move{row, column, row + distance*down, column + distance*right}
			stays := down == 0 && right == 0
			// A cell outside the board is '*', too.
			if !stays && game.cell(move.toRow, move.toColumn) != '*' {
				moves = append(moves, move)
			}
		}
	}
	return moves
}

@BY_POINTS@

// result gives the winner field after a move; player is the next player.
func result(game *Game) byte {
	switch {
	case game.count('*') == 0:
		return byPoints(game)
	case len(findMoves(game)) == 0:
		return other(game.player) // or there is no piece at all
	case game.halfMove > lastHalfMove:
		return byPoints(game)
	}
	return 'U'
}

// play gives the game after a move.
func play(game *Game, move Move) *Game {
	after := game.clone()
	after.board[move.row][move.column] = '-'
	after.board[move.toRow][move.toColumn] = game.player
	mark := "12"[game.player-'A']
	for row := move.toRow - 1; row <= move.toRow+1; row++ {
		for column := move.toColumn - 1; column <= move.toColumn+1; column++ {
			inside := 0 <= row && row < size && 0 <= column && column < size
			if inside && !isPiece(after.board[row][column]) {
				after.board[row][column] = mark
			}
		}
	}
	after.points = [2]int{after.count('1'), after.count('2')}
	after.endTurn()
	after.winner = result(after)
	return after
}
