#!/usr/bin/env python3
import time


def moves(board, player):
    """All legal moves of the player, as (row, column, new row, new column)."""
    up, enemy = (-1, "B") if player == "A" else (1, "A")
    for r in range(8):
        for c in range(8):
            if board[r][c] != player:
                continue
            for dc in (-1, 0, 1):
                for n in (1, 2):
                    row, column = r + n * up, c + n * dc
                    if not (0 <= row < 8 and 0 <= column < 8):
                        break
                    if board[row][column] == "-":
                        yield r, c, row, column
                        break
                    if board[row][column] != enemy:
                        break


with open("matrix.txt") as file:
    words = file.read().split()
player, number = words[0], int(words[1])
points_a, time_a, points_b, time_b = words[3:7]
board = [list(row) for row in words[7:15]]
enemy = "B" if player == "A" else "A"

r, c, row, column = next(moves(board, player))
if abs(row - r) == 2:
    board[(r + row) // 2][(c + column) // 2] = "-"
board[r][c] = "-"
board[row][column] = player

winner = "U"
if not list(moves(board, enemy)):
    winner = enemy
elif player in board[0 if player == "A" else 7]:
    winner = player
elif number == 60:
    winner = "D"

if player == "A":
    time_a = f"{float(time_a) - time.process_time():.6f}"
else:
    time_b = f"{float(time_b) - time.process_time():.6f}"
with open("matrix.txt", "w") as file:
    file.write(f"{enemy} {number + 1} {winner}\n{points_a} {time_a}\n{points_b} {time_b}\n")
    for line in board:
        file.write("".join(line) + "\n")
