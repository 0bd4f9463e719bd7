    /// <summary>Return the player with more points.</summary>
    static char ByPoints(Game game)
    {
        if (game.Points[0] == game.Points[1]) return 'D';
        return game.Points[0] > game.Points[1] ? 'A' : 'B';
    }
