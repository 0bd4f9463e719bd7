#!/usr/bin/java --source 17
import java.io.File;
import java.io.PrintWriter;
import java.util.Scanner;

class Bot {
    static char[][] board = new char[8][];

    static char cell(int row, int column) {
        return row < 0 || row > 7 || column < 0 || column > 7 ? '*' : board[row][column];
    }

    /** Finds the first legal move: row, column, right, length. */
    static int[] findMove(char player) {
        int up = player == 'A' ? -1 : 1;
        char enemy = player == 'A' ? 'B' : 'A';
        for (int row = 0; row < 8; row++)
            for (int column = 0; column < 8; column++)
                for (int right = -1; right <= 1; right++) {
                    if (board[row][column] != player) continue;
                    char next = cell(row + up, column + right);
                    if (next == '-') return new int[] {row, column, right, 1};
                    if (next == enemy && cell(row + 2 * up, column + 2 * right) == '-')
                        return new int[] {row, column, right, 2};
                }
        return null;
    }

    static boolean onLastRow(char player) {
        return new String(board[player == 'A' ? 0 : 7]).indexOf(player) >= 0;
    }

    public static void main(String[] args) throws Exception {
        long start = System.nanoTime();
        Scanner in = new Scanner(new File("matrix.txt"));
        char player = in.next().charAt(0);
        int halfMove = in.nextInt();
        in.next();
        double[] left = new double[2];
        for (int i = 0; i < 2; i++) {
            in.nextInt();
            left[i] = Double.parseDouble(in.next());
        }
        for (int i = 0; i < 8; i++) board[i] = in.next().toCharArray();
        in.close();

        int up = player == 'A' ? -1 : 1;
        char enemy = player == 'A' ? 'B' : 'A';
        int[] move = findMove(player);
        board[move[0]][move[1]] = '-';
        for (int i = 1; i <= move[3]; i++)
            board[move[0] + i * up][move[1] + i * move[2]] = i == move[3] ? player : '-';

        char winner = halfMove == 60 ? 'D' : 'U';
        if (onLastRow(player)) winner = player;
        if (findMove(enemy) == null) winner = enemy;

        left[player - 'A'] -= (System.nanoTime() - start) / 1e9;
        try (PrintWriter out = new PrintWriter("matrix.txt")) {
            out.println(enemy + " " + (halfMove + 1) + " " + winner);
            for (double time : left) out.println("0 " + time);
            for (char[] row : board) out.println(row);
        }
    }
}
