"""From one matrix.txt to the next: which legal move leads there, or which rule is broken.

This is the whole of what a bot may do to the file: hand it to the other player with the next
number, lower its own time, leave the other's, make one legal move on the board, and write the
winner if that ends the game. What a bot did wrong is data, as everywhere: faults, all of them.

Bots print times in as many digits as they like. A time that differs by no more than a margin was
rounded, and is no fault.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from formats.board import Board
from formats.fault import Diagnostic, Fault, FaultKind, Severity
from formats.game import ALREADY_OVER, NO_MOVE_MADE, Outcome, Player, Position, Winner, other
from formats.games import AnyGame
from formats.matrix import Matrix, Reading
from formats.matrix.faults import GAME_GOES_ON
from formats.matrix.winner import WINNER_KINDS, fault_of_winner, unseen_after
from formats.repetition import REPEATED, is_repeated
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
    Text("{right} is to move next, not {written}", "следующим ходит {right}, а не {written}"),
    Text("write the file for the other player's move", "пишите файл для хода соперника"),
)
OTHER_HALF_MOVE = FaultKind(
    "L015",
    Text(
        "the next half-move is {right}, not {written}", "следующий полуход {right}, а не {written}"
    ),
)
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
        "time written = time read - processor time used",
        "время в файле = время из файла - затраченное процессорное время",
    ),
    Severity.WARNING,
)
POINTS_CHANGED = FaultKind("L024", Text("the points were changed", "изменены очки"))
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


@dataclass(frozen=True, slots=True)
class Change:
    """The move that was made, if it was a legal one, and what is wrong with the later file."""

    move: object | None
    diagnostics: tuple[Diagnostic, ...]
    position: Position | None = None
    """What the move leads to."""
    outcome: Outcome | None = None
    """How the game ends by it."""

    @property
    def good(self) -> bool:
        """Whether the later file is what a legal move makes of the earlier one."""
        return not any(d.severity is Severity.ERROR for d in self.diagnostics)


def change(before: Reading, after: Reading) -> Change:
    """How the second file came of the first; nothing is said where one of them cannot be read."""
    if before.matrix is None or not before.good:
        return Change(None, after.diagnostics)
    return change_of(before.matrix, after)


def change_of(
    before: Matrix,
    after: Reading,
    earlier: Sequence[str] | None = None,
    margin: Decimal = MARGIN,
) -> Change:
    """How a file came of what is known to be good, after those moves if they are known.

    Times may be rounded by the margin.
    """
    if after.matrix is None:
        return Change(None, after.diagnostics)
    explanation = explain(before, after.matrix, earlier, margin)
    alone = after.diagnostics
    if explanation.position is not None:
        # Who knows the move knows better than the board alone whether the game is over.
        alone = tuple(d for d in alone if d.fault.kind not in WINNER_KINDS)
    found = {(d.line, d.column, d.code): d for d in alone}
    for diagnostic in map(after.locate, explanation.faults):
        found.setdefault((diagnostic.line, diagnostic.column, diagnostic.code), diagnostic)
    told = tuple(found[key] for key in sorted(found))
    return Change(explanation.move, told, explanation.position, explanation.outcome)


@dataclass(frozen=True, slots=True)
class Explanation:
    """The move that was made, the position it leads to, how that ends, and what is wrong."""

    move: object | None
    position: Position | None
    faults: tuple[Fault, ...]
    outcome: Outcome | None = None

    @property
    def good(self) -> bool:
        """Whether the file is what a legal move makes of the one before."""
        return not any(fault.kind.severity is Severity.ERROR for fault in self.faults)


def explain(
    before: Matrix,
    after: Matrix,
    earlier: Sequence[str] | None = None,
    margin: Decimal = MARGIN,
) -> Explanation:
    """How the second file came of the first; times may be rounded by the margin.

    ``earlier`` are the moves before it, where the game is known from its start; a limit of
    half-moves, if there is one, is then known too.
    """
    if before.outcome or before.winner:
        return Explanation(None, None, (ALREADY_OVER(),))
    incomparable = _fault_of_frame(before, after)
    if incomparable:
        return Explanation(None, None, (incomparable,))
    if _is_untouched(before, after):
        return Explanation(None, None, (NO_MOVE_MADE(),))
    faults = [*_faults_of_header(before, after), *_faults_of_times(before, after, margin)]
    move = before.game.trace(before.position, after.position.board)
    if isinstance(move, Fault):
        return Explanation(None, None, (*faults, move))
    position = before.game.perform(before.position, move)
    outcome = _outcome(before.game, after, position)
    if outcome is None and earlier is not None and is_repeated([*earlier, str(move)]):
        outcome = REPEATED
    if earlier is None:
        wrong = _fault_of_result(before, position, outcome, after.winner)
    else:
        wrong = fault_of_winner(outcome, after.winner)
    faults += [*_faults_of_last(after, move), *([wrong] if wrong else [])]
    return Explanation(move, position, tuple(faults), outcome)


def _is_untouched(before: Matrix, after: Matrix) -> bool:
    same_turn = before.position.half_move == after.position.half_move
    return same_turn and before.position.board == after.position.board


def _fault_of_frame(before: Matrix, after: Matrix) -> Fault | None:
    """Why the two files cannot even be compared."""
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
    player, number = other(before.position.player), before.position.half_move + 1
    if after.position.player != player:
        yield OTHER_PLAYER("player", right=player, written=after.position.player)
    if after.position.half_move != number:
        yield OTHER_HALF_MOVE("half-move", right=number, written=after.position.half_move)
    if before.points != after.points:
        yield POINTS_CHANGED("points A")


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
    """Where nobody says what was played before, or what limit an event sets."""
    game = before.game
    fault = fault_of_winner(outcome, written, unseen_after(game, before.position, position))
    if fault and fault.kind is GAME_GOES_ON and written == "D" and game.limit is None:
        return DRAW_WITHOUT_A_REASON("winner")
    return fault


def _outcome(game: AnyGame, after: Matrix, position: Position) -> Outcome | None:
    """How the game stands there: as in the file, unless that shows another position or limit."""
    if after.position.last != position.last:
        position = replace(position, last=after.position.last)
    if after.game == game and after.position == position:
        return after.outcome
    return game.outcome(position)
