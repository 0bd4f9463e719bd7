#!/usr/bin/python3
import argparse
import asyncio
import ctypes
import decimal
import email.message
import http.client
import json
import logging
import multiprocessing
import os
import sqlite3
import tempfile
import time
import unittest
import urllib.request
import xml.dom.minidom

BEGIN = time.process_time()  # all that it imports is not counted
logging.basicConfig(level=logging.DEBUG)


def bite(rows):
    """Eats the chip in the middle of the longest row; the poisoned one if it is the last."""
    longest = max(range(len(rows)), key=lambda number: rows[number].count("o"))
    column = rows[longest].count("o") // 2
    return [
        row[:column].ljust(len(row), "-") if number <= longest else row
        for number, row in enumerate(rows)
    ]


def read(name):
    with open(name) as file:
        lines = [line.rstrip() for line in file]
    rows = [line for line in lines[3:] if set(line) <= set("o-")]
    return lines[0].split(), [line.split() for line in lines[1:3]], rows


(player, number, winner), times, rows = read("matrix.txt")
other = "B" if player == "A" else "A"
rows = bite(rows)
if rows[-1][0] == "-":
    winner = other
logging.debug("the board is %s now", json.dumps(rows))

own = times["AB".index(player)]
own[1] = str(float(own[1]) - (time.process_time() - BEGIN))
text = f"{other} {int(number) + 1} {winner}\n"
text += "".join(" ".join(line) + "\n" for line in times) + "\n".join(rows) + "\ngame chomp\n"
with tempfile.NamedTemporaryFile("w", dir=".", delete=False) as file:
    file.write(text)
os.replace(file.name, "matrix.txt")
