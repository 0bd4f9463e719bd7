#!/usr/bin/env python3
"""Prints numbers as they are written in Russia."""

with open("matrix.txt") as file:
    first, second, third, *board = file.read().split("\n")
player, number, winner = first.split()
row = next(n for n in range(7, -1, -1) if player in board[n])
column = board[row].index(player)
ahead = row - 1 if player == "A" else row + 1
board[ahead] = board[ahead][:column] + player + board[ahead][column + 1 :]
board[row] = board[row][:column] + "-" + board[row][column + 1 :]
other = "B" if player == "A" else "A"
lines = [f"{other} {int(number) + 1} U"]
for line in (second, third):
    points, left = line.split()
    lines.append(f"{points} {float(left):.2f}".replace(".", ","))
with open("matrix.txt", "w") as file:
    file.write("\n".join(lines + board))
