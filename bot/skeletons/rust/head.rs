// @NAME@: a bot for @TITLE_EN@. Put your thinking in the place of `choose`, near the end.
#![allow(dead_code)] // no game needs all that the file can say

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::process::ExitCode;
use std::time::Instant;
use std::{env, fs, io};

const MALFORMED: u8 = 2;

/// The game in matrix.txt.
#[derive(Clone)]
struct Game {
    player: char, // who is to move
    half_move: u32,
    winner: char,          // U while the game goes on
    points: [u32; 2],      // points of A and of B; 0 in a game without points
    times: [String; 2],    // what they have left, letter by letter as in the file
    seconds: [f64; 2],     // the same times as numbers
    board: Vec<Vec<char>>, // the rows, the top one first
    name: String,          // the game in the footer; empty for MMPeshki
    rules: String,         // empty if the game has one set of rules
    last: String,          // the move just made; empty if the file does not say
    steps: u32,            // number of steps made, in a game whose moves have several
}

impl Game {
    fn height(&self) -> i32 {
        self.board.len() as i32
    }

    fn width(&self) -> i32 {
        self.board[0].len() as i32
    }

    /// Return the character of a cell; '*' outside the board.
    fn cell(&self, row: i32, column: i32) -> char {
        // A number below zero becomes a very large one: outside, too.
        let line = self.board.get(row as usize);
        let content = line.and_then(|line| line.get(column as usize));
        *content.unwrap_or(&'*')
    }

    /// Return the row and the column of each cell with that character.
    fn cells_of(&self, what: char) -> Vec<(i32, i32)> {
        let (width, height) = (self.width(), self.height());
        let all = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
        all.filter(|&(row, column)| self.cell(row, column) == what)
            .collect()
    }

    /// Put something on a cell of the board.
    fn put(&mut self, row: i32, column: i32, what: char) {
        self.board[row as usize][column as usize] = what;
    }

    /// Return whether the board has this size and no other symbols.
    fn consists_of(&self, width: i32, height: i32, symbols: &str) -> bool {
        let mut cells = self.board.iter().flatten();
        let is_known = cells.all(|&content| symbols.contains(content));
        self.width() == width && self.height() == height && is_known
    }

    /// Return whether a player has points, which a game without points must not have.
    fn has_points(&self) -> bool {
        self.points != [0, 0]
    }

    /// Give the turn to the other player.
    fn end_turn(&mut self) {
        self.player = other(self.player);
        self.half_move += 1;
        self.steps = 0;
    }
}

/// A cell and the eight that touch it.
fn around(row: i32, column: i32) -> impl Iterator<Item = (i32, i32)> {
    (-1..=1).flat_map(move |up| (-1..=1).map(move |right| (row + up, column + right)))
}

fn other(player: char) -> char {
    if player == 'A' {
        'B'
    } else {
        'A'
    }
}

/// Line with a player's points and time.
fn index(player: char) -> usize {
    if player == 'A' {
        0
    } else {
        1
    }
}

// The file.

/// Read the game in the file; None if the file is missing or malformed.
fn read_game() -> Option<Game> {
    let text = fs::read_to_string("matrix.txt").ok()?;
    let text = text.trim_start_matches('\u{feff}'); // a byte-order mark
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut game = read_header(&mut lines)?;
    for line in lines {
        match line.split_once(char::is_whitespace) {
            None => game.board.push(line.chars().collect()),
            Some(("game", value)) => game.name = value.to_string(),
            Some(("rules", value)) => game.rules = value.to_string(),
            Some(("last", value)) => game.last = value.to_string(),
            Some(_) => return None,
        }
    }
    let width = game.board.first()?.len();
    let even = game.board.iter().all(|row| row.len() == width);
    even.then_some(game)
}

fn read_header<'a>(lines: &mut impl Iterator<Item = &'a str>) -> Option<Game> {
    let words: Vec<&str> = lines.next()?.split_whitespace().collect();
    if words.len() != 3 || !["A", "B"].contains(&words[0]) {
        return None;
    }
    if !["A", "B", "D", "U"].contains(&words[2]) {
        return None;
    }
    let mut game = Game {
        player: words[0].chars().next()?,
        half_move: words[1].parse().ok()?,
        winner: words[2].chars().next()?,
        points: [0, 0],
        times: [String::new(), String::new()],
        seconds: [0.0, 0.0],
        board: Vec::new(),
        name: String::new(),
        rules: String::new(),
        last: String::new(),
        steps: 0,
    };
    // A has the odd half-moves, B the even ones.
    if game.half_move == 0 || (game.half_move % 2 == 1) != (game.player == 'A') {
        return None;
    }
    for own in 0..2 {
        let words: Vec<&str> = lines.next()?.split_whitespace().collect();
        if words.len() != 2 {
            return None;
        }
        game.points[own] = words[0].parse().ok()?;
        game.times[own] = words[1].to_string();
        game.seconds[own] = words[1].parse().ok()?;
        if !(0.0..1e9).contains(&game.seconds[own]) {
            return None;
        }
    }
    Some(game)
}

/// Write the whole file at once.
fn write_game(game: &Game) -> io::Result<()> {
    let mut text = format!("{} {} {}\n", game.player, game.half_move, game.winner);
    for own in 0..2 {
        text += &format!("{} {}\n", game.points[own], game.times[own]);
    }
    for row in &game.board {
        text.extend(row);
        text.push('\n');
    }
    for (key, value) in [("game", &game.name), ("rules", &game.rules)] {
        if !value.is_empty() {
            text += &format!("{key} {value}\n");
        }
    }
    fs::write("matrix.txt", text)
}
