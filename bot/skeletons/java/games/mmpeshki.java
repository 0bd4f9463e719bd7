/** From one cell to another. */
record Move(int row, int column, int toRow, int toColumn) {}

/** The rules of MMPeshki. */
final class Rules {
    static final int SIZE = 8;
    static final int LAST_HALF_MOVE = 60;

    /** Return whether the file is of this game. */
    static boolean isGood(Game game) {
        return game.name.isEmpty() && !game.hasPoints() && game.consistsOf(SIZE, SIZE, "-AB*");
    }

    /** Return the legal moves of the player to move. */
    static List<Move> findMoves(Game game) {
        List<Move> moves = new ArrayList<>();
        int ahead = game.player == 'A' ? -1 : 1; // A goes up, towards board[0]
        for (int row = 0; row < SIZE; row++) {
            for (int column = 0; column < SIZE; column++) {
                for (int right = -1; right <= 1; right++) {
                    if (game.board[row][column] != game.player) {
                        continue;
                    }
                    char content = game.cell(row + ahead, column + right);
                    char beyond = game.cell(row + 2 * ahead, column + 2 * right);
                    if (content == '-') {
                        moves.add(new Move(row, column, row + ahead, column + right));
                    } else if (content == Game.other(game.player) && beyond == '-') {
                        moves.add(new Move(row, column, row + 2 * ahead, column + 2 * right));
                    }
                }
            }
        }
        return moves;
    }

    /** Return the winner field after a move; player is the next player. */
    static char result(Game game) {
        if (findMoves(game).isEmpty()) {
            return game.player; // rule 9 comes first
        }
        char mover = Game.other(game.player);
        for (char content : game.board[mover == 'A' ? 0 : SIZE - 1]) {
            if (content == mover) {
                return mover; // rule 10 comes second
            }
        }
        return game.halfMove > LAST_HALF_MOVE ? 'D' : 'U';
    }

    /** Return the game after a move. */
    static Game play(Game before, Move move) {
        Game game = before.copy();
        if (Math.abs(move.toRow() - move.row()) == 2) { // a capture: the piece jumped over goes
            int column = (move.column() + move.toColumn()) / 2;
            game.board[(move.row() + move.toRow()) / 2][column] = '-';
        }
        game.board[move.row()][move.column()] = '-';
        game.board[move.toRow()][move.toColumn()] = game.player;
        game.endTurn();
        game.winner = result(game);
        return game;
    }
}
