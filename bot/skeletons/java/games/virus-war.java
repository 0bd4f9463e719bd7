/** One step: where a symbol is put, or an enemy's killed. A turn is made of three. */
record Move(int row, int column) {
    static final Move PASS = new Move(-1, -1);
}

/** When the game ends. */
enum Ending {
    KILL_ALL,
    LAST_TURN,
    FULL_TURN
}

/** The options of a rule set, with changes. */
record Options(boolean occupied, int firstTurn, Ending ending) {
    /** Of the line `rules` of the file. Throws IllegalArgumentException for others. */
    static Options of(Game game) {
        String[] words = (game.rules.isEmpty() ? "classic" : game.rules).split("\\s+");
        Options options =
                switch (words[0]) {
                    case "classic" -> new Options(false, Rules.STEPS, Ending.KILL_ALL);
                    case "sesc" -> new Options(false, Rules.STEPS, Ending.LAST_TURN);
                    case "petersburg" -> new Options(true, 1, Ending.FULL_TURN);
                    case "last-move" -> new Options(false, Rules.STEPS, Ending.FULL_TURN);
                    default -> throw new IllegalArgumentException(words[0]);
                };
        for (int n = 1; n < words.length; n++) {
            options = options.with(words[n].split("=", 2)[0], words[n].split("=", 2)[1]);
        }
        return options;
    }

    private Options with(String key, String value) {
        return switch (key) {
            case "opening" -> new Options(value.equals("occupied"), firstTurn, ending);
            case "first-turn" -> new Options(occupied, Integer.parseInt(value), ending);
            case "ending" -> new Options(occupied, firstTurn, ending(value));
            // This bot passes only where it must, so it need not know whether it may.
            case "passing" -> this;
            default -> throw new IllegalArgumentException(key);
        };
    }

    private static Ending ending(String value) {
        return Ending.valueOf(value.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}

/** The rules of Virus War. */
final class Rules {
    static final int STEPS = 3;

    /** Return whether the file is of this game. */
    static boolean isGood(Game game) {
        try {
            Options.of(game);
        } catch (RuntimeException unknown) {
            return false;
        }
        int size = game.width();
        return game.name.equals("virus-war")
                && !game.hasPoints()
                && (4 <= size && size <= 16)
                && game.consistsOf(size, size, "-ABab");
    }

    /** Return the letter of a killed symbol of the player. */
    static char killed(char player) {
        return Character.toLowerCase(player);
    }

    /** Return whether the player has lost the last live symbol. */
    static boolean wipedOut(Game game, char player) {
        return game.count(player) == 0 && game.count(killed(player)) > 0;
    }

    /** Return the possible steps. */
    static List<Move> findSteps(Game game) {
        List<Move> steps = new ArrayList<>();
        char own = game.player;
        int size = game.height();
        if (!Options.of(game).occupied() && game.count(own) + game.count(killed(own)) == 0) {
            // The very first step of a player is the own corner.
            Move corner = own == 'A' ? new Move(size - 1, 0) : new Move(0, size - 1);
            if (game.board[corner.row()][corner.column()] == '-') {
                steps.add(corner);
            }
            return steps;
        }
        boolean[][] reached = reach(game);
        for (int row = 0; row < size; row++) {
            for (int column = 0; column < size; column++) {
                char content = game.board[row][column];
                if (reached[row][column] && (content == '-' || content == Game.other(own))) {
                    steps.add(new Move(row, column));
                }
            }
        }
        return steps;
    }

    /** Which cells touch a live symbol of the player, or a chain of killed enemies that does. */
    static boolean[][] reach(Game game) {
        boolean[][] reached = new boolean[game.height()][game.width()];
        for (int row = 0; row < game.height(); row++) {
            for (int column = 0; column < game.width(); column++) {
                if (game.board[row][column] == game.player) {
                    spread(game, row, column, reached);
                }
            }
        }
        return reached;
    }

    /** Marks the neighbours of the cell, and goes on from enemy symbols that we killed. */
    static void spread(Game game, int row, int column, boolean[][] reached) {
        for (int up = row - 1; up <= row + 1; up++) {
            for (int right = column - 1; right <= column + 1; right++) {
                char content = game.cell(up, right);
                if (content == '*' || reached[up][right]) {
                    continue;
                }
                reached[up][right] = true;
                if (content == killed(Game.other(game.player))) {
                    spread(game, up, right, reached);
                }
            }
        }
    }

    /** Return the legal moves: steps; or a pass, where no step is possible. */
    static List<Move> findMoves(Game game) {
        List<Move> steps = findSteps(game);
        return steps.isEmpty() && game.steps == 0 ? List.of(Move.PASS) : steps;
    }

    static void makeStep(Game game, Move step) {
        boolean empty = game.board[step.row()][step.column()] == '-';
        char put = empty ? game.player : killed(Game.other(game.player));
        game.board[step.row()][step.column()] = put;
        game.steps += 1;
    }

    static int turnLength(Game game) {
        return game.halfMove == 1 ? Options.of(game).firstTurn() : STEPS;
    }

    /** Return whether the player to move can make a whole turn; any steps prove it. */
    static boolean canComplete(Game before) {
        Game game = before.copy();
        while (game.steps < turnLength(game)) {
            List<Move> steps = findSteps(game);
            if (steps.isEmpty()) {
                return false;
            }
            makeStep(game, steps.get(0));
        }
        return true;
    }

    /** Return the winner field after a turn; player is the next player. */
    static char result(Game game, boolean bothPassed) {
        char mover = Game.other(game.player);
        Ending ending = Options.of(game).ending();
        boolean full = ending == Ending.FULL_TURN;
        if (full ? !canComplete(game) : wipedOut(game, game.player)) {
            return mover;
        }
        if (!bothPassed) {
            return 'U';
        }
        return ending == Ending.LAST_TURN ? mover : 'D';
    }

    /** Return the game after a move. The turn ends when no more steps can be made. */
    static Game play(Game before, Move move) {
        Game game = before.copy();
        boolean passed = move.equals(Move.PASS);
        if (!passed) {
            makeStep(game, move);
            boolean kills = Options.of(game).ending() != Ending.FULL_TURN;
            boolean won = kills && wipedOut(game, Game.other(game.player));
            if (!won && game.steps < turnLength(game) && !findSteps(game).isEmpty()) {
                return game;
            }
        }
        game.endTurn();
        game.last = passed ? "pass" : "";
        game.winner = result(game, passed && before.last.equals("pass"));
        return game;
    }
}
