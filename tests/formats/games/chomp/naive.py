"""A second opinion on Chomp: the set of chips, rebuilt after every bite."""

from tests.formats.games.given import Cell, Given, read


def count(given: Given, depth: int) -> int:
    """Count the sequences of `depth` bites."""
    return chomp_count({cell for cell, mark in read(given.rows).items() if mark == "o"}, depth)


def chomp_count(chips: set[Cell], depth: int) -> int:
    """Count the sequences of `depth` bites; the game is over once the poisoned chip is eaten."""
    if depth == 0:
        return 1
    if (0, 0) not in chips:
        return 0
    return sum(chomp_count(bite(chips, chip), depth - 1) for chip in chips)


def bite(chips: set[Cell], eaten: Cell) -> set[Cell]:
    """Keep the chips that are below or left of the eaten one."""
    return {chip for chip in chips if chip[1] < eaten[1] or chip[0] < eaten[0]}
