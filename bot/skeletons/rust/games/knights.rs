// The rules of Knights.

@FROM_TO@

const FOR_A_LINE: u32 = 3;
const JUMPS: [(i32, i32); 8] = [
    (-2, -1),
    (-2, 1),
    (-1, -2),
    (-1, 2),
    (1, -2),
    (1, 2),
    (2, -1),
    (2, 1),
];

/// Return whether the file is of this game.
fn is_good(game: &Game) -> bool {
    game.name == "knights" && game.consists_of(SIZE, SIZE, "-AB12")
}

/// Return the legal moves of the player to move.
fn find_moves(game: &Game) -> Vec<Move> {
    let mut moves = Vec::new();
    for (row, column) in game.cells_of(game.player) {
        for (down, right) in JUMPS {
            let (to_row, to_column) = (row + down, column + right);
            let content = game.cell(to_row, to_column);
            if content != game.player && content != '*' {
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

/// Return whether all of a player's knights stand in one row, or all in one column.
fn in_line(game: &Game, player: char) -> bool {
    let all = game.cells_of(player);
    let Some(&(row, column)) = all.first() else {
        return false;
    };
    all.iter().all(|each| each.0 == row) || all.iter().all(|each| each.1 == column)
}

@BY_POINTS@

/// Return the winner field after a move; player is the next player.
fn result(game: &Game) -> char {
    if in_line(game, 'A') || in_line(game, 'B') {
        return by_points(game);
    }
    if find_moves(game).is_empty() {
        return other(game.player);
    }
    if game.half_move > LAST_HALF_MOVE {
        by_points(game)
    } else {
        'U'
    }
}

/// Return the value of capturing the piece on a cell.
fn worth(taken: char) -> u32 {
    match taken {
        '-' => 0,
        '2' => 2,
        _ => 1, // an enemy knight is worth 1, too
    }
}

/// Return the game after a move.
fn play(game: &Game, made: Move) -> Game {
    let mut after = game.clone();
    after.points[index(game.player)] += worth(game.cell(made.to_row, made.to_column));
    after.put(made.row, made.column, '-');
    after.put(made.to_row, made.to_column, game.player);
    for player in ['A', 'B'] {
        if in_line(&after, player) {
            after.points[index(player)] += FOR_A_LINE;
        }
    }
    after.end_turn();
    after.winner = result(&after);
    after
}
