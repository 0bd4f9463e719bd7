// The rules of Fight-B.

@FROM_TO@

/// Return whether the file is of this game.
fn is_good(game: &Game) -> bool {
    game.name == "fight" && game.consists_of(SIZE, SIZE, "-AB*12")
}

fn is_piece(content: char) -> bool {
    content == 'A' || content == 'B'
}

/// Count the cells with that character.
fn count(game: &Game, what: char) -> u32 {
    game.cells_of(what).len() as u32
}

/// Count the pieces on the whole line through a cell, in both directions.
fn pieces_on_line(game: &Game, row: i32, column: i32, down: i32, right: i32) -> i32 {
    let line = (1 - SIZE)..SIZE;
    line.filter(|n| is_piece(game.cell(row + n * down, column + n * right)))
        .count() as i32
}

/// Return the legal moves of the player to move.
fn find_moves(game: &Game) -> Vec<Move> {
    let mut moves = Vec::new();
    for (row, column) in game.cells_of(game.player) {
        for (down, right) in around(0, 0).filter(|&step| step != (0, 0)) {
            let distance = pieces_on_line(game, row, column, down, right);
            let (to_row, to_column) = (row + distance * down, column + distance * right);
            // A cell outside the board is '*', too.
            if game.cell(to_row, to_column) != '*' {
                moves.push(Move {
                    row,
                    column,
                    to_row,
                    to_column,
                });
            }
        }
    }
    moves
}

@BY_POINTS@

/// Return the winner field after a move; player is the next player.
fn result(game: &Game) -> char {
    if count(game, '*') == 0 {
        return by_points(game);
    }
    if find_moves(game).is_empty() {
        return other(game.player); // or there is no piece at all
    }
    if game.half_move > LAST_HALF_MOVE {
        by_points(game)
    } else {
        'U'
    }
}

/// Return the game after a move.
fn play(game: &Game, made: Move) -> Game {
    let mut after = game.clone();
    after.put(made.row, made.column, '-');
    after.put(made.to_row, made.to_column, game.player);
    let mark = if game.player == 'A' { '1' } else { '2' };
    for (row, column) in around(made.to_row, made.to_column) {
        let inside = (0..SIZE).contains(&row) && (0..SIZE).contains(&column);
        if inside && !is_piece(after.cell(row, column)) {
            after.put(row, column, mark);
        }
    }
    after.points = [count(&after, '1'), count(&after, '2')];
    after.end_turn();
    after.winner = result(&after);
    after
}
