// The rules of Chomp.

/// The chip that is eaten, with all above it and right of it.
#[derive(Clone, Copy)]
struct Move {
    row: i32,
    column: i32,
}

/// Return whether the file is of this game.
fn is_good(game: &Game) -> bool {
    let chips = |row: i32| {
        let line = 0..game.width();
        line.take_while(|&column| game.cell(row, column) == 'o')
            .count()
    };
    game.name == "chomp"
        && !game.has_points()
        && game.consists_of(game.width(), game.height(), "o-")
        // No chip is right of an eaten one, and none is above an eaten one.
        && (0..game.height()).map(chips).sum::<usize>() == game.cells_of('o').len()
        && (1..game.height()).all(|row| chips(row - 1) <= chips(row))
}

/// Return the legal moves of the player to move.
fn find_moves(game: &Game) -> Vec<Move> {
    let chips = game.cells_of('o').into_iter();
    chips.map(|(row, column)| Move { row, column }).collect()
}

/// Return the game after a move.
fn play(game: &Game, made: Move) -> Game {
    let mut after = game.clone();
    for row in 0..=made.row {
        for column in made.column..game.width() {
            after.put(row, column, '-');
        }
    }
    after.end_turn();
    // The poisoned chip is the bottom-left one: the player who eats it loses.
    if after.cell(game.height() - 1, 0) == '-' {
        after.winner = after.player;
    }
    after
}
