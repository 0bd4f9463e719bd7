#!/usr/bin/env python3
from decimal import Decimal
from pathlib import Path
from resource import RUSAGE_SELF, getrusage

FILE = Path("matrix.txt")
FRAME = "*"


def find_moves(cells, player):
    """Cells are numbered row by row on a board of 12 x 12, which has a frame of two."""
    up, enemy = (-12, "B") if player == "A" else (12, "A")
    found = []
    for here, piece in enumerate(cells):
        if piece == player:
            for way in (up - 1, up, up + 1):
                if cells[here + way] == "-":
                    found.append((here, here + way))
                elif cells[here + way] == enemy and cells[here + 2 * way] == "-":
                    found.append((here, here + 2 * way))
    return found


first, line_a, line_b, *rows = FILE.read_text().split("\n")
player, number, winner = first.split()
cells = list(FRAME * 24 + "".join(FRAME * 2 + row + FRAME * 2 for row in rows[:8]) + FRAME * 24)
enemy = "AB"[player == "A"]

here, there = find_moves(cells, player)[-1]
if abs(here - there) > 13:
    cells[(here + there) // 2] = "-"
cells[here], cells[there] = "-", player

last_row = cells[26:34] if player == "A" else cells[110:118]
if not find_moves(cells, enemy):
    winner = enemy
elif player in last_row:
    winner = player
elif number == "60":
    winner = "D"

times = {"A": Decimal(line_a.split()[1]), "B": Decimal(line_b.split()[1])}
usage = getrusage(RUSAGE_SELF)
times[player] -= Decimal(usage.ru_utime) + Decimal(usage.ru_stime)
lines = [f"{enemy} {int(number) + 1} {winner}", f"0 {times['A']}", f"0 {times['B']}"]
for start in range(24, 120, 12):
    lines.append("".join(cells[start + 2 : start + 10]))
FILE.write_text("\n".join(lines))
