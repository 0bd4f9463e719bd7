"""Mistakes in the written board that leave no legal move in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from formats.board import Board
from formats.fault import Fault, FaultKind
from formats.game import other
from formats.text import Text
from referee.diagnosis.lost_turn import LostTurn
from referee.verdict import Ending

_TOP_FIRST = Text(
    "the first line of the board is the top row, and a line begins with column a",
    "первая строка доски — верхняя горизонталь, а начинается строка с вертикали a",
)
UPSIDE_DOWN = FaultKind(
    "V251",
    Text(
        "the board is upside down: otherwise the move would be {move}",
        "доска перевёрнута: иначе это был бы ход {move}",
    ),
    _TOP_FIRST,
)
MIRRORED = FaultKind(
    "V252",
    Text(
        "the board is mirrored from left to right: otherwise the move would be {move}",
        "доска отражена слева направо: иначе это был бы ход {move}",
    ),
    _TOP_FIRST,
)
TURNED = FaultKind(
    "V253",
    Text(
        "the board is turned around: otherwise the move would be {move}",
        "доска повёрнута на пол-оборота: иначе это был бы ход {move}",
    ),
    _TOP_FIRST,
)
TRANSPOSED = FaultKind(
    "V254",
    Text(
        "rows and columns of the board are swapped: otherwise the move would be {move}",
        "строки и столбцы доски переставлены: иначе это был бы ход {move}",
    ),
    _TOP_FIRST,
)
SHIFTED = FaultKind(
    "V255",
    Text(
        "the board is shifted by one column: otherwise the move would be {move}",
        "доска сдвинута на один столбец: иначе это был бы ход {move}",
    ),
    Text(
        "count columns from 0, both in reading and in writing",
        "считайте столбцы с нуля и при чтении, и при записи",
    ),
)
SHIFTED_BY_ROW = FaultKind(
    "V260",
    Text(
        "the board is shifted by one row: otherwise the move would be {move}",
        "доска сдвинута на одну строку: иначе это был бы ход {move}",
    ),
    Text(
        "count rows from 0, both in reading and in writing",
        "считайте строки с нуля и при чтении, и при записи",
    ),
)
EXCHANGED = FaultKind(
    "V261",
    Text(
        "A and B are exchanged on the board: otherwise the move would be {move}",
        "на доске A и B поменяны местами: иначе это был бы ход {move}",
    ),
    Text(
        "only the first letter of the file goes to the other player: a piece keeps its letter",
        "сопернику передаётся только первая буква файла, а буквы фишек не меняются",
    ),
)
TWO_MOVES = FaultKind(
    "V256",
    Text(
        "two moves were made at once: {first} and {second}",
        "сделано сразу два хода: {first} и {second}",
    ),
    Text(
        "make one, and end: the other player is next",
        "сделайте один и завершитесь: дальше ходит соперник",
    ),
)
OTHERS_MOVE = FaultKind(
    "V257",
    Text(
        "{move} is a move for {foe}, but {own} is to move",
        "{move} — ход за {foe}, а ходит {own}",
    ),
    Text(
        "the first letter of matrix.txt says whose move it is: a bot plays both sides",
        "чей ход, говорит первая буква в matrix.txt: бот играет за обе стороны",
    ),
)

OWN_GONE = FaultKind(
    "V258",
    Text(
        "{own} made the move, and a piece of {own} is gone: capture only the other player's",
        "ходит {own}, а с доски исчезла его же фишка: брать можно только фишки соперника",
    ),
    Text(
        "before a capture, check that the piece jumped over is the other player's",
        "перед взятием проверьте, что фишка, через которую прыгают, — фишка соперника",
    ),
)

STAYED = FaultKind(
    "V259",
    Text(
        "the piece still stands on {cell}, too: after {move} that cell is empty",
        "фишка осталась и на {cell}: после хода {move} эта клетка пуста",
    ),
    Text(
        "write - to the cell that the piece leaves",
        "запишите - в клетку, с которой ушла фишка",
    ),
)

_TRANSFORMATIONS = (
    (UPSIDE_DOWN, lambda rows: rows[::-1]),
    (MIRRORED, lambda rows: tuple(row[::-1] for row in rows)),
    (TURNED, lambda rows: tuple(row[::-1] for row in rows[::-1])),
    (TRANSPOSED, lambda rows: tuple(map("".join, zip(*rows, strict=True)))),
)
_EXPLAINED = (Ending.ILLEGAL_MOVE, Ending.FALSE_TIME, Ending.FALSE_HEADER)


def cause_in_board(turn: LostTurn) -> Fault | None:
    """Return the mistake that explains an illegal board; None if none is known."""
    board = turn.board
    if turn.offence.ending not in _EXPLAINED or board is None or turn.move is not None:
        return None
    finds = (
        _find_transformed_board,
        _find_others_move,
        _find_piece_that_stayed,
        _find_two_moves,
        _find_shifted_board,
        _find_missing_piece,
    )
    return next((fault for find in finds if (fault := find(turn, board))), None)


def _find_transformed_board(turn: LostTurn, board: Board) -> Fault | None:
    size = (board.width, board.height)
    letters = str.maketrans(dict(turn.before.game.counterparts))
    exchange = (EXCHANGED, lambda rows: tuple(row.translate(letters) for row in rows))
    for kind, transform in (*_TRANSFORMATIONS, exchange):
        transformed = Board(transform(board.rows))
        if transformed == board or (transformed.width, transformed.height) != size:
            continue
        move = turn.find_move(turn.position, transformed)
        if move and _differs_in_more_than_the_move(turn, board, transformed):
            return kind(move=move)
    return None


def _differs_in_more_than_the_move(turn: LostTurn, board: Board, after: Board) -> bool:
    """Return whether the written board differs in more cells than the move to ``after`` changes.

    If not, an illegal move explains the board as well as a transformation. A pass changes nothing
    and explains nothing.
    """
    before = turn.position.board
    return len(before.differences(board)) > len(before.differences(after)) > 0


def _find_piece_that_stayed(turn: LostTurn, board: Board) -> Fault | None:
    """Return the fault of a piece that moved and also stayed; in games in which pieces move."""
    before = turn.position.board
    for move, after in turn.moves():
        wrong_cells = board.differences(after)
        if len(wrong_cells) != 1 or after[wrong_cells[0]] != "-":
            continue
        if board[wrong_cells[0]] == before[wrong_cells[0]] == turn.player:
            return STAYED(cell=wrong_cells[0], move=move)
    return None


def _find_shifted_board(turn: LostTurn, board: Board) -> Fault | None:
    """Return the fault of a board shifted by a column or a row; a shift adds no piece."""
    for move, after in turn.moves():
        has_more_pieces = board.count("-") < after.count("-")
        if has_more_pieces or not _differs_in_more_than_the_move(turn, board, after):
            continue
        if _are_shifted(_columns(board), _columns(after)):
            return SHIFTED(move=move)
        if _are_shifted(board.rows, after.rows):
            return SHIFTED_BY_ROW(move=move)
    return None


def _columns(board: Board) -> list[tuple[str, ...]]:
    return list(zip(*board.rows, strict=True))


def _are_shifted(lines: Sequence[object], right: Sequence[object]) -> bool:
    """Return whether the lines are the right ones, shifted by one; a single line cannot be."""
    return len(lines) > 1 and (lines[1:] == right[:-1] or lines[:-1] == right[1:])


def _find_others_move(turn: LostTurn, board: Board) -> Fault | None:
    own, foe = turn.player, other(turn.player)
    move = turn.find_move(replace(turn.position, player=foe), board)
    return OTHERS_MOVE(move=move, foe=foe, own=own) if move else None


def _find_missing_piece(turn: LostTurn, board: Board) -> Fault | None:
    """Return the fault of a missing own piece; in games in which own pieces only move."""
    own, before = turn.player, turn.position.board
    is_gone = board.count(own) == before.count(own) - 1 and board.count("-") > before.count("-")
    is_mistake = is_gone and all(after.count(own) == before.count(own) for _, after in turn.moves())
    return OWN_GONE(own=own) if is_mistake else None


def _find_two_moves(turn: LostTurn, board: Board) -> Fault | None:
    """Return the fault of two moves; None if a single move explains all but one cell.

    A piece that alone went too far is explained by the rules.
    """
    if _has_moved_one_piece(turn, board):
        return None
    moves = list(turn.moves())
    if any(len(board.differences(after)) == 1 for _, after in moves):
        return None
    for first, after in moves:
        if second := turn.find_move(replace(turn.position, board=after), board):
            return TWO_MOVES(first=first, second=second)
    return None


def _has_moved_one_piece(turn: LostTurn, board: Board) -> bool:
    """Return whether all that changed is that one own piece stands on another cell."""
    own, before = turn.player, turn.position.board
    changes = [(before[cell], board[cell]) for cell in before.differences(board)]
    return sorted(old == own for old, _ in changes) == [False, True] and all(
        new == ("-" if old == own else own) for old, new in changes
    )
