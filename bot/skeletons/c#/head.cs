// @NAME@: a bot for @TITLE_EN@. Put your thinking in the place of `Choose`, near the end.

using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;

/// <summary>The game in matrix.txt.</summary>
class Game
{
    public char Player;  // who is to move
    public int HalfMove;
    public char Winner;  // U while the game goes on
    public int[] Points = new int[2];         // points of A and of B; 0 in a game without points
    public string[] Times = new string[2];    // times left, letter by letter
    public double[] Seconds = new double[2];  // the same times as numbers
    public char[][] Board;     // the rows, the top one first
    public string Name = "";   // the game in the footer; empty for MMPeshki
    public string Rules = "";  // empty if the game has one set of rules
    public string Last = "";   // the move just made; empty if the file does not say
    public int Steps;          // number of steps made, in a game whose moves have several

    public int Height { get { return Board.Length; } }

    public int Width { get { return Board[0].Length; } }

    /// <summary>Copy the game, to try a move on.</summary>
    public Game Copy()
    {
        var game = (Game)MemberwiseClone();
        game.Points = (int[])Points.Clone();
        game.Times = (string[])Times.Clone();
        game.Board = Board.Select(row => (char[])row.Clone()).ToArray();
        return game;
    }

    /// <summary>Return the character of a cell; '*' outside the board.</summary>
    public char Cell(int row, int column)
    {
        bool inside = 0 <= row && row < Height && 0 <= column && column < Width;
        return inside ? Board[row][column] : '*';
    }

    /// <summary>Count the cells with that character.</summary>
    public int Count(char what)
    {
        return Board.Sum(row => row.Count(content => content == what));
    }

    /// <summary>Return whether the board has this size and no other symbols.</summary>
    public bool ConsistsOf(int width, int height, string symbols)
    {
        bool known = Board.All(row => row.All(content => symbols.IndexOf(content) >= 0));
        return known && Width == width && Height == height;
    }

    /// <summary>Return whether a player has points, which some games must not have.</summary>
    public bool HasPoints()
    {
        return Points[0] != 0 || Points[1] != 0;
    }

    /// <summary>Give the turn to the other player.</summary>
    public void EndTurn()
    {
        Player = Other(Player);
        HalfMove += 1;
        Steps = 0;
    }

    public static char Other(char player)
    {
        return player == 'A' ? 'B' : 'A';
    }
}

/// <summary>The file. What reads it throws FormatException if it is malformed.</summary>
static class MatrixFile
{
    const string Path = "matrix.txt";
    static readonly char[] Blanks = { ' ', '\t' };

    public static Game Read()
    {
        // A byte-order mark is left out by ReadAllLines.
        string[] lines = File.ReadAllLines(Path);
        lines = lines.Select(line => line.Trim()).Where(line => line != "").ToArray();
        Check(lines.Length > 3);
        var game = new Game();
        ReadHeader(game, WordsOf(lines[0]));
        ReadClock(game, 0, WordsOf(lines[1]));
        ReadClock(game, 1, WordsOf(lines[2]));
        ReadBoard(game, lines.Skip(3));
        return game;
    }

    static void Check(bool good)
    {
        if (!good) throw new FormatException();
    }

    static string[] WordsOf(string line)
    {
        return line.Split(Blanks, StringSplitOptions.RemoveEmptyEntries);
    }

    static void ReadHeader(Game game, string[] words)
    {
        Check(words.Length == 3 && words[0].Length == 1 && words[2].Length == 1);
        Check("AB".Contains(words[0]) && "ABDU".Contains(words[2]));
        game.Player = words[0][0];
        game.HalfMove = int.Parse(words[1], CultureInfo.InvariantCulture);
        game.Winner = words[2][0];
        // A has the odd half-moves, B the even ones.
        Check(game.HalfMove > 0 && (game.HalfMove % 2 == 1) == (game.Player == 'A'));
    }

    static void ReadClock(Game game, int own, string[] words)
    {
        Check(words.Length == 2);
        game.Points[own] = int.Parse(words[0], CultureInfo.InvariantCulture);
        game.Times[own] = words[1];
        // Without the culture a Russian system would read 1,22 and not 1.22.
        var culture = CultureInfo.InvariantCulture;
        game.Seconds[own] = double.Parse(words[1], NumberStyles.Float, culture);
        Check(game.Points[own] >= 0 && game.Seconds[own] >= 0 && game.Seconds[own] < 1e9);
    }

    /// <summary>Read the rows and the lines below them: words and their values.</summary>
    static void ReadBoard(Game game, IEnumerable<string> lines)
    {
        var rows = new List<char[]>();
        foreach (string line in lines)
        {
            string[] words = WordsOf(line);
            string value = string.Join(" ", words.Skip(1));
            if (words.Length == 1) rows.Add(line.ToCharArray());
            else if (words[0] == "game") game.Name = value;
            else if (words[0] == "rules") game.Rules = value;
            else if (words[0] == "last") game.Last = value;
            else Check(false);
        }
        game.Board = rows.ToArray();
        Check(rows.Count > 0 && rows.All(row => row.Length == game.Width));
    }

    /// <summary>Write the whole file at once.</summary>
    public static void Write(Game game)
    {
        var lines = new List<string> { game.Player + " " + game.HalfMove + " " + game.Winner };
        for (int own = 0; own < 2; own++) lines.Add(game.Points[own] + " " + game.Times[own]);
        foreach (char[] row in game.Board) lines.Add(new string(row));
        if (game.Name != "") lines.Add("game " + game.Name);
        if (game.Rules != "") lines.Add("rules " + game.Rules);
        File.WriteAllText(Path, string.Join("\n", lines) + "\n");
    }
}
