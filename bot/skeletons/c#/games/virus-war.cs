/// <summary>A step: where a symbol is put, or an enemy's killed. A turn has three.</summary>
struct Move
{
    public static readonly Move Pass = new Move(-1, -1);
    public readonly int Row, Column;

    public Move(int row, int column)
    {
        Row = row;
        Column = column;
    }
}

enum Ending { KillAll, LastTurn, FullTurn }

/// <summary>The options of a rule set, with changes.</summary>
class Options
{
    public bool Occupied;    // the corners, at the start
    public int FirstTurn;    // number of its steps
    public Ending Ending;
    public bool Good = true;  // whether all of the line was understood

    /// <summary>Those of the line `rules` of the file.</summary>
    public Options(Game game)
    {
        string[] words = (game.Rules == "" ? "classic" : game.Rules).Split(' ');
        Occupied = words[0] == "petersburg";
        FirstTurn = Occupied ? 1 : Rules.Steps;
        if (words[0] == "classic") Ending = Ending.KillAll;
        else if (words[0] == "sesc") Ending = Ending.LastTurn;
        else if (Occupied || words[0] == "last-move") Ending = Ending.FullTurn;
        else Good = false;
        foreach (string word in words.Skip(1)) Take(word);
    }

    void Take(string word)
    {
        if (word == "opening=corner") Occupied = false;
        else if (word == "opening=occupied") Occupied = true;
        else if (word.StartsWith("first-turn=")) FirstTurn = word[word.Length - 1] - '0';
        else if (word == "ending=kill-all") Ending = Ending.KillAll;
        else if (word == "ending=last-turn") Ending = Ending.LastTurn;
        else if (word == "ending=full-turn") Ending = Ending.FullTurn;
        // This bot passes only where it must, so it need not know whether it may.
        else if (!word.StartsWith("passing=")) Good = false;
    }
}

/// <summary>The rules of Virus War.</summary>
static class Rules
{
    public const int Steps = 3;

    /// <summary>Return whether the file is of this game.</summary>
    public static bool IsGood(Game game)
    {
        int size = game.Width;
        if (game.Name != "virus-war" || !new Options(game).Good || game.HasPoints()) return false;
        return 4 <= size && size <= 16 && game.ConsistsOf(size, size, "-ABab");
    }

    /// <summary>Return the letter of a killed symbol of the player.</summary>
    static char Killed(char player)
    {
        return player == 'A' ? 'a' : 'b';
    }

    /// <summary>Return whether the player has lost the last live symbol.</summary>
    static bool WipedOut(Game game, char player)
    {
        return game.Count(player) == 0 && game.Count(Killed(player)) > 0;
    }

    /// <summary>Return the possible steps.</summary>
    static List<Move> FindSteps(Game game)
    {
        var steps = new List<Move>();
        char own = game.Player;
        int last = game.Height - 1;
        if (!new Options(game).Occupied && game.Count(own) + game.Count(Killed(own)) == 0)
        {
            // The very first step of a player is the own corner.
            Move corner = own == 'A' ? new Move(last, 0) : new Move(0, last);
            if (game.Cell(corner.Row, corner.Column) == '-') steps.Add(corner);
            return steps;
        }
        bool[,] reached = Reach(game);
        for (int row = 0; row <= last; row++)
            for (int column = 0; column <= last; column++)
            {
                char content = game.Board[row][column];
                if (reached[row, column] && (content == '-' || content == Game.Other(own)))
                    steps.Add(new Move(row, column));
            }
        return steps;
    }

    /// <summary>Mark the cells that touch a live symbol, or a chain of killed ones.</summary>
    static bool[,] Reach(Game game)
    {
        var reached = new bool[game.Height, game.Width];
        for (int row = 0; row < game.Height; row++)
            for (int column = 0; column < game.Width; column++)
                if (game.Board[row][column] == game.Player) Spread(game, row, column, reached);
        return reached;
    }

    /// <summary>Mark the neighbours of the cell, and go on from enemies that we killed.</summary>
    static void Spread(Game game, int row, int column, bool[,] reached)
    {
        for (int up = row - 1; up <= row + 1; up++)
            for (int right = column - 1; right <= column + 1; right++)
            {
                char content = game.Cell(up, right);
                if (content == '*' || reached[up, right]) continue;
                reached[up, right] = true;
                if (content == Killed(Game.Other(game.Player))) Spread(game, up, right, reached);
            }
    }

    /// <summary>Return the legal moves: steps; or a pass, where no step is possible.</summary>
    public static List<Move> FindMoves(Game game)
    {
        List<Move> steps = FindSteps(game);
        if (steps.Count == 0 && game.Steps == 0) steps.Add(Move.Pass);
        return steps;
    }

    static void MakeStep(Game game, Move step)
    {
        bool empty = game.Board[step.Row][step.Column] == '-';
        game.Board[step.Row][step.Column] = empty ? game.Player : Killed(Game.Other(game.Player));
        game.Steps += 1;
    }

    static int TurnLength(Game game)
    {
        return game.HalfMove == 1 ? new Options(game).FirstTurn : Steps;
    }

    /// <summary>Return whether a whole turn is possible; any steps prove it.</summary>
    static bool CanComplete(Game before)
    {
        Game game = before.Copy();
        while (game.Steps < TurnLength(game))
        {
            List<Move> steps = FindSteps(game);
            if (steps.Count == 0) return false;
            MakeStep(game, steps[0]);
        }
        return true;
    }

    /// <summary>Return the winner field after a turn; player is the next player.</summary>
    static char Result(Game game, bool bothPassed)
    {
        char mover = Game.Other(game.Player);
        Ending ending = new Options(game).Ending;
        if (ending != Ending.FullTurn && WipedOut(game, game.Player)) return mover;
        if (ending == Ending.FullTurn && !CanComplete(game)) return mover;
        if (!bothPassed) return 'U';
        return ending == Ending.LastTurn ? mover : 'D';
    }

    /// <summary>Return the game after a move. The turn ends without further steps.</summary>
    public static Game Play(Game before, Move move)
    {
        Game game = before.Copy();
        bool passed = move.Equals(Move.Pass);
        if (!passed)
        {
            MakeStep(game, move);
            bool kills = new Options(game).Ending != Ending.FullTurn;
            bool won = kills && WipedOut(game, Game.Other(game.Player));
            if (!won && game.Steps < TurnLength(game) && FindSteps(game).Count > 0) return game;
        }
        game.EndTurn();
        game.Last = passed ? "pass" : "";
        game.Winner = Result(game, passed && before.Last == "pass");
        return game;
    }
}
