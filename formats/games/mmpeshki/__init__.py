"""MMPeshki, «ММПешки»: pawns that jump, and a player without a move who wins.

The board is 8 x 8, squares a1 (bottom left) to h8. Some squares are marked ``*``: they are not
part of the board. Red pieces (A) move up, blue ones (B) move down. At the start each side has at
most eight pieces, no red one on the top row and no blue one on the bottom row.

A player moves one piece one cell: forward, forward-left or forward-right, to a free cell. Or it
captures in one of the same three directions: over an adjacent enemy piece to the next cell of
that line, if it is free, and the enemy piece is removed. Captures are not compulsory, and one move
captures exactly one piece.

After a move, in this order:

- rule 9: if the player now to move has no move, the game ends and *this player* wins - yes, the
  one who cannot move;
- rule 10: otherwise, if the mover has a piece on the mover's far row, the mover wins;
- otherwise, after half-move 60, the game is a draw.

A move is written ``a2-b3``, a capture ``a2:c4``. Pieces only advance, so positions never recur.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from formats.board import Board, Cell, Look, cell_named
from formats.fault import Fault
from formats.game import PLAYERS, BadRequest, OneStepGame, Player, Position, StartRequest, other
from formats.games.mmpeshki import faults as faults
from formats.games.mmpeshki.changes import Changes, forward
from formats.games.mmpeshki.start import start_boards
from formats.outcome import Outcome, Reason
from formats.text import Text

SIZE = 8

NO_MOVES = Reason(
    "no-moves",
    Text(
        "the player to move has no move, and so wins (rule 9)",
        "у игрока нет хода, и поэтому он выигрывает (правило 9)",
    ),
)
FAR_ROW = Reason(
    "far-row",
    Text(
        "a piece has reached its far row (rule 10)",
        "фишка дошла до последней горизонтали (правило 10)",
    ),
)


class Move(NamedTuple):
    """A move of one piece from a cell to another: one cell away or, capturing, two."""

    origin: Cell
    target: Cell

    @property
    def over(self) -> Cell | None:
        """The cell that a capture jumps over; None if the move is no capture."""
        columns = self.target.column - self.origin.column
        rows = self.target.row - self.origin.row
        if abs(rows) != 2 or columns not in (-2, 0, 2):
            return None
        return self.origin.shifted(columns // 2, rows // 2)

    def __str__(self) -> str:
        return f"{self.origin}{':' if self.over else '-'}{self.target}"


@dataclass(frozen=True)
class MMPeshki(OneStepGame[Move]):
    name: ClassVar[str] = "mmpeshki"
    title: ClassVar[Text] = Text("MMPeshki", "ММПешки")
    summary: ClassVar[Text] = Text(
        "Pawns that jump. Reach the far row, or have no move left: both win.",
        "Пешки, которые прыгают. Побеждает тот, кто дошёл до края, или тот, кому нечем ходить.",
    )
    cells: ClassVar[str] = "-AB*"
    looks: ClassVar[Mapping[str, Look]] = {
        "-": Look("·", "bright_black", Text("empty", "пусто")),
        "A": Look("▲", "red", Text("red piece", "красная фишка")),
        "B": Look("▼", "blue", Text("blue piece", "синяя фишка")),
        "*": Look("▒", "bright_black", Text("not part of the board", "вне поля")),
    }
    sides: ClassVar[Mapping[Player, Text]] = {
        "A": Text("red", "красные"),
        "B": Text("blue", "синие"),
    }
    footers: ClassVar[tuple[str, ...]] = ()
    can_repeat: ClassVar[bool] = False
    start_options: ClassVar[tuple[str, ...]] = ("seed", "pieces", "marks", "mirrored")
    example: ClassVar[str] = "a2-b3, a2:c4"
    in_short: ClassVar[Text | None] = Text(
        (
            "Red pieces go up, blue ones down: one cell straight or diagonally forward, to a "
            "free cell. A piece jumps forward over an adjacent enemy piece to the free cell "
            "behind it and takes it; nobody has to. Who has no move wins (rule 9); otherwise "
            "who has brought a piece to the far row (rule 10); after half-move 60 the game is a "
            "draw."
        ),
        (
            "Красные фишки ходят вверх, синие вниз: на одну клетку вперёд, прямо или наискосок, "
            "на свободную. Через соседнюю фишку соперника впереди можно перепрыгнуть на "
            "свободную клетку за ней, фишка снимается; бить не обязательно. Выигрывает тот, "
            "кому некуда ходить (правило 9), иначе — дошедший до последней горизонтали (правило "
            "10); после полухода 60 — ничья."
        ),
    )

    limit: int | None = 60

    def start(self, request: StartRequest = StartRequest()) -> Position:  # noqa: B008  # frozen
        """Return full rows of eight pieces or, with a seed, a random start."""
        if request.size not in (None, (SIZE, SIZE)):
            raise BadRequest(faults.WRONG_SIZE())
        boards = start_boards(request)
        return next(position for position in map(Position, boards) if not self.outcome(position))

    def size_of(self, rows: Sequence[str]) -> tuple[int, int]:
        return SIZE, SIZE

    def faults(self, position: Position) -> Iterator[Fault]:
        """Yield too many pieces, and pieces on their far row, where the game would have ended."""
        first = position.half_move == 1
        for own in PLAYERS:
            count = position.board.count(own)
            if count > faults.MOST_PIECES:
                cell = position.board.where(own)[faults.MOST_PIECES]
                yield faults.TOO_MANY_PIECES(cell, count=count, own=faults.OF_SIDE[own])
            if first or own == position.player:
                kind = faults.START_ON_FAR_ROW if first else faults.ENDED_BEFORE
                cells = _on_far_row(position.board, own)
                yield from (kind(cell, own=faults.COLOUR[own]) for cell in cells)

    def moves(self, position: Position) -> Iterator[Move]:
        """Yield every move and capture of the player's pieces, from the bottom left."""
        board, own = position.board, position.player
        for origin in board.where(own):
            for right in (-1, 0, 1):
                ahead = origin.shifted(right, forward(own))
                beyond = ahead.shifted(right, forward(own))
                if ahead in board and board[ahead] == "-":
                    yield Move(origin, ahead)
                elif beyond in board and board[ahead] == other(own) and board[beyond] == "-":
                    yield Move(origin, beyond)

    def fault_of(self, position: Position, move: Move) -> Fault | None:
        """Return the rule that the move breaks; None if it is legal."""
        return _fault_of_cells(position, move) or _fault_of_way(position, move)

    def perform(self, position: Position, move: Move) -> Position:
        changes = {move.origin: "-", move.target: position.player}
        if move.over:
            changes[move.over] = "-"
        return position.after(position.board.with_changes(changes), str(move))

    def parse(self, text: str) -> Move:
        separator = ":" if ":" in text else "-"
        cells = [cell_named(name) for name in text.split(separator)]
        match cells:
            case [Cell() as origin, Cell() as target]:
                move = Move(origin, target)
                if str(move) == text:
                    return move
        raise self.not_a_move(text)

    def infer_move(self, position: Position, board: Board) -> Move | Fault:
        """Return the legal move that leads to this board, or why there is none."""
        changes = Changes.between(position.board, board, position.player)
        if changes.fault:
            return changes.fault
        move = Move(*changes.moved)
        fault = self.fault_of(position, move)
        if fault and fault.kind is faults.TOO_FAR:
            return changes.fault_of_series or fault
        return fault or changes.fault_beside(move.origin, move.over) or move

    def board_outcomes(self, position: Position) -> Iterator[Outcome]:
        """Yield the outcome by rule 9, then that by rule 10."""
        if next(self.moves(position), None) is None:
            yield Outcome(position.player, NO_MOVES)
        mover = other(position.player)
        if position.half_move > 1 and _on_far_row(position.board, mover):
            yield Outcome(mover, FAR_ROW)


