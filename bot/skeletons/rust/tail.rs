// The player: this is yours to change.

/// Return one of the legal moves: the first that wins at once, or else any.
fn choose(game: &Game, moves: &[Move]) -> Move {
    for &chosen in moves {
        if play(game, chosen).winner == game.player {
            return chosen;
        }
    }
    moves[random_below(moves.len())]
}

/// A random number. Rust has no generator of its own, but its hash maps begin at random.
fn random_below(limit: usize) -> usize {
    RandomState::new().build_hasher().finish() as usize % limit
}

/// Count the sequences of that many moves, to be compared with `arena perft`.
fn perft(game: &Game, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if game.winner != 'U' {
        return 0;
    }
    let moves = find_moves(game).into_iter();
    moves
        .map(|chosen| perft(&play(game, chosen), depth - 1))
        .sum()
}

fn main() -> ExitCode {
    let start = Instant::now();
    let mut game = match read_game() {
        Some(game) if is_good(&game) => game,
        _ => {
            eprintln!("matrix.txt is missing or malformed");
            return ExitCode::from(MALFORMED);
        }
    };
    if let Some(depth) = env::args().nth(1) {
        // For you, not for the referee: @PROGRAM@ 3
        println!("{}", perft(&game, depth.parse().unwrap_or(1)));
        return ExitCode::SUCCESS;
    }
    if game.winner != 'U' || find_moves(&game).is_empty() {
        eprintln!("the game is over");
        return ExitCode::SUCCESS;
    }
    let player = game.player;
    while game.player == player && game.winner == 'U' {
        game = play(&game, choose(&game, &find_moves(&game)));
    }
    // The clock is read last, when the move is known.
    let own = index(player);
    let left = game.seconds[own] - start.elapsed().as_secs_f64();
    game.times[own] = format!("{:.6}", left.max(0.0));
    if let Err(error) = write_game(&game) {
        eprintln!("matrix.txt cannot be written: {error}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
