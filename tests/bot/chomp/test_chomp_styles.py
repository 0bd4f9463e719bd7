"""Tests of the styles of Chomp: the champion plays perfectly, ``nim`` by its simple rule."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random

import pytest

from formats.board import Board
from formats.game import Position, StartRequest
from formats.games.chomp import Chomp
from tests.bot.programs import needs_compiler, shipped
from tests.bot.test_styles import chosen, winner

GAME = Chomp()


@cache
def is_lost(columns: tuple[int, ...]) -> bool:
    """Return whether the player to move loses a bar of these heights, by trying all moves."""
    if not any(columns):
        return False
    return not any(
        is_lost(tuple(min(h, row) if n >= column else h for n, h in enumerate(columns)))
        for column, height in enumerate(columns)
        for row in range(height)
    )


def heights(board: Board) -> tuple[int, ...]:
    """Return the number of chips in each column."""
    return tuple(sum(row[column] == "o" for row in board.rows) for column in range(board.width))


def heap_sum(board: Board) -> int:
    """Return the sum of heaps that ``nim`` uses; its four heaps are rows of the bar.

    The top one of five rows is left out; of the last row, the poisoned chip is not counted. The
    sizes of the heaps in binary are added without carry.
    """
    heaps = [row.count("o") for row in board.rows[-4:]]
    heaps[-1] -= 1
    digits = zip(*(f"{heap:08b}" for heap in heaps), strict=True)
    return int("".join(str(digit.count("1") % 2) for digit in digits), 2)


def bars(width: int, height: int) -> Iterator[Board]:
    """Yield every bar that bites can leave of a full one, but the eaten one."""
    for lengths in combinations_with_replacement(range(width + 1), height):
        if lengths[-1]:
            yield Board.of([("o" * length).ljust(width, "-") for length in lengths])


@pytest.mark.parametrize("size", [(7, 5), (6, 3), (4, 6)])
def test_nim_leaves_a_heap_sum_of_zero_if_it_can(size: tuple[int, int]) -> None:
    possible = 0
    for board in bars(*size):
        position = Position(board)
        moves = list(GAME.moves(position))
        left = {str(move): GAME.perform(position, move).board for move in moves}
        good = {name for name in left if name != "a1" and heap_sum(left[name]) == 0}
        possible += bool(good)
        assert chosen(GAME, position, "nim") in (good or left.keys() - {"a1"} or {"a1"})
    assert possible > len(list(bars(*size))) * 0.9


@pytest.mark.parametrize("seed", range(100))
def test_the_champion_leaves_a_lost_bar_if_it_can(seed: int) -> None:
    random = Random(seed)
    position = GAME.start(StartRequest(size=(random.randint(1, 6), random.randint(1, 6))))
    for _ in range(random.randint(0, 3)):
        after = GAME.play(position, random.choice(list(GAME.moves(position))))
        position = position if GAME.outcome(after) else after
    left = GAME.play(position, GAME.parse(chosen(GAME, position, "champion", seed=seed)))
    assert is_lost(heights(left.board)) != is_lost(heights(position.board))


@pytest.mark.parametrize("rival", ["nim", "greedy", "random"])
@pytest.mark.parametrize("size", [(7, 5), (10, 10), (2, 9)])
def test_the_champion_wins_as_the_first_player(rival: str, size: tuple[int, int]) -> None:
    assert winner(GAME, GAME.start(StartRequest(size=size)), ("champion", rival), 0, 1) == "A"


@needs_compiler
def test_nim_shows_its_heaps_and_whether_its_move_wins(tmp_path: Path) -> None:
    """A heap sum of zero loses on the usual board."""
    (tmp_path / "matrix.txt").write_text("A 1 U\n0 30\n0 30\n" + "ooooooo\n" * 5 + "game chomp\n")
    command = [str(shipped("chomp-nim")), "--explain", "--seed", "1"]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    before, after, verdict = result.stderr.splitlines()
    assert before == "before heaps 0110 0111 0111 0111  sum 0001"
    assert after.endswith("  sum 0000")
    assert verdict.endswith(" does not win against the best play")
    (tmp_path / "matrix.txt").write_text("A 1 U\n0 30\n0 30\noo\noo\ngame chomp\n")
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert result.stderr.splitlines()[1:] == ["after  heaps 0001 0001  sum 0000", "b2 really wins"]
    wide = "A 1 U\n0 30\n0 30\n" + 2 * f"{20 * 'o'}\n" + "game chomp\n"
    (tmp_path / "matrix.txt").write_text(wide)
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert result.stderr.startswith("before heaps 0010011 0010100  sum 0000111\n")
