const SIZE: i32 = 8;
const LAST_HALF_MOVE: u32 = 60;

#[derive(Clone, Copy)]
struct Move {
    row: i32, // from here
    column: i32,
    to_row: i32, // to there
    to_column: i32,
}
