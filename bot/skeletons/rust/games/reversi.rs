// The rules of Reversi.

/// Where a disc is put: a row and a column; or a pass.
#[derive(Clone, Copy)]
struct Move(Option<(i32, i32)>);

fn is_side(cells: i32) -> bool {
    (4..=26).contains(&cells) && cells % 2 == 0
}

/// Return whether the file is of this game; the points must be the discs on the board.
fn is_good(game: &Game) -> bool {
    let (width, height) = (game.width(), game.height());
    game.name == "reversi"
        && is_side(width)
        && is_side(height)
        && game.consists_of(width, height, "-AB")
        && game.points == discs(game)
}

/// Return the numbers of discs of A and of B.
fn discs(game: &Game) -> [u32; 2] {
    ['A', 'B'].map(|player| game.cells_of(player).len() as u32)
}

/// Return the discs that an own disc on that cell turns over.
fn turned(game: &Game, player: char, placed: (i32, i32)) -> Vec<(i32, i32)> {
    let mut all = Vec::new();
    for (near_row, near_column) in around(placed.0, placed.1) {
        let (down, right) = (near_row - placed.0, near_column - placed.1);
        let mut line = Vec::new();
        let (mut row, mut column) = (near_row, near_column);
        while game.cell(row, column) == other(player) {
            line.push((row, column));
            row += down;
            column += right;
        }
        if game.cell(row, column) == player {
            all.append(&mut line); // it is closed in
        }
    }
    all
}

/// Return the cells on which the player may put a disc.
fn find_cells(game: &Game, player: char) -> Vec<(i32, i32)> {
    let empty = game.cells_of('-').into_iter();
    empty
        .filter(|&cell| !turned(game, player, cell).is_empty())
        .collect()
}

/// Return the legal moves: cells; or a pass, where only the other player has a move.
fn find_moves(game: &Game) -> Vec<Move> {
    let cells = find_cells(game, game.player);
    if cells.is_empty() && !find_cells(game, other(game.player)).is_empty() {
        return vec![Move(None)];
    }
    cells.into_iter().map(|cell| Move(Some(cell))).collect()
}

@BY_POINTS@

/// Return the game after a move.
fn play(game: &Game, made: Move) -> Game {
    let mut after = game.clone();
    if let Some(placed) = made.0 {
        for (row, column) in turned(game, game.player, placed) {
            after.put(row, column, game.player);
        }
        after.put(placed.0, placed.1, game.player);
        after.points = discs(&after);
    }
    after.end_turn();
    // The game is over when neither player can move: more discs win.
    if find_moves(&after).is_empty() {
        after.winner = by_points(&after);
    }
    after
}
