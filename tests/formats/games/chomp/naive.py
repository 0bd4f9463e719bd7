"""A second opinion on Chomp: the set of chips, rebuilt after every bite."""

from tests.formats.games.given import Given, cell_of, name_of, read

POISON = (0, 0)


def moves(given: Given) -> list[str]:
    """Name all chips."""
    return [name_of(cell) for cell, mark in read(given.rows).items() if mark == "o"]


def after(given: Given, move: str) -> Given:
    """Keep the chips that are below or left of the eaten one."""
    column, row = cell_of(move)
    chips = read(given.rows)
    return given.then(
        {cell: mark if cell[0] < column or cell[1] < row else "-" for cell, mark in chips.items()}
    )


def winner(given: Given) -> str:
    """Name the player whose opponent has eaten the poisoned chip."""
    return given.player if read(given.rows)[POISON] != "o" else "U"
