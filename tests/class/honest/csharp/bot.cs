using System;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Threading.Tasks;

class Bot
{
    static char[][] board;

    static char Other(char player) { return player == 'A' ? 'B' : 'A'; }

    static char Cell(int row, int column)
    {
        return row < 0 || row > 7 || column < 0 || column > 7 ? '*' : board[row][column];
    }

    // How many cells a piece moves in that direction: 0 if it cannot.
    static int Reach(char player, int row, int column, int right)
    {
        int up = player == 'A' ? -1 : 1;
        if (Cell(row, column) != player) return 0;
        if (Cell(row + up, column + right) == '-') return 1;
        bool canCapture = Cell(row + up, column + right) == Other(player)
            && Cell(row + 2 * up, column + 2 * right) == '-';
        return canCapture ? 2 : 0;
    }

    static int[][] Moves(char player)
    {
        var moves = from row in Enumerable.Range(0, 8)
                    from column in Enumerable.Range(0, 8)
                    from right in Enumerable.Range(-1, 3)
                    let length = Reach(player, row, column, right)
                    where length > 0
                    orderby length descending
                    select new[] { row, column, right, length };
        return moves.ToArray();
    }

    static void Main()
    {
        var watch = Stopwatch.StartNew();
        string[] lines = File.ReadAllLines("matrix.txt");
        char player = lines[0][0];
        int number = int.Parse(lines[0].Split(' ')[1]);
        board = lines.Skip(3).Take(8).Select(line => line.ToCharArray()).ToArray();

        int[] move = Task.Run(() => Moves(player).First()).Result;
        int up = player == 'A' ? -1 : 1;
        for (int i = 0; i <= move[3]; i++)
            board[move[0] + i * up][move[1] + i * move[2]] = i == move[3] ? player : '-';

        char winner = number == 60 ? 'D' : 'U';
        if (board[player == 'A' ? 0 : 7].Contains(player)) winner = player;
        if (Moves(Other(player)).Length == 0) winner = Other(player);

        using (var writer = new StreamWriter("matrix.txt"))
        {
            writer.WriteLine("{0} {1} {2}", Other(player), number + 1, winner);
            for (int i = 0; i < 2; i++)
            {
                string time = lines[1 + i].Split(' ')[1];
                double left = double.Parse(time, CultureInfo.InvariantCulture);
                if (i == player - 'A') left -= watch.Elapsed.TotalSeconds;
                writer.WriteLine("0 " + left.ToString("F2", CultureInfo.InvariantCulture));
            }
            foreach (char[] row in board) writer.WriteLine(new string(row));
        }
        // Where a task ran, Mono now and then waits for ever at the end of Main on a busy machine.
        Environment.Exit(0);
    }
}
