"""Independent rules of Chomp: the set of chips, rebuilt after every bite."""

from tests.formats.games.plain_position import PlainPosition, cell_of, name_of, read

POISON = (0, 0)


def moves(position: PlainPosition) -> list[str]:
    """Return the names of all chips."""
    return [name_of(cell) for cell, mark in read(position.rows).items() if mark == "o"]


def after(position: PlainPosition, move: str) -> PlainPosition:
    """Return the position with the chips that are below or left of the eaten one."""
    column, row = cell_of(move)
    chips = read(position.rows)
    return position.then(
        {cell: mark if cell[0] < column or cell[1] < row else "-" for cell, mark in chips.items()}
    )


def winner(position: PlainPosition) -> str:
    """Return the player whose opponent has eaten the poisoned chip, or U."""
    return position.player if read(position.rows)[POISON] != "o" else "U"
