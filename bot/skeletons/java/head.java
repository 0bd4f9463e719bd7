// @NAME@: a bot for @TITLE_EN@. Put your thinking in the place of `choose`, near the end.

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** The game in matrix.txt. */
final class Game {
    char player; // who is to move
    int halfMove;
    char winner; // U while the game goes on
    int[] points = new int[2]; // points of A and of B; 0 in a game without points
    String[] times = new String[2]; // what they have left, letter by letter as in the file
    double[] seconds = new double[2]; // the same times as numbers
    char[][] board; // the rows, the top one first
    String name = ""; // the game in the footer; empty for MMPeshki
    String rules = ""; // empty if the game has one set of rules
    String last = ""; // the move just made; empty if the file does not say
    int steps; // number of steps made, in a game whose moves have several

    /** Copy the game, to try a move on. */
    Game copy() {
        Game game = new Game();
        game.player = player;
        game.halfMove = halfMove;
        game.winner = winner;
        game.points = points.clone();
        game.times = times.clone();
        game.seconds = seconds.clone();
        game.board = Arrays.stream(board).map(char[]::clone).toArray(char[][]::new);
        game.name = name;
        game.rules = rules;
        game.last = last;
        game.steps = steps;
        return game;
    }

    int height() {
        return board.length;
    }

    int width() {
        return board[0].length;
    }

    /** Return the character of a cell; '*' outside the board. */
    char cell(int row, int column) {
        boolean inside = 0 <= row && row < height() && 0 <= column && column < width();
        return inside ? board[row][column] : '*';
    }

    /** Count the cells with that character. */
    int count(char what) {
        int cells = 0;
        for (char[] row : board) {
            for (char content : row) {
                cells += content == what ? 1 : 0;
            }
        }
        return cells;
    }

    /** Return whether the board has this size and no other symbols. */
    boolean consistsOf(int width, int height, String symbols) {
        int cells = symbols.chars().map(symbol -> count((char) symbol)).sum();
        return width() == width && height() == height && cells == width * height;
    }

    /** Return whether a player has points, which a game without points must not have. */
    boolean hasPoints() {
        return points[0] != 0 || points[1] != 0;
    }

    /** Give the turn to the other player. */
    void endTurn() {
        player = other(player);
        halfMove += 1;
        steps = 0;
    }

    static char other(char player) {
        return player == 'A' ? 'B' : 'A';
    }
}

/** The file. What reads it throws IllegalArgumentException if it is malformed. */
final class MatrixFile {
    private static final Path PATH = Path.of("matrix.txt");

    static Game read() throws IOException {
        String text = Files.readString(PATH).replaceFirst("^\uFEFF", ""); // a byte-order mark
        List<String> lines = text.lines().map(String::strip).filter(s -> !s.isEmpty()).toList();
        check(lines.size() > 3);
        Game game = new Game();
        readHeader(game, lines.get(0).split("\\s+"));
        readClock(game, 0, lines.get(1).split("\\s+"));
        readClock(game, 1, lines.get(2).split("\\s+"));
        readBoard(game, lines.subList(3, lines.size()));
        return game;
    }

    private static void check(boolean good) {
        if (!good) {
            throw new IllegalArgumentException();
        }
    }

    private static void readHeader(Game game, String[] words) {
        check(words.length == 3 && words[0].matches("[AB]") && words[2].matches("[ABDU]"));
        game.player = words[0].charAt(0);
        game.halfMove = Integer.parseInt(words[1]);
        game.winner = words[2].charAt(0);
        // A has the odd half-moves, B the even ones.
        check(game.halfMove > 0 && (game.halfMove % 2 == 1) == (game.player == 'A'));
    }

    private static void readClock(Game game, int own, String[] words) {
        check(words.length == 2);
        game.points[own] = Integer.parseInt(words[0]);
        game.times[own] = words[1];
        game.seconds[own] = Double.parseDouble(words[1]);
        check(game.points[own] >= 0 && game.seconds[own] >= 0 && game.seconds[own] < 1e9);
    }

    /** Reads the rows and what stands below them: a word and, after a blank, what it says. */
    private static void readBoard(Game game, List<String> lines) {
        List<char[]> rows = new ArrayList<>();
        for (String line : lines) {
            String[] words = line.split("\\s+", 2);
            if (words.length == 1) {
                rows.add(line.toCharArray());
                continue;
            }
            switch (words[0]) {
                case "game" -> game.name = words[1];
                case "rules" -> game.rules = words[1];
                case "last" -> game.last = words[1];
                default -> check(false);
            }
        }
        game.board = rows.toArray(char[][]::new);
        check(rows.size() > 0);
        check(rows.stream().allMatch(row -> row.length == game.width()));
    }

    /** Writes the whole file at once. */
    static void write(Game game) throws IOException {
        StringBuilder text = new StringBuilder();
        text.append(game.player + " " + game.halfMove + " " + game.winner + "\n");
        for (int own = 0; own < 2; own++) {
            text.append(game.points[own] + " " + game.times[own] + "\n");
        }
        for (char[] row : game.board) {
            text.append(row).append("\n");
        }
        if (!game.name.isEmpty()) {
            text.append("game " + game.name + "\n");
        }
        if (!game.rules.isEmpty()) {
            text.append("rules " + game.rules + "\n");
        }
        Files.writeString(PATH, text);
    }
}
