#!/usr/bin/env python3
import os
from concurrent.futures import ProcessPoolExecutor
from time import monotonic

UP = {"A": -1, "B": 1}
OTHER = {"A": "B", "B": "A"}


def moves(board, player):
    found = []
    for r, row in enumerate(board):
        for c, piece in enumerate(row):
            for side in (-1, 0, 1):
                for length in (1, 2):
                    if piece == player and can_go(board, r, c, side, length):
                        found.append((r, c, side, length))
    return found


def can_go(board, r, c, side, length):
    player = board[r][c]
    to_r, to_c = r + length * UP[player], c + length * side
    if not (0 <= to_r < 8 and 0 <= to_c < 8) or board[to_r][to_c] != "-":
        return False
    return length == 1 or board[r + UP[player]][c + side] == OTHER[player]


def made(board, move):
    r, c, side, length = move
    player = board[r][c]
    after = [list(row) for row in board]
    for n in range(length + 1):
        after[r + n * UP[player]][c + n * side] = player if n == length else "-"
    return ["".join(row) for row in after]


def value(position):
    """As few answers as possible."""
    board, player = position
    return -len(moves(board, OTHER[player]))


def main():
    start = monotonic()
    with open("matrix.txt") as f:
        player, number, _, _, time_a, _, time_b, *board = f.read().split()
    boards = [made(board, move) for move in moves(board, player)]
    with ProcessPoolExecutor(2) as pool:
        values = list(pool.map(value, [(after, player) for after in boards]))
    board = boards[values.index(max(values))]

    enemy = OTHER[player]
    winner = "D" if number == "60" else "U"
    if player in board[0 if player == "A" else 7]:
        winner = player
    if not moves(board, enemy):
        winner = enemy
    times = {"A": float(time_a), "B": float(time_b)}
    times[player] -= monotonic() - start
    with open("matrix.txt", "w") as f:
        f.write(f"{enemy} {int(number) + 1} {winner}" + os.linesep)
        f.write("0 %.3f\n0 %.3f\n" % (times["A"], times["B"]))
        f.write("\n".join(board) + "\n")


if __name__ == "__main__":
    main()
