/** From one cell to another. */
record Move(int row, int column, int toRow, int toColumn) {}

/** The rules of Fight-B. */
final class Rules {
    static final int SIZE = 8;
    static final int LAST_HALF_MOVE = 60;

    /** Return whether the file is of this game. */
    static boolean isGood(Game game) {
        return game.name.equals("fight") && game.consistsOf(SIZE, SIZE, "-AB*12");
    }

    static boolean isPiece(char content) {
        return content == 'A' || content == 'B';
    }

    /** Count the pieces on the whole line through a cell, in both directions. */
    static int piecesOnLine(Game game, int row, int column, int down, int right) {
        int pieces = 0;
        for (int n = 1 - SIZE; n < SIZE; n++) {
            pieces += isPiece(game.cell(row + n * down, column + n * right)) ? 1 : 0;
        }
        return pieces;
    }

    /** Return the legal moves of the player to move. */
    static List<Move> findMoves(Game game) {
        List<Move> moves = new ArrayList<>();
        for (int row = 0; row < SIZE; row++) {
            for (int column = 0; column < SIZE; column++) {
                if (game.board[row][column] == game.player) {
                    addMoves(game, row, column, moves);
                }
            }
        }
        return moves;
    }

    /** Adds those of one piece. */
    static void addMoves(Game game, int row, int column, List<Move> moves) {
        for (int down = -1; down <= 1; down++) {
            for (int right = -1; right <= 1; right++) {
                int distance = piecesOnLine(game, row, column, down, right);
                Move move = new Move(row, column, row + distance * down, column + distance * right);
                boolean stays = down == 0 && right == 0;
                // A cell outside the board is '*', too.
                if (!stays && game.cell(move.toRow(), move.toColumn()) != '*') {
                    moves.add(move);
                }
            }
        }
    }

@BY_POINTS@

    /** Return the winner field after a move; player is the next player. */
    static char result(Game game) {
        if (game.count('*') == 0) {
            return byPoints(game);
        }
        if (findMoves(game).isEmpty()) {
            return Game.other(game.player); // or there is no piece at all
        }
        return game.halfMove > LAST_HALF_MOVE ? byPoints(game) : 'U';
    }

    /** Return the game after a move. */
    static Game play(Game before, Move move) {
        Game game = before.copy();
        game.board[move.row()][move.column()] = '-';
        game.board[move.toRow()][move.toColumn()] = game.player;
        for (int row = move.toRow() - 1; row <= move.toRow() + 1; row++) {
            for (int column = move.toColumn() - 1; column <= move.toColumn() + 1; column++) {
                boolean inside = 0 <= row && row < SIZE && 0 <= column && column < SIZE;
                if (inside && !isPiece(game.board[row][column])) {
                    game.board[row][column] = game.player == 'A' ? '1' : '2';
                }
            }
        }
        game.points = new int[] {game.count('1'), game.count('2')};
        game.endTurn();
        game.winner = result(game);
        return game;
    }
}
