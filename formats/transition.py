"""The change from one matrix.txt to the next: the legal move that leads there, or broken rules.

A bot may do only this to the file: write it for the other player with the next number, lower its
own time, leave the other's, make one legal move on the board, and write the winner if that ends the
game. What a bot did wrong is data: a list of all faults.

Bots print times with as many digits as they like. A time that differs by no more than a margin
was rounded, and is no fault.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from formats.board import Board
from formats.fault import Diagnostic, Fault, FaultKind, Severity
from formats.game import ALREADY_OVER, NO_MOVE_MADE, PLAYERS, Player, Position, other
from formats.games import AnyGame
from formats.matrix import Matrix, Reading
from formats.matrix.faults import GAME_GOES_ON, POINTS_NOT_ON_BOARD, WRONG_PARITY
from formats.matrix.reading import WINNER_KINDS, fault_of_winner, unseen_after
from formats.outcome import Outcome, Winner
from formats.repetition import repetition_in
from formats.seconds import MARGIN, write_seconds
from formats.text import Text

OTHER_GAME = FaultKind(
    "L011",
    Text("the game was changed from {right} to {written}", "игра изменена с {right} на {written}"),
    Text("keep the lines below the board", "сохраняйте строки под доской"),
)
OTHER_RULES = FaultKind(
    "L012",
    Text(
        "the rules were changed from «{right}» to «{written}»",
        "правила изменены с «{right}» на «{written}»",
    ),
    OTHER_GAME.hint,
)
OTHER_SIZE = FaultKind(
    "L013",
    Text(
        "the size of the board was changed from {right} to {written}",
        "размер доски изменён: был {right}, стал {written}",
    ),
)
OTHER_PLAYER = FaultKind(
    "L014",
    Text(
        "the player to move was not switched: {right} is next, not {written}",
        "не сменён ходящий игрок: теперь ходит {right}, а не {written}",
    ),
    Text("write the file for the other player's move", "пишите файл для хода соперника"),
)
OTHER_HALF_MOVE = FaultKind(
    "L015",
    Text(
        "{cause}: it must be {right}, not {written}",
        "{cause}: должен быть {right}, а не {written}",
    ),
)
NOT_RAISED = Text("the half-move number was not raised", "номер полухода не увеличен")
WRONG_NUMBER = Text("the half-move number is wrong", "неверный номер полухода")
OTHERS_TIME = FaultKind(
    "L021",
    Text(
        "the other player's time was changed from {right} to {written}",
        "чужое время изменено с {right} на {written}",
    ),
)
TIME_RAISED = FaultKind(
    "L022",
    Text(
        "the player's own time was raised from {right} to {written}",
        "своё время увеличено с {right} до {written}",
    ),
)
TIME_NOT_LOWERED = FaultKind(
    "L023",
    Text("the player's own time was not lowered", "своё время не уменьшено"),
    Text(
        "time written = time read - processor time used; in C divide a double:"
        " (double)clock() / CLOCKS_PER_SEC",
        "время в файле = время из файла − затраченное процессорное время; в C делите double:"
        " (double)clock() / CLOCKS_PER_SEC",
    ),
    Severity.WARNING,
)
POINTS_CHANGED = FaultKind("L024", Text("the points were changed", "изменены очки"))
WRONG_POINTS = FaultKind(
    "L025",
    Text(
        "the points of {player} are wrong: {right} is right, not {written}",
        "неверные очки {player}: правильно {right}, а не {written}",
    ),
)
WRONG_STATE = FaultKind(
    "L026",
    Text(
        "the line «{key}» is wrong: «{right}» is right, not «{written}»",
        "неверная строка «{key}»: правильно «{right}», а не «{written}»",
    ),
    Text(
        "«{key}» may be left out, but not be untrue",
        "строку «{key}» можно не писать, но нельзя писать неверно",
    ),
)
FALSE_LAST = FaultKind(
    "L031",
    Text("the turn was {right}, not {written}", "сделан ход {right}, а не {written}"),
    Text(
        "«last» may be left out, but not be untrue",
        "строку «last» можно не писать, но нельзя писать неверно",
    ),
)
DRAW_WITHOUT_A_REASON = FaultKind(
    "L032",
    Text(
        "D is written as the result, but the move makes no draw",
        "итогом записано D, но этот ход ничьей не даёт",
    ),
    Text(
        "where an event ends the game by a limit of half-moves, name it: --limit N",
        "если партию кончает предел полуходов турнира, назовите его: --limit N",
    ),
)


_KNOWN_FROM_MOVE = (*WINNER_KINDS, POINTS_NOT_ON_BOARD)


@dataclass(frozen=True, slots=True)
class Change:
    """The move between two files, if it is legal, and the faults of the later file."""

    move: object | None
    diagnostics: tuple[Diagnostic, ...]
    position: Position | None = None
    """The position after the move."""
    outcome: Outcome | None = None
    """The outcome of the move."""

    @property
    def good(self) -> bool:
        return not any(item.severity is Severity.ERROR for item in self.diagnostics)


def change(before: Reading, after: Reading) -> Change:
    """Compare two files; if the first one has errors, return only the faults of the second one."""
    if before.matrix is None or not before.good:
        return Change(None, after.diagnostics)
    return change_of(before.matrix, after)


def change_of(
    before: Matrix,
    after: Reading,
    earlier: Sequence[str] | None = None,
    margin: Decimal = MARGIN,
) -> Change:
    """Compare a file with one that is known to be good, after the ``earlier`` moves if known.

    Times may be rounded by the margin.
    """
    if after.matrix is None:
        return _change_of_unread(before, after)
    explanation = explain(before, after.matrix, earlier, margin)
    faults_of_file = after.diagnostics
    if explanation.position is not None:
        # The move shows better than the board alone whether the game is over, and what the points
        # are.
        faults_of_file = tuple(
            item for item in faults_of_file if item.fault.kind not in _KNOWN_FROM_MOVE
        )
    by_place = {(item.line, item.column, item.code): item for item in faults_of_file}
    for diagnostic in map(after.locate, explanation.faults):
        by_place.setdefault((diagnostic.line, diagnostic.column, diagnostic.code), diagnostic)
    diagnostics = tuple(by_place[key] for key in sorted(by_place))
    return Change(explanation.move, diagnostics, explanation.position, explanation.outcome)


def _change_of_unread(before: Matrix, after: Reading) -> Change:
    """Return the move that the board shows, if the header cannot be read."""
    diagnostics = tuple(
        _parity_diagnostic(before, after, diagnostic) for diagnostic in after.diagnostics
    )
    board, board_before = after.board, before.position.board
    is_over = before.outcome is not None or before.winner is not None
    if board is None or is_over or (after.game, _size(board)) != (before.game, _size(board_before)):
        return Change(None, diagnostics)
    move = before.game.infer_move(before.position, board)
    return Change(None if isinstance(move, Fault) else move, diagnostics)


def _parity_diagnostic(before: Matrix, after: Reading, diagnostic: Diagnostic) -> Diagnostic:
    """Return the fault of the player or of the number, whichever the file before shows wrong."""
    if diagnostic.fault.kind is not WRONG_PARITY:
        return diagnostic
    written, right = diagnostic.fault.values, other(before.position.player)
    if written["player"] == right:
        return replace(diagnostic, fault=_wrong_number(before.position, written["half_move"]))
    if written["half_move"] != before.position.half_move + 1:
        return diagnostic
    return after.locate(OTHER_PLAYER("player", right=right, written=written["player"]))


def _wrong_number(before: Position, written: object) -> Fault:
    cause = NOT_RAISED if written == before.half_move else WRONG_NUMBER
    return OTHER_HALF_MOVE("half-move", cause=cause, right=before.half_move + 1, written=written)


@dataclass(frozen=True, slots=True)
class Explanation:
    """The move between two matrices, its position and outcome, and the faults of the later one."""

    move: object | None
    position: Position | None
    faults: tuple[Fault, ...]
    outcome: Outcome | None = None

    @property
    def good(self) -> bool:
        return not any(fault.kind.severity is Severity.ERROR for fault in self.faults)


def explain(
    before: Matrix,
    after: Matrix,
    earlier: Sequence[str] | None = None,
    margin: Decimal = MARGIN,
) -> Explanation:
    """Explain how the second matrix follows from the first; times may be rounded by the margin.

    ``earlier`` are the moves of the game before, if they and the limit of half-moves are known.
    """
    if before.outcome or before.winner:
        return Explanation(None, None, (ALREADY_OVER(),))
    frame_fault = _fault_of_frame(before, after)
    if frame_fault:
        return Explanation(None, None, (frame_fault,))
    same_turn = before.position.half_move == after.position.half_move
    if same_turn and before.position.board == after.position.board:
        return Explanation(None, None, (NO_MOVE_MADE(),))
    faults = [*_faults_of_header(before, after), *_faults_of_times(before, after, margin)]
    move = _move_made(before, after.position)
    if isinstance(move, Fault):
        return Explanation(None, None, (*faults, move))
    position = before.game.perform(before.position, move)
    outcome = _outcome(before.game, after, position)
    if outcome is None and earlier is not None:
        outcome = repetition_in(before.game, [*earlier, str(move)])
    if earlier is None:
        result_fault = _fault_of_result(before, position, outcome, after.winner)
    else:
        result_fault = fault_of_winner(outcome, after.winner)
    faults += [*_faults_of_points(before, after, position), *_faults_of_state(after, position)]
    faults += [*_faults_of_last(after, move), *([result_fault] if result_fault else [])]
    return Explanation(move, position, tuple(faults), outcome)


def _move_made(before: Matrix, after: Position) -> object | Fault:
    """Return the move that the board shows; of several, the move that the file names as last."""
    game = before.game
    shown: object | Fault = game.infer_move(before.position, after.board)
    named = None if after.last is None else game.parse(after.last)
    if named in (None, shown) or game.fault_of(before.position, named):
        return shown
    return named if game.perform(before.position, named).board == after.board else shown


def _fault_of_frame(before: Matrix, after: Matrix) -> Fault | None:
    """Return the fault of another game, other rules or another size; None if all are the same."""
    old, new = before.game, after.game
    if old.name != new.name:
        return OTHER_GAME("game", right=old.name, written=new.name)
    if old != new and old.rules_line != new.rules_line:
        return OTHER_RULES("rules", right=old.rules_line, written=new.rules_line)
    right, written = before.position.board, after.position.board
    if (right.width, right.height) == (written.width, written.height):
        return None
    return OTHER_SIZE(right=_size(right), written=_size(written))


def _size(board: Board) -> str:
    return f"{board.width} x {board.height}"


def _faults_of_header(before: Matrix, after: Matrix) -> Iterator[Fault]:
    player = other(before.position.player)
    if after.position.player != player:
        yield OTHER_PLAYER("player", right=player, written=after.position.player)
    if after.position.half_move != before.position.half_move + 1:
        yield _wrong_number(before.position, after.position.half_move)
    if before.position.points != after.position.points and not before.game.keeps_points:
        yield POINTS_CHANGED("points A")


def _faults_of_points(before: Matrix, after: Matrix, right: Position) -> Iterator[Fault]:
    if not before.game.keeps_points:
        return
    for player, points, written_points in zip(
        PLAYERS, right.points, after.position.points, strict=True
    ):
        if points != written_points:
            yield WRONG_POINTS(
                f"points {player}", player=player, right=points, written=written_points
            )


def _faults_of_state(after: Matrix, right: Position) -> Iterator[Fault]:
    """Yield the game's own lines that are written and wrong."""
    keys = after.game.state_lines
    for key, value, written_value in zip(keys, right.state, after.position.state, strict=True):
        if written_value and value != written_value:
            yield WRONG_STATE(key, key=key, right=value, written=written_value)


