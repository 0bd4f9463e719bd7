/** The player: `choose` is yours to change. */
final class Bot {
    static final int DONE = 0;
    static final int CANNOT_WRITE = 1;
    static final int MALFORMED = 2;
    static final Random RANDOM = new Random();

    /** Return one of the legal moves: the first that wins at once, or else any. */
    static Move choose(Game game, List<Move> moves) {
        for (Move move : moves) {
            if (Rules.play(game, move).winner == game.player) {
                return move;
            }
        }
        return moves.get(RANDOM.nextInt(moves.size()));
    }

    /** Count the sequences of that many moves, to be compared with `arena perft`. */
    static long perft(Game game, int depth) {
        if (depth == 0) {
            return 1;
        }
        if (game.winner != 'U') {
            return 0;
        }
        long total = 0;
        for (Move move : Rules.findMoves(game)) {
            total += perft(Rules.play(game, move), depth - 1);
        }
        return total;
    }

    /** The seconds since Java was started, which takes a while itself. */
    static double secondsUsed() {
        return ManagementFactory.getRuntimeMXBean().getUptime() / 1000.0;
    }

    public static void main(String[] words) {
        System.exit(run(words));
    }

    /** Make one move in the file; return the exit status. */
    static int run(String[] words) {
        Game game;
        try {
            game = MatrixFile.read();
        } catch (IOException | IllegalArgumentException wrong) {
            game = null;
        }
        if (game == null || !Rules.isGood(game)) {
            System.err.println("matrix.txt is missing or malformed");
            return MALFORMED;
        }
        if (words.length == 1) { // for you, not for the referee: @PROGRAM@ 3
            System.out.println(perft(game, Integer.parseInt(words[0])));
            return DONE;
        }
        if (game.winner != 'U' || Rules.findMoves(game).isEmpty()) {
            System.err.println("the game is over");
            return DONE;
        }
        char player = game.player;
        while (game.player == player && game.winner == 'U') {
            game = Rules.play(game, choose(game, Rules.findMoves(game)));
        }
        // The clock is read last, when the move is known.
        int own = player - 'A';
        double left = Math.max(0, game.seconds[own] - secondsUsed());
        game.times[own] = String.format(Locale.ROOT, "%.6f", left); // a point, no comma
        try {
            MatrixFile.write(game);
        } catch (IOException error) {
            System.err.println("matrix.txt cannot be written: " + error);
            return CANNOT_WRITE;
        }
        return DONE;
    }
}
