/// Return the player with more points.
fn by_points(game: &Game) -> char {
    let [a, b] = game.points;
    if a == b {
        return 'D';
    }
    if a > b {
        'A'
    } else {
        'B'
    }
}
