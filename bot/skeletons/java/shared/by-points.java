    /** Return the player with more points. */
    static char byPoints(Game game) {
        if (game.points[0] == game.points[1]) {
            return 'D';
        }
        return game.points[0] > game.points[1] ? 'A' : 'B';
    }
