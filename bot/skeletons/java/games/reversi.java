/** Where a disc is put; a row of -1 is a pass. */
record Move(int row, int column) {
    static final Move PASS = new Move(-1, -1);
}

/** The rules of Reversi. */
final class Rules {
    static final int[][] AROUND = {
        {-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}
    };

    /** Return whether the file is of this game; the points must be the discs on the board. */
    static boolean isGood(Game game) {
        int width = game.width();
        int height = game.height();
        boolean sized = isSide(width) && isSide(height);
        return game.name.equals("reversi")
                && sized
                && game.consistsOf(width, height, "-AB")
                && Arrays.equals(game.points, discs(game));
    }

    static boolean isSide(int cells) {
        return 4 <= cells && cells <= 26 && cells % 2 == 0;
    }

    /** Return the numbers of discs of A and of B. */
    static int[] discs(Game game) {
        return new int[] {game.count('A'), game.count('B')};
    }

    /** Return the discs that an own disc on that cell turns over. */
    static List<Move> turned(Game game, char player, Move placed) {
        List<Move> all = new ArrayList<>();
        for (int[] way : AROUND) {
            List<Move> line = new ArrayList<>();
            int row = placed.row() + way[0];
            int column = placed.column() + way[1];
            while (game.cell(row, column) == Game.other(player)) {
                line.add(new Move(row, column));
                row += way[0];
                column += way[1];
            }
            if (game.cell(row, column) == player) { // the line is closed in
                all.addAll(line);
            }
        }
        return all;
    }

    /** Return the cells on which the player may put a disc. */
    static List<Move> findCells(Game game, char player) {
        List<Move> cells = new ArrayList<>();
        for (int row = 0; row < game.height(); row++) {
            for (int column = 0; column < game.width(); column++) {
                Move cell = new Move(row, column);
                if (game.board[row][column] == '-' && !turned(game, player, cell).isEmpty()) {
                    cells.add(cell);
                }
            }
        }
        return cells;
    }

    /** Return the legal moves: cells; or a pass, where only the other player has a move. */
    static List<Move> findMoves(Game game) {
        List<Move> cells = findCells(game, game.player);
        boolean passes = cells.isEmpty() && !findCells(game, Game.other(game.player)).isEmpty();
        return passes ? List.of(Move.PASS) : cells;
    }

@BY_POINTS@

    /** Return the game after a move. */
    static Game play(Game before, Move move) {
        Game game = before.copy();
        if (!move.equals(Move.PASS)) {
            for (Move cell : turned(before, before.player, move)) {
                game.board[cell.row()][cell.column()] = before.player;
            }
            game.board[move.row()][move.column()] = before.player;
            game.points = discs(game);
        }
        game.endTurn();
        // The game is over when neither player can move: more discs win.
        if (findMoves(game).isEmpty()) {
            game.winner = byPoints(game);
        }
        return game;
    }
}
