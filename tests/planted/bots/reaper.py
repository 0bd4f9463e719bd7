"""A bot for Harvest, which takes what is beside its cart, the best first."""

import time
from pathlib import Path

WAYS = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}


def main() -> None:
    """One move in the file. It writes no footer, as the bots of a class do."""
    lines = Path("matrix.txt").read_text(encoding="utf-8").split("\n")
    player, number, _ = lines[0].split()
    points = [line.split() for line in lines[1:3]]
    board = [list(line) for line in lines[3 : lines.index("game harvest")]]
    row, column = next((r, line.index(player)) for r, line in enumerate(board) if player in line)
    targets = [(row + down, column + right) for down, right in WAYS.values()]
    inside = [(r, c) for r, c in targets if 0 <= r < len(board) and 0 <= c < len(board[0])]
    free = [(r, c) for r, c in inside if board[r][c] not in "AB"]
    to_row, to_column = max(free, key=lambda cell: "-wc".index(board[cell[0]][cell[1]]))
    own = "AB".index(player)
    won = "-wc".index(board[to_row][to_column])
    points[own][0] = str(int(points[own][0]) + won)
    board[row][column], board[to_row][to_column] = "-", player
    left = any("w" in line or "c" in line for line in board)
    a, b = (int(each[0]) for each in points)
    winner = "U" if left else "A" if a > b else "B" if b > a else "D"
    used = time.process_time()
    points[own][1] = f"{float(points[own][1]) - used:.6f}"
    text = [f"{'AB'[1 - own]} {int(number) + 1} {winner}", *map(" ".join, points)]
    written = "\n".join([*text, *map("".join, board), ""])
    Path("matrix.txt").write_text(written, encoding="ascii")


if __name__ == "__main__":
    main()
