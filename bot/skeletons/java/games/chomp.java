/** The chip that is eaten, with all above it and right of it. */
record Move(int row, int column) {}

/** The rules of Chomp. */
final class Rules {
    /** Return whether the file is of this game. */
    static boolean isGood(Game game) {
        String above = "";
        for (char[] row : game.board) {
            String chips = new String(row);
            // No chip is right of an eaten one, and none is above an eaten one.
            if (!chips.matches("o*-*") || chips.compareTo(above) < 0) {
                return false;
            }
            above = chips;
        }
        return game.name.equals("chomp") && !game.hasPoints();
    }

    /** Return the legal moves of the player to move. */
    static List<Move> findMoves(Game game) {
        List<Move> moves = new ArrayList<>();
        for (int row = 0; row < game.height(); row++) {
            for (int column = 0; column < game.width(); column++) {
                if (game.board[row][column] == 'o') {
                    moves.add(new Move(row, column));
                }
            }
        }
        return moves;
    }

    /** Return the game after a move. */
    static Game play(Game before, Move move) {
        Game game = before.copy();
        for (int row = 0; row <= move.row(); row++) {
            Arrays.fill(game.board[row], move.column(), game.width(), '-');
        }
        game.endTurn();
        // The poisoned chip is the bottom-left one: the player who eats it loses.
        if (game.board[game.height() - 1][0] == '-') {
            game.winner = game.player;
        }
        return game;
    }
}
