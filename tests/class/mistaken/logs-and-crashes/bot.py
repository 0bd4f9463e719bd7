#!/usr/bin/env python3
lines = open("matrix.txt").read().split("\n")
with open("log.txt", "w") as log:
    print("moves:", len(lines), file=log)
print(1 / (lines[0].count("A") - lines[0].count("A")))
