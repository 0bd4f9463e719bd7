#!/usr/bin/env python3
import random
import time

begin = time.time()


def step(board, row, column, d_row, d_column):
    """Where a piece comes to that goes this way, or None."""
    player, near = board[row][column], (row + d_row, column + d_column)
    far = (row + 2 * d_row, column + 2 * d_column)
    if on_board(*near) and board[near[0]][near[1]] == "-":
        return near
    if on_board(*far) and board[near[0]][near[1]] == other[player] and board[far[0]][far[1]] == "-":
        return far
    return None


def on_board(row, column):
    return row in range(8) and column in range(8)


def all_moves(board, player):
    moves = []
    for row in range(8):
        for column in range(8):
            if board[row][column] == player:
                for d_column in [-1, 0, 1]:
                    target = step(board, row, column, forward[player], d_column)
                    if target is not None:
                        moves.append(((row, column), target))
    return moves


other = {"A": "B", "B": "A"}
forward = {"A": -1, "B": 1}
far_row = {"A": 0, "B": 7}

file = open("matrix.txt", "r+")
lines = file.readlines()
player, number, winner = lines[0].split()
times = {"A": float(lines[1].split()[1]), "B": float(lines[2].split()[1])}
board = [list(line.strip()) for line in lines[3:]]

(row, column), (new_row, new_column) = random.choice(all_moves(board, player))
if abs(row - new_row) == 2:  # a capture
    board[(row + new_row) // 2][(column + new_column) // 2] = "-"
board[row][column] = "-"
board[new_row][new_column] = player
if all_moves(board, other[player]) == []:
    winner = other[player]
elif player in board[far_row[player]]:
    winner = player
elif int(number) == 60:
    winner = "D"

times[player] = round(times[player] - (time.time() - begin), 2)
file.seek(0)
file.truncate()
file.write(f"{other[player]} {int(number) + 1} {winner} \n")
file.write(f"0 {times['A']} \n")
file.write(f"0 {times['B']} \n")
for row in board:
    for cell in row:
        file.write(cell)
    file.write(" \n")
file.close()
