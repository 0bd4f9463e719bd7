use std::fs::{rename, File};
use std::io::{BufRead, BufReader, Write};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// A thread that draws moves by a simple generator until it is told to stop.
fn think(rows: Vec<String>, answers: mpsc::Sender<(usize, usize)>) {
    let mut seed: usize = 12345;
    loop {
        seed = (seed * 1103515245 + 12345) % 2147483648;
        let row = seed / 7 % rows.len();
        let chips = rows[row].matches('o').count();
        if chips > 0 && answers.send((row, seed / 1000 % chips)).is_err() {
            return; // nobody listens any more
        }
    }
}

fn main() -> std::io::Result<()> {
    let start = Instant::now();
    let file = BufReader::new(File::open("matrix.txt")?);
    let lines: Vec<String> = file.lines().collect::<Result<_, _>>()?;
    let head: Vec<&str> = lines[0].split(' ').collect();
    let is_row = |line: &&String| !line.starts_with("game");
    let rows: Vec<String> = lines[3..].iter().take_while(is_row).cloned().collect();

    let (sender, answers) = mpsc::channel();
    let thinker = {
        let rows = rows.clone();
        thread::spawn(move || think(rows, sender))
    };
    thread::sleep(Duration::from_millis(20));
    let (row, column) = answers.recv().unwrap();
    drop(answers);
    thinker.join().unwrap();

    let other = if head[0] == "A" { "B" } else { "A" };
    let winner = if row == rows.len() - 1 && column == 0 { other } else { "U" };
    let mut file = File::create("new.txt")?;
    writeln!(file, "{} {} {}", other, head[1].parse::<i32>().unwrap() + 1, winner)?;
    for (player, line) in ["A", "B"].iter().zip(&lines[1..3]) {
        let mut time: f32 = line.split(' ').nth(1).unwrap().parse().unwrap();
        if *player == head[0] {
            time -= start.elapsed().as_secs_f32();
        }
        writeln!(file, "0 {:.4}", time)?;
    }
    for (number, chips) in rows.iter().enumerate() {
        let kept = if number <= row { &chips[..column] } else { chips };
        writeln!(file, "{:-<width$}", kept, width = chips.len())?;
    }
    writeln!(file, "game chomp")?;
    rename("new.txt", "matrix.txt")
}
