#!/usr/bin/env python3
with open("matrix.txt") as file:
    text = file.read()
with open("matrix.txt", "w", encoding="utf-16") as file:
    file.write(text)
