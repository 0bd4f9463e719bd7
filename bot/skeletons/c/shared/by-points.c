// Return the player with more points.
char by_points(const Game *game) {
    if (game->points[0] == game->points[1]) return 'D';
    return game->points[0] > game->points[1] ? 'A' : 'B';
}
