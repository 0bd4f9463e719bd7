/** From one cell to another. */
record Move(int row, int column, int toRow, int toColumn) {}

/** The rules of Knights. */
final class Rules {
    static final int SIZE = 8;
    static final int LAST_HALF_MOVE = 60;
    static final int FOR_A_LINE = 3;
    static final int[][] JUMPS = {
        {-2, -1}, {-2, 1}, {-1, -2}, {-1, 2}, {1, -2}, {1, 2}, {2, -1}, {2, 1}
    };

    /** Return whether the file is of this game. */
    static boolean isGood(Game game) {
        return game.name.equals("knights") && game.consistsOf(SIZE, SIZE, "-AB12");
    }

    /** Return the legal moves of the player to move. */
    static List<Move> findMoves(Game game) {
        List<Move> moves = new ArrayList<>();
        for (int row = 0; row < SIZE; row++) {
            for (int column = 0; column < SIZE; column++) {
                if (game.board[row][column] != game.player) {
                    continue;
                }
                for (int[] jump : JUMPS) {
                    char content = game.cell(row + jump[0], column + jump[1]);
                    if (content != game.player && content != '*') {
                        moves.add(new Move(row, column, row + jump[0], column + jump[1]));
                    }
                }
            }
        }
        return moves;
    }

    /** Return whether all of a player's knights stand in one row, or all in one column. */
    static boolean inLine(Game game, char player) {
        int rows = 0; // a bit for each in which a knight stands
        int columns = 0;
        for (int row = 0; row < SIZE; row++) {
            for (int column = 0; column < SIZE; column++) {
                if (game.board[row][column] == player) {
                    rows |= 1 << row;
                    columns |= 1 << column;
                }
            }
        }
        return Integer.bitCount(rows) == 1 || Integer.bitCount(columns) == 1;
    }

@BY_POINTS@

    /** Return the winner field after a move; player is the next player. */
    static char result(Game game) {
        if (inLine(game, 'A') || inLine(game, 'B')) {
            return byPoints(game);
        }
        if (findMoves(game).isEmpty()) {
            return Game.other(game.player);
        }
        return game.halfMove > LAST_HALF_MOVE ? byPoints(game) : 'U';
    }

    /** Return the value of capturing the piece on a cell. */
    static int worth(char taken) {
        return switch (taken) {
            case '-' -> 0;
            case '2' -> 2;
            default -> 1; // an enemy knight is worth 1, too
        };
    }

    /** Return the game after a move. */
    static Game play(Game before, Move move) {
        Game game = before.copy();
        game.points[game.player - 'A'] += worth(game.board[move.toRow()][move.toColumn()]);
        game.board[move.row()][move.column()] = '-';
        game.board[move.toRow()][move.toColumn()] = game.player;
        for (int own = 0; own < 2; own++) {
            if (inLine(game, "AB".charAt(own))) {
                game.points[own] += FOR_A_LINE;
            }
        }
        game.endTurn();
        game.winner = result(game);
        return game;
    }
}
