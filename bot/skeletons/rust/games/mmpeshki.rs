// The rules of MMPeshki.

@FROM_TO@

/// Return whether the file is of this game.
fn is_good(game: &Game) -> bool {
    game.name.is_empty() && !game.has_points() && game.consists_of(SIZE, SIZE, "-AB*")
}

/// Return the legal moves of the player to move.
fn find_moves(game: &Game) -> Vec<Move> {
    let mut moves = Vec::new();
    let ahead = if game.player == 'A' { -1 } else { 1 }; // A goes up, towards board[0]
    for (row, column) in game.cells_of(game.player) {
        for right in [-1, 0, 1] {
            let content = game.cell(row + ahead, column + right);
            let beyond = game.cell(row + 2 * ahead, column + 2 * right);
            let cells = match content {
                '-' => 1,
                _ if content == other(game.player) && beyond == '-' => 2,
                _ => continue,
            };
            let (to_row, to_column) = (row + cells * ahead, column + cells * right);
            moves.push(Move {
                row,
                column,
                to_row,
                to_column,
            });
        }
    }
    moves
}

/// Return the winner field after a move; player is the next player.
fn result(game: &Game) -> char {
    if find_moves(game).is_empty() {
        return game.player; // rule 9 comes first
    }
    let mover = other(game.player);
    let far_row = if mover == 'A' { 0 } else { SIZE - 1 };
    if (0..SIZE).any(|column| game.cell(far_row, column) == mover) {
        return mover; // rule 10 comes second
    }
    if game.half_move > LAST_HALF_MOVE {
        'D'
    } else {
        'U'
    }
}

/// Return the game after a move.
fn play(game: &Game, made: Move) -> Game {
    let mut after = game.clone();
    if (made.to_row - made.row).abs() == 2 {
        // A capture: the piece jumped over goes.
        after.put(
            (made.row + made.to_row) / 2,
            (made.column + made.to_column) / 2,
            '-',
        );
    }
    after.put(made.row, made.column, '-');
    after.put(made.to_row, made.to_column, game.player);
    after.end_turn();
    after.winner = result(&after);
    after
}
