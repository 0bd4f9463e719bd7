#!/usr/bin/env python3
"""@NAME@: a bot for @TITLE_EN@. Put your thinking in the place of `choose`, near the end."""

import random
import sys
import time

DONE, CANNOT_WRITE, MALFORMED = 0, 1, 2
OTHER = {"A": "B", "B": "A"}


class Game:
    """The game in matrix.txt."""

    def __init__(self, player, half_move, winner, points, times, board, footer):
        self.player = player  # who is to move
        self.half_move = half_move
        self.winner = winner  # U while the game goes on
        self.points = points  # points of A and of B; 0 in a game without points
        self.times = times  # times of A and of B, letter by letter as in the file
        self.board = board  # a list of rows, the top one first
        self.footer = footer  # lines below the board, by their first words
        self.steps = 0  # number of steps made, in a game whose moves have several

    def copy(self):
        """Copy the game, to try a move on."""
        rows = [row[:] for row in self.board]
        points, times = self.points[:], self.times[:]
        made = Game(self.player, self.half_move, self.winner, points, times, rows, self.footer)
        made.steps = self.steps
        return made

    def cell(self, row, column):
        """Return the character of a cell; '*' outside the board."""
        # Without this check board[-1] would be the last row, and no error.
        inside = 0 <= row < len(self.board) and 0 <= column < len(self.board[0])
        return self.board[row][column] if inside else "*"

    def end_turn(self):
        """Give the turn to the other player."""
        self.player = OTHER[self.player]
        self.half_move += 1
        self.steps = 0


# The file.


def check(good):
    """Error in the file, which ends the reading."""
    if not good:
        raise ValueError


def read_game():
    """Read the game in the file. Raise OSError, ValueError or IndexError if there is none."""
    with open("matrix.txt", encoding="utf-8-sig") as file:  # -sig: a byte-order mark may come first
        lines = [line.strip() for line in file if line.strip()]
    player, half_move, winner = lines[0].split()
    check(player in OTHER and winner in ("A", "B", "D", "U"))
    # A has the odd half-moves, B the even ones.
    check(int(half_move) > 0 and int(half_move) % 2 == (player == "A"))
    points, times = zip(*(line.split() for line in lines[1:3]))
    check(all(int(number) >= 0 for number in points))
    check(all(0 <= float(seconds) < 1e9 for seconds in times))
    board = [list(line) for line in lines[3:] if " " not in line]
    footer = dict(line.split(maxsplit=1) for line in lines[3:] if " " in line)
    check(board and all(len(row) == len(board[0]) for row in board))
    points = [int(number) for number in points]
    return Game(player, int(half_move), winner, points, list(times), board, footer)


def write_game(game):
    """Write the whole file at once. Raise OSError if that cannot be done."""
    lines = [f"{game.player} {game.half_move} {game.winner}"]
    lines += [f"{points} {time}" for points, time in zip(game.points, game.times)]
    lines += ["".join(row) for row in game.board]
    lines += [f"{key} {game.footer[key]}" for key in ("game", "rules") if key in game.footer]
    with open("matrix.txt", "w", encoding="ascii") as file:  # `with` closes it
        file.write("\n".join([*lines, ""]))
