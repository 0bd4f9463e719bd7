/// <summary>The player: `Choose` is yours to change.</summary>
static class Bot
{
    const int Done = 0, CannotWrite = 1, Malformed = 2;
    static readonly Random Chance = new Random();

    /// <summary>Return one of the legal moves: the first that wins at once, or else any.</summary>
    static Move Choose(Game game, List<Move> moves)
    {
        foreach (Move move in moves)
            if (Rules.Play(game, move).Winner == game.Player) return move;
        return moves[Chance.Next(moves.Count)];
    }

    /// <summary>Count the sequences of that many moves: see `arena perft`.</summary>
    static long Perft(Game game, int depth)
    {
        if (depth == 0) return 1;
        if (game.Winner != 'U') return 0;
        return Rules.FindMoves(game).Sum(move => Perft(Rules.Play(game, move), depth - 1));
    }

    /// <summary>The processor time since Mono was started, which takes a while itself. Mono counts
    /// in steps of 0.01 s: a move that took no whole step is not said to have taken nothing.</summary>
    static double SecondsUsed()
    {
        return Math.Max(0.005, Process.GetCurrentProcess().TotalProcessorTime.TotalSeconds);
    }

    static Game ReadGame()
    {
        try
        {
            return MatrixFile.Read();
        }
        catch (IOException)
        {
            return null;
        }
        catch (FormatException)
        {
            return null;
        }
        catch (OverflowException)  // of a number that is too large
        {
            return null;
        }
    }

    /// <summary>Return whether the file could be written.</summary>
    static bool WriteGame(Game game)
    {
        try
        {
            MatrixFile.Write(game);
            return true;
        }
        catch (IOException error)
        {
            Console.Error.WriteLine("matrix.txt cannot be written: " + error.Message);
        }
        catch (UnauthorizedAccessException error)
        {
            Console.Error.WriteLine("matrix.txt cannot be written: " + error.Message);
        }
        return false;
    }

    static int Main(string[] words)
    {
        Game game = ReadGame();
        if (game == null || !Rules.IsGood(game))
        {
            Console.Error.WriteLine("matrix.txt is missing or malformed");
            return Malformed;
        }
        if (words.Length == 1)  // for you, not for the referee: @PROGRAM@ 3
        {
            Console.WriteLine(Perft(game, int.Parse(words[0])));
            return Done;
        }
        if (game.Winner != 'U' || Rules.FindMoves(game).Count == 0)
        {
            Console.Error.WriteLine("the game is over");
            return Done;
        }
        char player = game.Player;
        while (game.Player == player && game.Winner == 'U')
            game = Rules.Play(game, Choose(game, Rules.FindMoves(game)));
        // The clock is read last, when the move is known.
        int own = player - 'A';
        double left = Math.Max(0, game.Seconds[own] - SecondsUsed());
        game.Times[own] = left.ToString("F6", CultureInfo.InvariantCulture);
        return WriteGame(game) ? Done : CannotWrite;
    }
}