def _fault_of_cells(position: Position, move: Move) -> Fault | None:
    """Return what is wrong with a cell of the move; None if nothing is."""
    board, own, foe = position.board, position.player, other(position.player)
    colours = {"own": faults.COLOUR[own], "foe": faults.COLOUR[foe], "side": faults.SIDE[own]}
    for cell in move:
        if cell not in board:
            return faults.OFF_BOARD(cell)
    if board[move.origin] == foe:
        return faults.NOT_YOURS(move.origin, **colours)
    if board[move.origin] != own:
        return faults.NO_PIECE(move.origin)
    if board[move.target] == "*":
        return faults.MARKED(move.target, **colours)
    if board[move.target] != "-":
        return faults.OCCUPIED(move.target, **colours)
    return None


def _fault_of_way(position: Position, move: Move) -> Fault | None:
    """Return what is wrong with the direction or the distance of the move; None if nothing is."""
    own = position.player
    up = (move.target.row - move.origin.row) * forward(own)
    right = abs(move.target.column - move.origin.column)
    if up == 1 and right <= 1:
        return None
    named = {"own": faults.COLOUR[own], "origin": move.origin, "target": move.target}
    if up <= 0:
        return (faults.BACKWARDS if up else faults.SIDEWAYS)(move.target, **named)
    if not move.over:
        return faults.TOO_FAR(move.target, **named)
    if position.board[move.over] != other(own):
        return faults.NOTHING_CAPTURED(move.over, **named)
    return None


def _on_far_row(board: Board, player: Player) -> list[Cell]:
    """Return the player's pieces on the row that they are heading for."""
    number, row = (SIZE - 1, board.rows[0]) if player == "A" else (0, board.rows[-1])
    return [Cell(column, number) for column, piece in enumerate(row) if piece == player]
