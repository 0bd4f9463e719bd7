#!/usr/bin/env python3
import time

with open("matrix.txt") as file:
    lines = file.read().splitlines()
player, number, winner = lines[0].split()
board = [list(line) for line in lines[3:] if set(line) <= {"o", "-"}]
other = "B" if player == "A" else "A"

time.sleep(2)  # so that people can watch the game

# The topmost row that has chips loses its last one.
row = next(row for row in board if "o" in row)
row[row.count("o") - 1] = "-"
if "o" not in board[-1]:
    winner = other

mine = 1 if player == "A" else 2
points, left = lines[mine].split()
lines[mine] = f"{points} {float(left) - time.process_time():.3f}"
with open("matrix.txt", "w") as file:
    print(other, int(number) + 1, winner, file=file)
    print(*lines[1:3], *map("".join, board), "game chomp", sep="\n", file=file)
