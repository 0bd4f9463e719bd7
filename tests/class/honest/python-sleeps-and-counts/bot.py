#!/usr/bin/env python3
import threading
import time

start = time.monotonic()


def spinner():
    for symbol in "|/-\\" * 5:
        print(symbol, end="\r", flush=True)
        time.sleep(0.1)


thread = threading.Thread(target=spinner)
thread.start()
with open("matrix.txt", newline="") as file:
    head, line_a, line_b, *rest = file.read().split("\n")
player, number, winner = head.split()
rows = [line for line in rest if line and set(line) <= set("o-")]
thread.join()

# Leave the other side the poisoned chip if it is possible.
if rows[-1].count("o") > 1 and all(row[0] == "-" for row in rows[:-1]):
    rows[-1] = "o".ljust(len(rows[-1]), "-")
else:
    top = next(n for n, row in enumerate(rows) if "o" in row)
    rows[top] = "-" * len(rows[top])

other = "AB"[player == "A"]
winner = "U" if "o" in rows[-1] else other
time_a, time_b = float(line_a.split()[1]), float(line_b.split()[1])
used = time.monotonic() - start
if player == "A":
    time_a -= used
else:
    time_b -= used
with open("matrix.txt", "w", newline="\r\n") as file:
    file.write(f"{other} {int(number) + 1} {winner}\n0 {time_a:.2f}\n0 {time_b:.2f}\n")
    file.write("\n".join(rows) + "\ngame chomp\n")