def _faults_of_times(before: Matrix, after: Matrix, margin: Decimal) -> Iterator[Fault]:
    own = before.position.player
    foe = other(own)
    if abs(after.time_of(foe) - before.time_of(foe)) > margin:
        yield OTHERS_TIME(f"time {foe}", **_times(before, after, foe))
    raised = after.time_of(own) - before.time_of(own)
    if raised > margin:
        yield TIME_RAISED(f"time {own}", **_times(before, after, own))
    elif raised >= 0:
        yield TIME_NOT_LOWERED(f"time {own}")


def _times(before: Matrix, after: Matrix, player: Player) -> dict[str, object]:
    return {
        "right": write_seconds(before.time_of(player)),
        "written": write_seconds(after.time_of(player)),
    }


def _faults_of_last(after: Matrix, move: object) -> Iterator[Fault]:
    written = after.position.last
    if written in (None, str(move)):
        return
    if after.game.parse(written) != move:
        yield FALSE_LAST("last", right=move, written=written)


def _fault_of_result(
    before: Matrix, position: Position, outcome: Outcome | None, written: Winner | None
) -> Fault | None:
    """Return the fault of the result, if earlier moves or an event's limit are not known."""
    game = before.game
    fault = fault_of_winner(outcome, written, unseen_after(game, before.position, position))
    if fault and fault.kind is GAME_GOES_ON and written == "D" and game.limit is None:
        return DRAW_WITHOUT_A_REASON("winner")
    return fault


def _outcome(game: AnyGame, after: Matrix, position: Position) -> Outcome | None:
    if after.position.last != position.last:
        position = replace(position, last=after.position.last)
    if after.game == game and after.position == position:
        return after.outcome
    return game.outcome(position)
