import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

public class Bot {
    record Move(int row, int column, int right, int length) {}

    static char other(char player) {
        return player == 'A' ? 'B' : 'A';
    }

    static char cell(List<String> board, int row, int column) {
        boolean inside = row >= 0 && row < 8 && column >= 0 && column < 8;
        return inside ? board.get(row).charAt(column) : '*';
    }

    static List<Move> moves(List<String> board, char player) {
        int up = player == 'A' ? -1 : 1;
        List<Move> found = new ArrayList<>();
        for (int place = 0; place < 64; place++)
            for (int right = -1; right <= 1; right++) {
                int row = place / 8, column = place % 8;
                if (cell(board, row, column) != player) continue;
                char next = cell(board, row + up, column + right);
                char behind = cell(board, row + 2 * up, column + 2 * right);
                boolean canCapture = next == other(player) && behind == '-';
                if (next == '-') found.add(new Move(row, column, right, 1));
                if (canCapture) found.add(new Move(row, column, right, 2));
            }
        return found;
    }

    static List<String> after(List<String> board, char player, Move move) {
        List<StringBuilder> rows = board.stream().map(StringBuilder::new).toList();
        for (int i = 0; i <= move.length; i++) {
            int row = move.row + (player == 'A' ? -i : i);
            rows.get(row).setCharAt(move.column + i * move.right, i == move.length ? player : '-');
        }
        return rows.stream().map(StringBuilder::toString).toList();
    }

    public static void main(String[] args) throws IOException {
        Path file = Path.of("matrix.txt");
        List<String> lines = Files.readAllLines(file);
        String[] head = lines.get(0).split(" ");
        char player = head[0].charAt(0), enemy = other(player);
        List<String> board = lines.subList(3, 11);

        List<Move> moves = moves(board, player);
        Comparator<Move> answers =
            Comparator.comparing(move -> moves(after(board, player, move), enemy).size());
        Move best = moves.parallelStream().min(answers).get();
        List<String> next = after(board, player, best);

        char winner = head[1].equals("60") ? 'D' : 'U';
        if (next.get(player == 'A' ? 0 : 7).indexOf(player) >= 0) winner = player;
        if (moves(next, enemy).isEmpty()) winner = enemy;

        // Since the machine was started, not only since main was.
        double used = ManagementFactory.getRuntimeMXBean().getUptime() / 1000.0;
        List<String> out = new ArrayList<>();
        out.add(enemy + " " + (Integer.parseInt(head[1]) + 1) + " " + winner);
        IntStream.of(0, 1).forEach(i -> {
            double left = Double.parseDouble(lines.get(1 + i).split(" ")[1]);
            if (i == player - 'A') left -= used;
            out.add(String.format(Locale.US, "0 %.2f", left));
        });
        out.addAll(next);
        Files.write(file, out);
    }
}
