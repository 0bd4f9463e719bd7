"""Chomp, «Щёлк»: bites out of a chocolate bar with a poisoned corner.

The board is a rectangle of chips, 7 wide and 5 high unless another size is asked for, and 64 each
way at the most. A move names a chip and eats it with every chip that is not below it and not left
of it. The bottom-left chip is poisoned: the player who eats it loses.

A move is written as the chip it names, ``c3``. Each move eats at least one chip, so that
repetition cannot occur. Any board that such bites can leave may be a start position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar

from formats.board import Board, Cell, Look, cell_from_name
from formats.fault import Fault, FaultKind, Severity
from formats.game import NO_MOVE_MADE, BadRequest, OneStepGame, Player, Position, StartRequest
from formats.outcome import Outcome, Reason
from formats.text import Text

POISON = Cell(0, 0)
WIDTH, HEIGHT = 7, 5
MOST = 64
POISONED = Look("x", "green", Text("poisoned chip", "отравленная фишка"))

ATE_POISON = Reason(
    "poison", Text("the other player ate the poisoned chip", "соперник съел отравленную фишку")
)

OFF_BOARD = FaultKind("L301", Text("{cell} is not on the board", "{cell} вне доски"))
EATEN = FaultKind("L302", Text("the chip {cell} is already eaten", "фишка {cell} уже съедена"))
CAME_BACK = FaultKind(
    "L303", Text("the eaten chip {cell} came back", "съеденная фишка {cell} вернулась")
)
LEFT_OVER = FaultKind(
    "L304",
    Text(
        "the chip {cell} was left, though eating {move} takes it too",
        "фишка {cell} осталась, хотя вместе с {move} съедается и она",
    ),
)
TWO_BITES = FaultKind(
    "L305",
    Text(
        "the chips {first} and {cell} were eaten: that takes two moves",
        "съедены {first} и {cell}: для этого нужны два хода",
    ),
)
NO_CHIPS = FaultKind("S301", Text("a board is at least 1 x 1", "на доске есть хотя бы одна фишка"))
TOO_LARGE = FaultKind(
    "M534",
    Text(
        "the board is {width} wide and {height} high; at most {most} x {most} is allowed",
        "доска {width} на {height}, а бывает не больше {most} на {most}",
    ),
)
STILL_THERE = FaultKind(
    "L307",
    Text(
        "the chip {cell} was not eaten: it is still there",
        "фишка {cell} не съедена: она всё ещё на месте",
    ),
)
FLOATING = FaultKind(
    "M531",
    Text(
        "the chip {cell} is there, though eating {eaten} would have taken it too",
        "фишка {cell} есть, хотя {eaten} съедена, а с ней съедается и она",
    ),
)
TOO_EARLY = FaultKind(
    "M532",
    Text(
        "chips eaten: {eaten}, too few for half-move {half_move}: each move takes at least one",
        "съедено фишек: {eaten}, мало для полухода {half_move}: каждый ход съедает хотя бы одну",
    ),
    severity=Severity.WARNING,
)
NOTHING_TO_PLAY = FaultKind(
    "M533", Text("the whole bar is eaten before the first move", "всё съедено до первого хода")
)


@dataclass(frozen=True)
class Chomp(OneStepGame[Cell]):
    name: ClassVar[str] = "chomp"
    title: ClassVar[Text] = Text("Chomp", "Щёлк")
    summary: ClassVar[Text] = Text(
        "Bite pieces off a bar of chocolate. The player who eats the poisoned one loses.",
        "Откусывайте от шоколадки. Кто съел отравленную фишку, проиграл.",
    )
    cells: ClassVar[str] = "o-"
    looks: ClassVar[Mapping[str, Look]] = {
        "o": Look("■", "yellow", Text("chip", "фишка")),
        "-": Look("·", "bright_black", Text("eaten", "съедено")),
    }
    sides: ClassVar[Mapping[Player, Text]] = {
        "A": Text("the first player", "первый"),
        "B": Text("the second player", "второй"),
    }
    footers: ClassVar[tuple[str, ...]] = ("last",)
    can_repeat: ClassVar[bool] = False
    sizes: ClassVar[tuple[int, int] | None] = (1, MOST)
    example: ClassVar[str] = "c3"
    in_short: ClassVar[Text | None] = Text(
        (
            "Name a chip: you eat it and all chips that are not below it and not left of it. The "
            "chip in the bottom left corner is poisoned: whoever eats it loses."
        ),
        (
            "Назовите фишку: вы съедаете её и все, что выше, правее и выше-правее. Фишка в "
            "левом нижнем углу отравлена: кто её съел, проиграл."
        ),
    )

    def start(self, request: StartRequest = StartRequest()) -> Position:  # noqa: B008  # frozen
        width, height = request.size or (WIDTH, HEIGHT)
        if width < 1 or height < 1:
            raise BadRequest(NO_CHIPS())
        if max(width, height) > MOST:
            raise BadRequest(TOO_LARGE(width=width, height=height, most=MOST))
        return Position(Board.filled("o", width, height))

    def size_of(self, rows: Sequence[str]) -> tuple[int, int] | Fault:
        """Return the commonest length of a row and the number of rows."""
        widths = Counter(map(len, rows)) or Counter([WIDTH])
        width = max(widths, key=lambda width: (widths[width], width))
        height = len(rows) or HEIGHT
        if max(width, height) > MOST:
            return TOO_LARGE(width=width, height=height, most=MOST)
        return width, height

    def faults(self, position: Position) -> Iterator[Fault]:
        """Yield a chip that a bite would have taken, or a half-move number that is too high."""
        board = position.board
        for cell, eaten in _floating_chips(board):
            yield FLOATING(cell, eaten=eaten)
            return
        count = board.count("-")
        if position.half_move == 1 and board[POISON] == "-":
            yield NOTHING_TO_PLAY(POISON)
        elif count < position.half_move - 1:
            yield TOO_EARLY("half-move", eaten=count, half_move=position.half_move)

    def moves(self, position: Position) -> Iterator[Cell]:
        return iter(position.board.where("o"))

    def fault_of(self, position: Position, move: Cell) -> Fault | None:
        """Return the rule that the move breaks; None if it is legal."""
        if move not in position.board:
            return OFF_BOARD(move)
        return EATEN(move) if position.board[move] == "-" else None

    def perform(self, position: Position, move: Cell) -> Position:
        return position.after(board_after_bite(position.board, move), str(move))

    def parse(self, text: str) -> Cell:
        cell = cell_from_name(text)
        if cell is None:
            raise self.not_a_move(text)
        return cell

    def infer_move(self, position: Position, board: Board) -> Cell | Fault:
        """Return the bitten chip that leads to this board, or why there is none."""
        before = position.board
        changed = before.differences(board)
        if not changed:
            return NO_MOVE_MADE()
        for cell in changed:
            if before[cell] == "-":
                return CAME_BACK(cell)
        move = Cell(min(cell.column for cell in changed), min(cell.row for cell in changed))
        if move not in changed:
            return TWO_BITES(min(changed), first=changed[0])
        for cell in board_after_bite(before, move).differences(board):
            return LEFT_OVER(cell, move=move)
        return move

    def fault_of_last(self, position: Position, move: Cell) -> Fault | None:
        """Return the fault of a chip that is still on the board."""
        if move not in position.board:
            return OFF_BOARD(move)
        return STILL_THERE(move) if position.board[move] == "o" else None

    def look_of(self, board: Board, cell: Cell) -> Look:
        return POISONED if cell == POISON and board[cell] == "o" else self.looks[board[cell]]

    def board_outcomes(self, position: Position) -> Iterator[Outcome]:
        """Yield the win of the player to move, if the opponent ate the poisoned chip."""
        if position.board[POISON] == "-":
            yield Outcome(position.player, ATE_POISON)


def _floating_chips(board: Board) -> Iterator[tuple[Cell, Cell]]:
    """Yield chips above or right of an eaten one, each with the eaten one, from the bottom."""
    below, number = board.width, -1
    for row, same in groupby(reversed(board.rows)):
        chips = len(row) - len(row.lstrip("o"))
        number += 1
        if chips > below:
            yield Cell(below, number), Cell(below, number - 1)
        chip = row.find("o", chips)
        if chip >= 0:
            yield Cell(chip, number), Cell(chip - 1, number)
        below = chips
        number += sum(1 for _ in same) - 1


def board_after_bite(board: Board, chip: Cell) -> Board:
    """Return the board without the chip and all that are neither below it nor left of it."""
    reached = board.height - chip.row
    rows = [row[: chip.column].ljust(board.width, "-") for row in board.rows[:reached]]
    return Board.of([*rows, *board.rows[reached:]])
