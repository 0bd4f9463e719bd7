use std::fs;
use std::time::Instant;

type Board = Vec<Vec<char>>;

fn cell(board: &Board, row: i32, column: i32) -> char {
    if (0..8).contains(&row) && (0..8).contains(&column) {
        board[row as usize][column as usize]
    } else {
        '*'
    }
}

fn other(player: char) -> char {
    if player == 'A' { 'B' } else { 'A' }
}

/// All moves: where from, where to.
fn moves(board: &Board, player: char) -> Vec<((i32, i32), (i32, i32))> {
    let up = if player == 'A' { -1 } else { 1 };
    let mut found = Vec::new();
    for row in 0..8 {
        for column in 0..8 {
            for right in -1..=1 {
                let near = (row + up, column + right);
                let far = (row + 2 * up, column + 2 * right);
                if cell(board, row, column) != player {
                    continue;
                }
                let (met, behind) = (cell(board, near.0, near.1), cell(board, far.0, far.1));
                if met == '-' {
                    found.push(((row, column), near));
                } else if met == other(player) && behind == '-' {
                    found.push(((row, column), far));
                }
            }
        }
    }
    found
}

fn main() {
    let start = Instant::now();
    let text = fs::read_to_string("matrix.txt").expect("no matrix.txt");
    let words: Vec<&str> = text.split_whitespace().collect();
    let player = words[0].chars().next().unwrap();
    let number: u32 = words[1].parse().unwrap();
    let mut left: [f64; 2] = [words[4].parse().unwrap(), words[6].parse().unwrap()];
    let mut board: Board = words[7..15].iter().map(|row| row.chars().collect()).collect();

    let (from, to) = moves(&board, player)[0];
    let middle = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
    if (from.0 - to.0).abs() == 2 {
        board[middle.0 as usize][middle.1 as usize] = '-';
    }
    board[from.0 as usize][from.1 as usize] = '-';
    board[to.0 as usize][to.1 as usize] = player;

    let far_row = if player == 'A' { &board[0] } else { &board[7] };
    let winner = if moves(&board, other(player)).is_empty() {
        other(player)
    } else if far_row.contains(&player) {
        player
    } else if number == 60 {
        'D'
    } else {
        'U'
    };

    left[if player == 'A' { 0 } else { 1 }] -= start.elapsed().as_secs_f64();
    let mut out = format!("{} {} {}\n", other(player), number + 1, winner);
    for time in left {
        out += &format!("0 {}\n", time);
    }
    for row in board {
        out += &row.into_iter().collect::<String>();
        out.push('\n');
    }
    fs::write("matrix.txt", out).unwrap();
}
