/// <summary>The chip that is eaten, with all above it and right of it.</summary>
struct Move
{
    public readonly int Row, Column;

    public Move(int row, int column)
    {
        Row = row;
        Column = column;
    }
}

/// <summary>The rules of Chomp.</summary>
static class Rules
{
    /// <summary>Return whether the file is of this game.</summary>
    public static bool IsGood(Game game)
    {
        int above = 0;
        foreach (char[] row in game.Board)
        {
            // No chip is right of an eaten one, and none is above an eaten one.
            int chips = row.TakeWhile(content => content == 'o').Count();
            if (row.Skip(chips).Any(content => content != '-') || chips < above) return false;
            above = chips;
        }
        return game.Name == "chomp" && !game.HasPoints();
    }

    /// <summary>Return the legal moves of the player to move.</summary>
    public static List<Move> FindMoves(Game game)
    {
        var moves = from row in Enumerable.Range(0, game.Height)
                    from column in Enumerable.Range(0, game.Width)
                    where game.Board[row][column] == 'o'
                    select new Move(row, column);
        return moves.ToList();
    }

    /// <summary>Return the game after a move.</summary>
    public static Game Play(Game before, Move move)
    {
        Game game = before.Copy();
        for (int row = 0; row <= move.Row; row++)
            for (int column = move.Column; column < game.Width; column++)
                game.Board[row][column] = '-';
        game.EndTurn();
        // The poisoned chip is the bottom-left one: the player who eats it loses.
        if (game.Board[game.Height - 1][0] == '-') game.Winner = game.Player;
        return game;
    }
}
