@FROM_TO@

/// <summary>The rules of Knights.</summary>
static class Rules
{
    const int Size = 8, LastHalfMove = 60, ForALine = 3;
    static readonly int[,] Jumps =
    {
        { -2, -1 }, { -2, 1 }, { -1, -2 }, { -1, 2 }, { 1, -2 }, { 1, 2 }, { 2, -1 }, { 2, 1 }
    };

    /// <summary>Return whether the file is of this game.</summary>
    public static bool IsGood(Game game)
    {
        return game.Name == "knights" && game.ConsistsOf(Size, Size, "-AB12");
    }

    /// <summary>Return the legal moves of the player to move.</summary>
    public static List<Move> FindMoves(Game game)
    {
        var moves = new List<Move>();
        for (int row = 0; row < Size; row++)
            for (int column = 0; column < Size; column++)
                for (int n = 0; n < 8; n++)
                {
                    if (game.Board[row][column] != game.Player) continue;
                    int toRow = row + Jumps[n, 0], toColumn = column + Jumps[n, 1];
                    char content = game.Cell(toRow, toColumn);
                    if (content != game.Player && content != '*')
                        moves.Add(new Move(row, column, toRow, toColumn));
                }
        return moves;
    }

    /// <summary>Return whether all knights of a player stand in one row or column.</summary>
    static bool InLine(Game game, char player)
    {
        var rows = new HashSet<int>();
        var columns = new HashSet<int>();
        for (int row = 0; row < Size; row++)
            for (int column = 0; column < Size; column++)
                if (game.Board[row][column] == player)
                {
                    rows.Add(row);
                    columns.Add(column);
                }
        return rows.Count == 1 || columns.Count == 1;
    }

@BY_POINTS@

    /// <summary>Return the winner field after a move; player is the next player.</summary>
    static char Result(Game game)
    {
        if (InLine(game, 'A') || InLine(game, 'B')) return ByPoints(game);
        if (FindMoves(game).Count == 0) return Game.Other(game.Player);
        return game.HalfMove > LastHalfMove ? ByPoints(game) : 'U';
    }

    /// <summary>Return the value of capturing the piece on a cell.</summary>
    static int Worth(char taken)
    {
        if (taken == '-') return 0;
        return taken == '2' ? 2 : 1;  // an enemy knight is worth 1, too
    }

    /// <summary>Return the game after a move.</summary>
    public static Game Play(Game before, Move move)
    {
        Game game = before.Copy();
        game.Points[game.Player - 'A'] += Worth(game.Board[move.ToRow][move.ToColumn]);
        game.Board[move.Row][move.Column] = '-';
        game.Board[move.ToRow][move.ToColumn] = game.Player;
        for (int own = 0; own < 2; own++)
            if (InLine(game, "AB"[own])) game.Points[own] += ForALine;
        game.EndTurn();
        game.Winner = Result(game);
        return game;
    }
}
