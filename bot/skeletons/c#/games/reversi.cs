/// <summary>Where a disc is put; a row of -1 is a pass.</summary>
struct Move
{
    public readonly int Row, Column;

    public Move(int row, int column)
    {
        Row = row;
        Column = column;
    }
}

/// <summary>The rules of Reversi.</summary>
static class Rules
{
    static readonly int[,] Around =
    {
        { -1, -1 }, { -1, 0 }, { -1, 1 }, { 0, -1 }, { 0, 1 }, { 1, -1 }, { 1, 0 }, { 1, 1 }
    };

    /// <summary>Return whether the file is of this game; the points count the discs.</summary>
    public static bool IsGood(Game game)
    {
        bool sized = IsSide(game.Width) && IsSide(game.Height);
        return game.Name == "reversi" && sized && game.ConsistsOf(game.Width, game.Height, "-AB")
            && game.Points.SequenceEqual(Discs(game));
    }

    static bool IsSide(int cells)
    {
        return 4 <= cells && cells <= 26 && cells % 2 == 0;
    }

    /// <summary>Return the numbers of discs of A and of B.</summary>
    static int[] Discs(Game game)
    {
        return new[] { game.Count('A'), game.Count('B') };
    }

    /// <summary>Return the discs that an own disc on that cell turns over.</summary>
    static List<Move> Turned(Game game, char player, Move placed)
    {
        var all = new List<Move>();
        for (int n = 0; n < 8; n++)
        {
            var line = new List<Move>();
            int row = placed.Row + Around[n, 0], column = placed.Column + Around[n, 1];
            while (game.Cell(row, column) == Game.Other(player))
            {
                line.Add(new Move(row, column));
                row += Around[n, 0];
                column += Around[n, 1];
            }
            if (game.Cell(row, column) == player) all.AddRange(line);  // the line is closed in
        }
        return all;
    }

    /// <summary>Return the cells on which the player may put a disc.</summary>
    static List<Move> FindCells(Game game, char player)
    {
        var cells = new List<Move>();
        for (int row = 0; row < game.Height; row++)
            for (int column = 0; column < game.Width; column++)
            {
                var cell = new Move(row, column);
                if (game.Board[row][column] == '-' && Turned(game, player, cell).Count > 0)
                    cells.Add(cell);
            }
        return cells;
    }

    /// <summary>The legal moves: cells; or a pass, where there is none but the other player has
    /// one.</summary>
    public static List<Move> FindMoves(Game game)
    {
        var cells = FindCells(game, game.Player);
        if (cells.Count == 0 && FindCells(game, Game.Other(game.Player)).Count > 0)
            cells.Add(new Move(-1, -1));
        return cells;
    }

@BY_POINTS@

    /// <summary>Return the game after a move.</summary>
    public static Game Play(Game before, Move move)
    {
        Game game = before.Copy();
        if (move.Row >= 0)
        {
            foreach (Move cell in Turned(before, before.Player, move))
                game.Board[cell.Row][cell.Column] = before.Player;
            game.Board[move.Row][move.Column] = before.Player;
            game.Points = Discs(game);
        }
        game.EndTurn();
        // The game is over when neither player can move: more discs win.
        if (FindMoves(game).Count == 0) game.Winner = ByPoints(game);
        return game;
    }
}
