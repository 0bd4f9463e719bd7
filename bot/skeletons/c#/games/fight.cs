@FROM_TO@

/// <summary>The rules of Fight-B.</summary>
static class Rules
{
    const int Size = 8, LastHalfMove = 60;

    /// <summary>Return whether the file is of this game.</summary>
    public static bool IsGood(Game game)
    {
        return game.Name == "fight" && game.ConsistsOf(Size, Size, "-AB*12");
    }

    static bool IsPiece(char content)
    {
        return content == 'A' || content == 'B';
    }

    /// <summary>Count the pieces on the whole line through a cell, in both directions.</summary>
    static int PiecesOnLine(Game game, int row, int column, int down, int right)
    {
        var line = Enumerable.Range(1 - Size, 2 * Size - 1);
        return line.Count(n => IsPiece(game.Cell(row + n * down, column + n * right)));
    }

    /// <summary>Return the legal moves of the player to move.</summary>
    public static List<Move> FindMoves(Game game)
    {
        var moves = new List<Move>();
        for (int row = 0; row < Size; row++)
            for (int column = 0; column < Size; column++)
                if (game.Board[row][column] == game.Player) AddMoves(game, row, column, moves);
        return moves;
    }

    /// <summary>Add those of one piece.</summary>
    static void AddMoves(Game game, int row, int column, List<Move> moves)
    {
        for (int down = -1; down <= 1; down++)
            for (int right = -1; right <= 1; right++)
            {
                if (down == 0 && right == 0) continue;
                int distance = PiecesOnLine(game, row, column, down, right);
                var move = new Move(row, column, row + distance * down, column + distance * right);
                // A cell outside the board is '*', too.
                if (game.Cell(move.ToRow, move.ToColumn) != '*') moves.Add(move);
            }
    }

@BY_POINTS@

    /// <summary>Return the winner field after a move; player is the next player.</summary>
    static char Result(Game game)
    {
        if (game.Count('*') == 0) return ByPoints(game);
        if (FindMoves(game).Count == 0) return Game.Other(game.Player);  // or there is no piece
        return game.HalfMove > LastHalfMove ? ByPoints(game) : 'U';
    }

    /// <summary>Return the game after a move.</summary>
    public static Game Play(Game before, Move move)
    {
        Game game = before.Copy();
        game.Board[move.Row][move.Column] = '-';
        game.Board[move.ToRow][move.ToColumn] = game.Player;
        for (int row = move.ToRow - 1; row <= move.ToRow + 1; row++)
            for (int column = move.ToColumn - 1; column <= move.ToColumn + 1; column++)
            {
                bool inside = 0 <= row && row < Size && 0 <= column && column < Size;
                if (inside && !IsPiece(game.Board[row][column]))
                    game.Board[row][column] = game.Player == 'A' ? '1' : '2';
            }
        game.Points = new[] { game.Count('1'), game.Count('2') };
        game.EndTurn();
        game.Winner = Result(game);
        return game;
    }
}
