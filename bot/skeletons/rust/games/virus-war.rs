// The rules of Virus War. A move is one step here: a turn is made of three.

const STEPS: u32 = 3;

#[derive(Clone, Copy)]
enum Move {
    Step { row: i32, column: i32 }, // where a symbol is put, or an enemy's killed
    Pass,
}

#[derive(Clone, Copy, PartialEq)]
enum Ending {
    KillAll,
    LastTurn,
    FullTurn,
}

struct Rules {
    occupied: bool,  // the corners, at the start
    first_turn: u32, // number of its steps
    ending: Ending,
}

/// The rules in the line `rules` of the file: a rule set, then options that differ from it.
fn rules_of(game: &Game) -> Option<Rules> {
    let mut words = game.rules.split_whitespace();
    let (occupied, first_turn, ending) = match words.next().unwrap_or("classic") {
        "classic" => (false, STEPS, Ending::KillAll),
        "sesc" => (false, STEPS, Ending::LastTurn),
        "petersburg" => (true, 1, Ending::FullTurn),
        "last-move" => (false, STEPS, Ending::FullTurn),
        _ => return None,
    };
    let mut rules = Rules {
        occupied,
        first_turn,
        ending,
    };
    for word in words {
        match word.split_once('=')? {
            ("opening", value) => rules.occupied = value == "occupied",
            ("first-turn", value) => rules.first_turn = value.parse().ok()?,
            ("ending", "kill-all") => rules.ending = Ending::KillAll,
            ("ending", "last-turn") => rules.ending = Ending::LastTurn,
            ("ending", "full-turn") => rules.ending = Ending::FullTurn,
            // This bot passes only where it must, so it need not know whether it may.
            ("passing", _) => {}
            _ => return None,
        }
    }
    Some(rules)
}

/// The same of a file that is good.
fn known_rules(game: &Game) -> Rules {
    rules_of(game).expect("is_good has read them")
}

/// Return whether the file is of this game.
fn is_good(game: &Game) -> bool {
    let size = game.width();
    game.name == "virus-war"
        && rules_of(game).is_some()
        && !game.has_points()
        && (4..=16).contains(&size)
        && game.consists_of(size, size, "-ABab")
}

/// Return the letter of a killed symbol of the player.
fn killed(player: char) -> char {
    player.to_ascii_lowercase()
}

fn has(game: &Game, symbol: char) -> bool {
    !game.cells_of(symbol).is_empty()
}

/// Return whether the player has lost the last live symbol.
fn wiped_out(game: &Game, player: char) -> bool {
    !has(game, player) && has(game, killed(player))
}

/// Return the possible steps.
fn find_steps(game: &Game) -> Vec<Move> {
    let (own, foe) = (game.player, other(game.player));
    if !known_rules(game).occupied && !has(game, own) && !has(game, killed(own)) {
        // The very first step of a player is the own corner.
        let last = game.height() - 1;
        let (row, column) = if own == 'A' { (last, 0) } else { (0, last) };
        let free = game.cell(row, column) == '-';
        return free
            .then_some(Move::Step { row, column })
            .into_iter()
            .collect();
    }
    let reached = reach(game);
    let open = [game.cells_of('-'), game.cells_of(foe)]
        .concat()
        .into_iter();
    open.filter(|&(row, column)| reached[row as usize][column as usize])
        .map(|(row, column)| Move::Step { row, column })
        .collect()
}

/// Mark the cells that touch a live symbol of the player, or a chain of killed enemies that does.
fn reach(game: &Game) -> Vec<Vec<bool>> {
    let mut reached = vec![vec![false; game.board.len()]; game.board.len()];
    let mut spreading = game.cells_of(game.player);
    while let Some((row, column)) = spreading.pop() {
        for (row, column) in around(row, column) {
            let content = game.cell(row, column);
            if content == '*' || reached[row as usize][column as usize] {
                continue;
            }
            reached[row as usize][column as usize] = true;
            if content == killed(other(game.player)) {
                spreading.push((row, column));
            }
        }
    }
    reached
}

/// Return the legal moves: steps; or a pass, where no step is possible.
fn find_moves(game: &Game) -> Vec<Move> {
    let steps = find_steps(game);
    if steps.is_empty() && game.steps == 0 {
        vec![Move::Pass]
    } else {
        steps
    }
}

fn make_step(game: &mut Game, row: i32, column: i32) {
    let empty = game.cell(row, column) == '-';
    game.put(
        row,
        column,
        if empty {
            game.player
        } else {
            killed(other(game.player))
        },
    );
    game.steps += 1;
}

fn turn_length(game: &Game) -> u32 {
    if game.half_move == 1 {
        known_rules(game).first_turn
    } else {
        STEPS
    }
}

/// Return whether the player to move can make a whole turn; any steps prove it.
fn can_complete(game: &Game) -> bool {
    let mut game = game.clone();
    while game.steps < turn_length(&game) {
        match find_steps(&game).first() {
            Some(&Move::Step { row, column }) => make_step(&mut game, row, column),
            _ => return false,
        }
    }
    true
}

/// Return the winner field after a turn; player is the next player.
fn result(game: &Game, both_passed: bool) -> char {
    let (mover, ending) = (other(game.player), known_rules(game).ending);
    let lost = match ending {
        Ending::FullTurn => !can_complete(game),
        _ => wiped_out(game, game.player),
    };
    if lost || (both_passed && ending == Ending::LastTurn) {
        return mover;
    }
    if both_passed {
        'D'
    } else {
        'U'
    }
}

/// Return the game after a move. The turn ends when no more steps can be made.
fn play(game: &Game, made: Move) -> Game {
    let mut after = game.clone();
    let mut passed = true;
    if let Move::Step { row, column } = made {
        passed = false;
        make_step(&mut after, row, column);
        let kills = known_rules(game).ending != Ending::FullTurn;
        let won = kills && wiped_out(&after, other(game.player));
        if !won && after.steps < turn_length(&after) && !find_steps(&after).is_empty() {
            return after;
        }
    }
    after.end_turn();
    after.last = if passed { "pass" } else { "" }.to_string();
    after.winner = result(&after, passed && game.last == "pass");
    after
}
