"""The common part of games in which a move takes one own piece from a cell to another.

The pieces are ``A`` and ``B``, on a board of 8 x 8. A move is written ``b1-c3``, whatever it takes.
Each game defines where a piece may go, why it may not, and what else a move changes. If no ending
of the game's own applies, a player without pieces has lost, and so has a player without a move.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, NamedTuple

from formats.board import Board, Cell, cell_from_name
from formats.fault import Fault, FaultKind
from formats.game import (
    NO_MOVE_MADE,
    BadRequest,
    OneStepGame,
    Player,
    Position,
    StartRequest,
    other,
)
from formats.outcome import Outcome, Reason
from formats.text import Text

SIZE = 8
_MOST_PIECES, _MOST_MARKS = 12, 24
_LOWER_HALF = [Cell(column, row) for row in range(SIZE // 2) for column in range(SIZE)]

NO_PIECES = Reason(
    "no-pieces", Text("the other player has no piece left", "у соперника не осталось фигур")
)
STUCK = Reason("stuck", Text("the other player has no move", "у соперника нет хода"))

OFF_BOARD = FaultKind("L401", Text("{cell} is not on the board", "{cell} вне доски"))
NO_PIECE = FaultKind(
    "L402", Text("no piece of {side} stands on {cell}", "на {cell} нет фигуры игрока {side}")
)
NOT_ONE_PIECE = FaultKind(
    "L403",
    Text(
        "one piece moves at a time; here pieces left: {left}, and came to: {came}",
        "за ход идёт одна фигура; здесь покинуты клетки: {left}, заняты: {came}",
    ),
)
NO_CELLS = Text("none", "никакие")
WRONG_CELL = FaultKind(
    "L404",
    Text(
        "after {move} there must be {right} on {cell}, not {written}",
        "после {move} на {cell} должно стоять «{right}», а не «{written}»",
    ),
)
STILL_THERE = FaultKind(
    "L405",
    Text(
        "the piece did not leave {cell}: one is still there",
        "фигура не ушла с {cell}: там всё ещё стоит фигура",
    ),
)
WRONG_SIZE = FaultKind("S401", Text("the board of {game} is 8 x 8", "доска игры {game} 8 на 8"))
WRONG_PIECES = FaultKind(
    "S402",
    Text("a side has 2 to {most} pieces at the start", "вначале у стороны от 2 до {most} фигур"),
)
WRONG_MARKS = FaultKind(
    "S403",
    Text(
        "a random start has {least} to {most} marks, an even number if it is mirrored",
        "у случайной позиции от {least} до {most} меток, а у симметричной чётное число",
    ),
)


class PieceMove(NamedTuple):
    """The origin and the target of a piece."""

    origin: Cell
    target: Cell

    def __str__(self) -> str:
        return f"{self.origin}-{self.target}"


@dataclass(frozen=True)
class PieceGame(OneStepGame[PieceMove]):
    """The rules that games share in which a move takes one own piece to another cell."""

    start_rows: ClassVar[Sequence[str]]
    """The first board of a game, unless it is random."""
    drawn_marks: ClassVar[str]
    """Characters that a random start places among the pieces, in turn."""
    fewest_marks: ClassVar[int] = 0

    start_options: ClassVar[tuple[str, ...]] = ("seed", "pieces", "marks", "mirrored")
    example: ClassVar[str] = "b1-c3"

    @abstractmethod
    def targets(self, position: Position, origin: Cell) -> Iterator[Cell]:
        """Yield the cells to which the piece on that cell may go."""

    @abstractmethod
    def fault_of_way(self, position: Position, move: PieceMove) -> Fault | None:
        """Return why the piece may not go from the origin to the target; None if it may.

        The caller has checked that both cells are on the board and that an own piece is at the
        origin.
        """

    @abstractmethod
    def own_outcomes(self, position: Position) -> Iterator[Outcome]:
        """Yield the outcomes by rules that other such games lack."""

    def start(self, request: StartRequest = StartRequest()) -> Position:  # noqa: B008  # frozen
        """Return the usual board; a random one if any start option but the size is given."""
        if request.size not in (None, (SIZE, SIZE)):
            raise BadRequest(WRONG_SIZE(game=self.title))
        if request == StartRequest(size=request.size):
            return Position(Board.of(self.start_rows))
        self._check(request)
        random = Random(request.seed or 0)  # The numbers need not be secret.
        while True:
            position = Position(self._drawn_board(random, request))
            if not self.outcome(position):
                return position

    def _check(self, request: StartRequest) -> None:
        if request.pieces is not None and not 2 <= request.pieces <= _MOST_PIECES:
            raise BadRequest(WRONG_PIECES(most=_MOST_PIECES))
        if request.marks is None:
            return
        is_odd = request.mirrored and request.marks % 2
        if not self.fewest_marks <= request.marks <= _MOST_MARKS or is_odd:
            raise BadRequest(WRONG_MARKS(least=self.fewest_marks, most=_MOST_MARKS))

    def _drawn_board(self, random: Random, request: StartRequest) -> Board:
        """Return a board with each side's pieces in its own half, and marks among them."""
        pieces = random.randint(4, 8) if request.pieces is None else request.pieces
        marks = 2 * random.randint(1, 6) if request.marks is None else request.marks
        kinds = self.drawn_marks * marks
        lower_half = _drawn_half(random, "A" * pieces + kinds[: (marks + 1) // 2])
        upper_half = (
            lower_half
            if request.mirrored
            else _drawn_half(random, "A" * pieces + kinds[: marks // 2])
        )
        turned = {
            _opposite_cell(cell): self.counterparts.get(character, character)
            for cell, character in upper_half.items()
        }
        return Board.filled("-", SIZE, SIZE).with_changes(lower_half | turned)

    def size_of(self, rows: Sequence[str]) -> tuple[int, int]:
        return SIZE, SIZE

    def moves(self, position: Position) -> Iterator[PieceMove]:
        """Yield every move of the player's pieces, from the bottom left."""
        for origin in position.board.where(position.player):
            for target in self.targets(position, origin):
                yield PieceMove(origin, target)

    def fault_of(self, position: Position, move: PieceMove) -> Fault | None:
        for cell in move:
            if cell not in position.board:
                return OFF_BOARD(cell)
        if position.board[move.origin] != position.player:
            return NO_PIECE(move.origin, side=position.player)
        return self.fault_of_way(position, move)

    def parse(self, text: str) -> PieceMove:
        match [cell_from_name(name) for name in text.split("-")]:
            case [Cell() as origin, Cell() as target]:
                return PieceMove(origin, target)
        raise self.not_a_move(text)

    def infer_move(self, position: Position, board: Board) -> PieceMove | Fault:
        """Return the move that leads to this board, or the fault of the likeliest move."""
        if board == position.board:
            return NO_MOVE_MADE()
        for move in self.moves(position):
            if self.perform(position, move).board == board:
                return move
        return self._fault_of_board(position, board)

    def _fault_of_board(self, position: Position, board: Board) -> Fault:
        own = position.player
        left = [cell for cell in position.board.where(own) if board[cell] != own]
        came = [cell for cell in board.where(own) if position.board[cell] != own]
        if not len(left) == len(came) == 1:
            return NOT_ONE_PIECE(left=_list_of_cells(left), came=_list_of_cells(came))
        move = PieceMove(*left, *came)
        fault = self.fault_of(position, move)
        if fault:
            return fault
        right = self.perform(position, move).board
        cell, *_ = right.differences(board)
        return WRONG_CELL(cell, move=move, right=right[cell], written=board[cell])

    def fault_of_last(self, position: Position, move: PieceMove) -> Fault | None:
        """Return the fault of a piece that is not at the target, or still at the origin."""
        board, mover = position.board, other(position.player)
        for cell in move:
            if cell not in board:
                return OFF_BOARD(cell)
        if board[move.target] != mover:
            return NO_PIECE(move.target, side=mover)
        return STILL_THERE(move.origin) if board[move.origin] in "AB" else None

    def board_outcomes(self, position: Position) -> Iterator[Outcome]:
        yield from self.own_outcomes(position)
        player, foe = position.player, other(position.player)
        for loser, winner in ((player, foe), (foe, player)):
            if not position.board.has(loser):
                yield Outcome(winner, NO_PIECES)
        if next(self.moves(position), None) is None:
            yield Outcome(foe, STUCK)


SIDES: dict[Player, Text] = {"A": Text("red", "красные"), "B": Text("blue", "синие")}


def _list_of_cells(cells: Sequence[Cell]) -> Text:
    names = ", ".join(map(str, cells))
    return Text(names, names) if names else NO_CELLS


def _drawn_half(random: Random, characters: str) -> dict[Cell, str]:
    cells = random.sample(_LOWER_HALF, len(characters))
    return dict(zip(cells, characters, strict=True))


def _opposite_cell(cell: Cell) -> Cell:
    """Return the cell opposite to this one when the board is turned around."""
    return Cell(SIZE - 1 - cell.column, SIZE - 1 - cell.row)
