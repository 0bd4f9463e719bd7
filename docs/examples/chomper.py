#!/usr/bin/env python3
"""A bot for Chomp that eats the last chip of the top row or, told "right", the last column."""

import sys
import time
from pathlib import Path

FILE = Path("matrix.txt")

head, *times_and_board = FILE.read_text().splitlines()
player, number, _ = head.split()
times, rest = times_and_board[:2], times_and_board[2:]
board = [row for row in rest if set(row) <= {"o", "-"}]

chips = [row for row in range(len(board)) if "o" in board[row]]
row = chips[-1] if "right" in sys.argv else chips[0]
end = board[row].rindex("o")
for eaten in range(row + 1):
    board[eaten] = board[eaten][:end].ljust(len(board[eaten]), "-")

other = "B" if player == "A" else "A"
winner = "U" if any("o" in row for row in board) else other
mine = "AB".index(player)
points, left = times[mine].split()
times[mine] = f"{points} {float(left) - time.process_time():.3f}"
FILE.write_text(
    "\n".join([f"{other} {int(number) + 1} {winner}", *times, *board, "game chomp", ""])
)
