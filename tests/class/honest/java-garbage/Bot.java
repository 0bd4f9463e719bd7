import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Plays Chomp: tries each chip in random games, and keeps the boards of each until it is over. */
class Bot {
    static final Random RANDOM = new Random();

    static boolean[][] bitten(boolean[][] board, int row, int column) {
        boolean[][] after = new boolean[board.length][];
        for (int r = 0; r < board.length; r++) {
            after[r] = board[r].clone();
            for (int c = column; c < board[r].length && r <= row; c++) after[r][c] = false;
        }
        return after;
    }

    static List<int[]> chips(boolean[][] board) {
        List<int[]> chips = new ArrayList<>();
        for (int r = 0; r < board.length; r++)
            for (int c = 0; c < board[r].length; c++)
                if (board[r][c]) chips.add(new int[] {r, c});
        return chips;
    }

    /** Whether the player to move wins a random game. */
    static boolean wins(boolean[][] board, List<boolean[][]> history) {
        history.add(board);
        List<int[]> chips = chips(board);
        if (chips.isEmpty()) return true;
        int[] chip = chips.get(RANDOM.nextInt(chips.size()));
        return !wins(bitten(board, chip[0], chip[1]), history);
    }

    /** Processor time of all threads, from the program's start. */
    static float used() {
        return ProcessHandle.current().info().totalCpuDuration().get().toNanos() / 1e9f;
    }

    public static void main(String[] args) throws Exception {
        List<String> lines = Files.readAllLines(Path.of("matrix.txt"));
        String[] head = lines.get(0).split(" ");
        lines.removeIf(line -> line.startsWith("game") || line.startsWith("last"));
        boolean[][] board = new boolean[lines.size() - 3][lines.get(3).length()];
        for (int r = 0; r < board.length; r++)
            for (int c = 0; c < board[r].length; c++) board[r][c] = lines.get(3 + r).charAt(c) == 'o';

        boolean[][] best = null;
        int most = -1;
        for (int[] chip : chips(board)) {
            boolean[][] after = bitten(board, chip[0], chip[1]);
            int won = 0;
            for (int game = 0; game < 4000; game++) {
                List<boolean[][]> history = new ArrayList<>(100_000); // as long as a game may be
                if (!wins(after, history)) won++;
            }
            if (won > most) {
                best = after;
                most = won;
            }
        }

        String other = head[0].equals("A") ? "B" : "A";
        boolean over = !best[best.length - 1][0];
        StringBuilder text = new StringBuilder();
        int number = Integer.parseInt(head[1]) + 1;
        text.append(other + " " + number + " " + (over ? other : "U") + "\n");
        for (int i = 1; i <= 2; i++) {
            float left = Float.parseFloat(lines.get(i).split(" ")[1]);
            if ((i == 1) == head[0].equals("A")) left -= used();
            text.append("0 " + left + "\n");
        }
        for (boolean[] row : best) {
            for (boolean chip : row) text.append(chip ? 'o' : '-');
            text.append("\n");
        }
        Files.writeString(Path.of("matrix.txt"), text + "game chomp\n");
    }
}
