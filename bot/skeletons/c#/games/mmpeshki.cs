@FROM_TO@

/// <summary>The rules of MMPeshki.</summary>
static class Rules
{
    const int Size = 8, LastHalfMove = 60;

    /// <summary>Return whether the file is of this game.</summary>
    public static bool IsGood(Game game)
    {
        return game.Name == "" && !game.HasPoints() && game.ConsistsOf(Size, Size, "-AB*");
    }

    /// <summary>Return the legal moves of the player to move.</summary>
    public static List<Move> FindMoves(Game game)
    {
        var moves = new List<Move>();
        int ahead = game.Player == 'A' ? -1 : 1;  // A goes up, towards Board[0]
        for (int row = 0; row < Size; row++)
            for (int column = 0; column < Size; column++)
                for (int right = -1; right <= 1; right++)
                {
                    if (game.Board[row][column] != game.Player) continue;
                    char content = game.Cell(row + ahead, column + right);
                    char beyond = game.Cell(row + 2 * ahead, column + 2 * right);
                    if (content == '-')
                        moves.Add(new Move(row, column, row + ahead, column + right));
                    else if (content == Game.Other(game.Player) && beyond == '-')
                        moves.Add(new Move(row, column, row + 2 * ahead, column + 2 * right));
                }
        return moves;
    }

    /// <summary>Return the winner field after a move; player is the next player.</summary>
    static char Result(Game game)
    {
        if (FindMoves(game).Count == 0) return game.Player;  // rule 9 comes first
        char mover = Game.Other(game.Player);
        char[] farRow = game.Board[mover == 'A' ? 0 : Size - 1];
        if (farRow.Contains(mover)) return mover;  // rule 10 comes second
        return game.HalfMove > LastHalfMove ? 'D' : 'U';
    }

    /// <summary>Return the game after a move.</summary>
    public static Game Play(Game before, Move move)
    {
        Game game = before.Copy();
        if (Math.Abs(move.ToRow - move.Row) == 2)  // a capture: the piece jumped over goes
            game.Board[(move.Row + move.ToRow) / 2][(move.Column + move.ToColumn) / 2] = '-';
        game.Board[move.Row][move.Column] = '-';
        game.Board[move.ToRow][move.ToColumn] = game.Player;
        game.EndTurn();
        game.Winner = Result(game);
        return game;
    }
}
