#!/usr/bin/env python3
import time
from itertools import islice


def around(cell):
    x, y = cell
    return [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def accessible(board, me):
    """Empty cells and live enemies that my live symbols reach, over enemies killed before."""
    enemy = "B" if me == "A" else "A"
    waiting = [cell for cell in board if board[cell] == me]
    if not any(symbol.upper() == me for symbol in board.values()):  # the first step of all
        size = max(board)[0]
        return [(0, size) if me == "A" else (size, 0)]
    seen = set(waiting)
    while waiting:
        for cell in around(waiting.pop()):
            if cell in board and cell not in seen:
                seen.add(cell)
                if board[cell] == enemy.lower():
                    waiting.append(cell)
    return sorted(cell for cell in seen if board[cell] in ("-", enemy))


def step(board, me):
    cells = accessible(board, me)
    if not cells:
        return False
    cell = max(cells, key=lambda cell: board[cell] != "-")
    board[cell] = me if board[cell] == "-" else board[cell].lower()
    return True


lines = open("matrix.txt").read().splitlines()
me, number, winner = lines[0].split()
enemy = "B" if me == "A" else "A"
rows = [line for line in lines[3:] if set(line) <= set("-ABab")]
board = {(x, y): symbol for y, row in enumerate(rows) for x, symbol in enumerate(row)}

for _ in range(3):
    step(board, me)
then = dict(board)
if not all(step(then, enemy) for _ in range(3)):
    winner = me

own = 1 if me == "A" else 2
points, left = lines[own].split()
lines[own] = points + " " + str(float(left) - time.process_time())
text = [f"{enemy} {int(number) + 1} {winner}", *lines[1:3]]
text += ["".join(board[x, y] for x in range(len(rows))) for y in range(len(rows))]
text += [line for line in lines[3 + len(rows) :] if not line.startswith("last")]
with open("matrix.txt", "w") as file:
    file.write("\n".join(text))
