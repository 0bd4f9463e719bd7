#!/usr/bin/env python3
with open("matrix.txt") as file:
    player, number, winner, *rest = file.read().lower().split()
times, board = rest[:4], rest[4:]
row = next(n for n in range(7, -1, -1) if player in board[n])
column = board[row].index(player)
ahead = row - 1 if player == "a" else row + 1
board[ahead] = board[ahead][:column] + player + board[ahead][column + 1 :]
board[row] = board[row][:column] + "-" + board[row][column + 1 :]
other = "b" if player == "a" else "a"
with open("matrix.txt", "w") as file:
    print(other, int(number) + 1, winner, file=file)
    print(*times[:2], file=file)
    print(*times[2:], file=file)
    print(*board, sep="\n", file=file)
