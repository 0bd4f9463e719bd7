"""Perft of MMPeshki in plain Python, with which the kernel's speed is compared.

A board is a list of 64 characters, a1 first; moves are made and unmade in it. The module uses
neither the rules nor the kernel, so a change of either does not change its speed.
"""

from __future__ import annotations

from collections.abc import Iterator

Move = tuple[int, int, int | None]
"""Origin, target and square of the captured piece, if any."""

LAST_HALF_MOVE = 60


def perft(rows: list[str], player: str, half_move: int, depth: int) -> int:
    """Return the number of sequences of `depth` moves from a position in which the game goes on."""
    board = [cell for row in reversed(rows) for cell in row]
    return _perft(board, player, half_move, depth)


def _perft(board: list[str], player: str, half_move: int, depth: int) -> int:
    if depth == 0:
        return 1
    if half_move > LAST_HALF_MOVE:
        return 0
    moves = list(_moves(board, player))
    if depth == 1:
        return len(moves)
    return sum(_perft_after(board, player, half_move, depth, move) for move in moves)


def _perft_after(board: list[str], player: str, half_move: int, depth: int, move: Move) -> int:
    origin, target, captured = move
    other = "B" if player == "A" else "A"
    if target // 8 == (7 if player == "A" else 0):
        return 0  # the game is over, by whichever rule
    board[origin], board[target] = "-", player
    if captured is not None:
        board[captured] = "-"
    count = _perft(board, other, half_move + 1, depth - 1)
    board[origin], board[target] = player, "-"
    if captured is not None:
        board[captured] = other
    return count


def _moves(board: list[str], player: str) -> Iterator[Move]:
    forward = 1 if player == "A" else -1
    for origin, cell in enumerate(board):
        if cell != player:
            continue
        for right in (-1, 0, 1):
            ahead = _shifted(origin, right, forward)
            if ahead is None:
                continue
            if board[ahead] == "-":
                yield origin, ahead, None
            elif board[ahead] not in ("*", player):
                beyond = _shifted(ahead, right, forward)
                if beyond is not None and board[beyond] == "-":
                    yield origin, beyond, ahead


def _shifted(square: int, right: int, up: int) -> int | None:
    column, row = square % 8 + right, square // 8 + up
    return row * 8 + column if 0 <= column < 8 and 0 <= row < 8 else None
