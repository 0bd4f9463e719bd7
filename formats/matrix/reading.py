"""Reading of a matrix.txt: its form, quickly or thoroughly, and then the faults of the position.

A file in which every word is where and what it should be is taken apart by one pattern
(``read_quickly``); nearly all files that a referee reads are such. Any other file is read
thoroughly, with the places of its words (``read_form``). A file that is read quickly would be read
just the same thoroughly, and without faults; only places are left out. The lines of a footer stay
the same all through a game, except for ``last``, so the thorough reader's result for the others is
cached.

A file that does not name its game, and cannot be of the game that is assumed, has its first fault
worded so that the game may be wrong instead (``READ_AS_DEFAULT``).

A single file does not show everything that ends a game. Two passes may have led to it, if it does
not name the last move; and a draw by an event's half-move limit or by repetition can only be seen
by following the game. A result that one of these may explain is a warning, any other an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property, lru_cache
from typing import NamedTuple, cast

from formats.board import Board, Cell
from formats.fault import Diagnostic, Fault, FaultKind, Place, Severity
from formats.game import PLAYERS, BadNotation, BadRequest, Player, Position, player_of
from formats.games import AnyGame, all_games, default_game, every_cell
from formats.matrix import faults
from formats.matrix.body import (
    FileDefaults,
    Footer,
    footer_keys,
    has_size_of,
    read_board,
    read_footer,
)
from formats.matrix.header import Header, read_header
from formats.matrix.matrix import Matrix
from formats.matrix.source import FaultList, Line, Parts, Source, Word, decode, split
from formats.outcome import HALF_MOVE_LIMIT, REPETITION, Outcome, Winner
from formats.seconds import read_seconds
from formats.text import Text, text_from

_NOWHERE = Word(" ", 1, 1)


class Form(NamedTuple):
    """The parts of a file; no board if it could not be read, or its game is unknown."""

    header: Header
    footer: Footer
    board: Board | None
    rows: Sequence[Line] | None = None
    """The lines of the board; None, and no places, after quick reading."""

    @property
    def row_texts(self) -> Sequence[str]:
        return [line.text for line in self.rows or ()] or (self.board.rows if self.board else ())

    def find(self, place: Place) -> Word:
        """Return the word at that place of the file; a blank at its beginning if there is none."""
        if not isinstance(place, Cell):
            return self.header.places.get(place) or self.footer.places.get(place) or _NOWHERE
        if self.board is None or self.rows is None or place not in self.board:
            return _NOWHERE
        row = self.rows[-1 - place.row].whole
        return Word(self.board[place], row.line, row.column + place.column)


def read_form(source: Source, notes: FaultList, defaults: FileDefaults | None = None) -> Form:
    """Return the form of any file; note every fault of it."""
    lines = source.lines
    if source.old_line_ends:
        notes.add(faults.OLD_LINE_ENDS(), lines[0].whole)
    parts = split(lines, every_cell(), footer_keys())
    following = (*parts.board, *parts.footer, *lines[-1:])
    after_header = following[0].whole if following else _NOWHERE
    may_overdraw = defaults.may_overdraw if defaults else None
    header = read_header([*parts.header, *parts.extra], after_header, notes, may_overdraw)
    footer = read_footer(parts, notes, defaults)
    if footer.game is None:
        return Form(header, footer, None, parts.board)
    board = read_board(parts.board, footer.game, after_header, notes, defaults)
    return Form(header, footer, board, parts.board)


_PLAIN = re.compile(
    r"""
    (?P<player>[AB])        [ ](?P<half_move>[1-9][0-9]{0,8})[ ](?P<winner>[ABDU])\r?\n
    (?P<points_A>[0-9]{1,9})[ ](?P<time_A>[!-~]+)\r?\n
    (?P<points_B>[0-9]{1,9})[ ](?P<time_B>[!-~]+)\r?\n
    (?P<rows>[!-~]++(?:\r?\n[!-~]++)*)
    (\r?\n(?P<footer>game[ ].*)?)?
    """,
    re.VERBOSE | re.DOTALL,
)

_USUAL_FOOTER = re.compile(
    r"""
    (?P<same>game[ ][!-~ ]{1,40}\r?\n (?:rules[ ][!-~ ]{1,80}\r?\n)?)
    (?:last[ ](?P<last>[!-~]+)[ \t\r\n]*)?
    """,
    re.VERBOSE,
)


def read_quickly(source: Source, defaults: FileDefaults | None = None) -> Form | None:
    """Return the form of a plain file; None if anything in it may be unusual."""
    match = None if source.old_line_ends else _PLAIN.fullmatch(source.text)
    if match is None:
        return None
    header, footer = _quick_header(match), _quick_footer(match["footer"], source.encoding, defaults)
    if header is None or footer is None or footer.game is None:
        return None
    board = _quick_board(match["rows"].split(), footer.game, defaults)
    return None if board is None else Form(header, footer, board)


def _quick_header(match: re.Match[str]) -> Header | None:
    number = int(match["half_move"])
    times: dict[Player, Decimal] = {}
    for player in PLAYERS:
        time = read_seconds(match[f"time_{player}"])
        if not isinstance(time, Decimal):
            return None
        times[player] = time
    if player_of(number) != match["player"]:
        return None
    points: dict[Player, int] = {player: int(match[f"points_{player}"]) for player in PLAYERS}
    return Header({}, match["player"], number, match["winner"], points, times)


def _quick_footer(text: str | None, encoding: str, defaults: FileDefaults | None) -> Footer | None:
    if text is None:
        game = defaults.game if defaults else default_game()()
        return Footer.absent(game, is_assumed=not defaults)
    match = _USUAL_FOOTER.fullmatch(text)
    if match is None:
        return _thorough_footer(text, encoding, defaults)
    footer = _cached_footer(match["same"], encoding, defaults)
    if footer is None or match["last"] is None:
        return footer
    if footer.game is None or "last" not in footer.game.footers:
        return None
    try:
        return footer._replace(last=footer.game.parse(match["last"]))
    except BadNotation:
        return None


def _thorough_footer(text: str, encoding: str, defaults: FileDefaults | None) -> Footer | None:
    notes = FaultList(encoding, lenient=False)
    footer = read_footer(Parts((), (), (), Source(text, encoding).lines), notes, defaults)
    return None if notes.diagnostics else footer._replace(places={})


_cached_footer = lru_cache(maxsize=64)(_thorough_footer)


def _quick_board(rows: Sequence[str], game: AnyGame, defaults: FileDefaults | None) -> Board | None:
    is_known = set("".join(rows)) <= set(game.cells)
    return Board(tuple(rows)) if is_known and _has_size(rows, game, defaults) else None


def _has_size(rows: Sequence[str], game: AnyGame, defaults: FileDefaults | None) -> bool:
    """Return whether the rows make a board, and none can be taken for the key of a footer line."""
    # Keys are made of letters: all games are imported for them only if a row is, too.
    if any(row.isalpha() and row.lower() in footer_keys() for row in rows):
        return False
    if defaults and defaults.game.name == game.name:
        width, height = defaults.size
        if len(rows) == height and set(map(len, rows)) == {width}:
            return True
    return has_size_of(rows, game)


READ_AS_DEFAULT = FaultKind(
    "M411",
    Text(
        "no «game» line; read as {assumed}, where {sentence}",
        "нет строки «game»; читаем как «{assumed}», а там: {sentence}",
    ),
    Text(
        "a board like this can be of {games}: then write «game» and the name below it",
        "такая доска бывает и в других играх ({games}): тогда напишите под ней «game» и название",
    ),
)


def with_doubt_about_game(diagnostics: Sequence[Diagnostic], form: Form) -> tuple[Diagnostic, ...]:
    """Return the diagnostics, the first one about the position worded as a doubt about the game."""
    first = next((n for n, item in enumerate(diagnostics) if _is_of_position(item)), None)
    if first is None:
        return tuple(diagnostics)
    assumed = form.footer.game
    games = [game.name for game in _games_with_board(form.row_texts) if game != assumed]
    if assumed is None or not games:
        return tuple(diagnostics)
    fault = diagnostics[first].fault
    sentence = text_from(fault.sentence)
    doubt = READ_AS_DEFAULT(
        fault.place, assumed=assumed.title, sentence=sentence, games=", ".join(games)
    )
    return (
        *diagnostics[:first],
        replace(diagnostics[first], fault=doubt),
        *diagnostics[first + 1 :],
    )


def _is_of_position(diagnostic: Diagnostic) -> bool:
    """Return whether the board has something that the game forbids in every position."""
    is_error = diagnostic.severity is Severity.ERROR
    return is_error and diagnostic.code.startswith(("M3", *(f"M5{n}" for n in range(1, 10))))


def _games_with_board(rows: Sequence[str]) -> list[AnyGame]:
    """Return the games that have boards of just such rows."""
    games = (
        game_type()
        for game_type in all_games().values()
        if set("".join(rows)) <= set(game_type.cells)
    )
    return [game for game in games if has_size_of(rows, game)]


WINNER_KINDS = (
    faults.WINNER_NOT_WRITTEN,
    faults.DRAW_NOT_WRITTEN,
    faults.LIMIT_NOT_WRITTEN,
    faults.GAME_GOES_ON,
    faults.RESULT_NOT_SHOWN,
    faults.WRONG_WINNER,
)
_NEED_NOT_BE_WRITTEN = (HALF_MOVE_LIMIT.name, REPETITION.name)


def fault_of_winner(
    outcome: Outcome | None, written: Winner | None, unseen: Iterable[Winner] = ()
) -> Fault | None:
    """Return the fault of the written winner, which is None for U, not known yet.

    ``unseen`` are results that may be right though the file does not show why.
    """
    if outcome is None:
        return _fault_of_early_result(written, unseen)
    values = {"winner": outcome.winner, "reason": outcome.reason.text}
    if written is None:
        return _kind_of_unwritten(outcome)("winner", **values)
    if written != outcome.winner:
        return faults.WRONG_WINNER("winner", written=written, **values)
    return None


def _kind_of_unwritten(outcome: Outcome) -> FaultKind:
    if outcome.reason.name not in _NEED_NOT_BE_WRITTEN:
        return faults.WINNER_NOT_WRITTEN
    return faults.DRAW_NOT_WRITTEN if outcome.winner == "D" else faults.LIMIT_NOT_WRITTEN


def _fault_of_early_result(written: Winner | None, unseen: Iterable[Winner]) -> Fault | None:
    if written is None:
        return None
    kind = faults.RESULT_NOT_SHOWN if written in unseen else faults.GAME_GOES_ON
    return kind("winner", winner=written)


def unseen_results(game: AnyGame, position: Position) -> Iterator[Winner]:
    """Yield the results that a single file may have without showing why."""
    if position.half_move > 1 and game.limit is None:
        yield game.at_limit(position).winner
    if position.half_move > 1 and game.can_repeat:
        yield "D"
    outcome_of_passes = game.after_two_passes(position) if position.last is None else None
    if outcome_of_passes:
        yield outcome_of_passes.winner


def unseen_after(game: AnyGame, before: Position, after: Position) -> Iterator[Winner]:
    """Yield the results that a move may have because of moves before the first file."""
    if game.can_repeat:
        yield "D"
    is_first_pass = before.last is not None or not after.passes
    outcome_of_passes = None if is_first_pass else game.after_two_passes(after)
    if outcome_of_passes:
        yield outcome_of_passes.winner


@dataclass(frozen=True)
class Reading:
    """The result of reading a file: a matrix, if its form allowed one, and diagnostics."""

    matrix: Matrix | None
    diagnostics: tuple[Diagnostic, ...]
    text: Source
    """The file as far as it is a text."""
    defaults: FileDefaults | None = None
    """The game, size and clock that its writer was given, if known."""
    form: Form | None = field(default=None, repr=False, compare=False)
    """The parts of the file, perhaps without their places."""

    @property
    def good(self) -> bool:
        """True if there are no errors; warnings do not count."""
        return not any(item.severity is Severity.ERROR for item in self.diagnostics)

    @property
    def game(self) -> AnyGame | None:
        """The game of the file, whatever else is wrong with it."""
        return self.form.footer.game if self.form else None

    @property
    def board(self) -> Board | None:
        """The board of the file, whatever else is wrong with it."""
        return self.form.board if self.form else None

    @cached_property
    def source(self) -> tuple[str, ...]:
        """The lines of the file, to be shown."""
        return self.text.shown

    def locate(self, fault: Fault) -> Diagnostic:
        """Return the fault with its place in this file."""
        word = self._form.find(fault.place)
        return Diagnostic(
            fault, word.line, word.column, max(1, len(word.text)), fault.kind.severity
        )

    @cached_property
    def _form(self) -> Form:
        """The form with places; a file that was read quickly is read again, which is rare."""
        if self.form and self.form.rows is not None:
            return self.form
        return read_form(self.text, FaultList(self.text.encoding, lenient=True), self.defaults)


def read_matrix(
    data: bytes,
    *,
    lenient: bool = False,
    limit: int | None = None,
    before: Matrix | None = None,
    overdrawn: bool = False,
) -> Reading:
    """Read a file.

    With ``lenient``, Cyrillic letters that look Latin give only a warning. A limit of half-moves
    replaces the game's own. If the file follows the file ``before``, the game and the rules
    that it leaves out are those of that file. With ``overdrawn``, the writer's own time may be
    negative, with a warning, since somebody else measures it.
    """
    defaults = defaults_after(before, overdrawn=overdrawn) if before else None
    source, text_fault = decode(data)
    if text_fault is not None:
        return Reading(None, (text_fault,), source, defaults)
    notes = FaultList(source.encoding, lenient=lenient)
    form, limit_faults = _with_limit(
        read_quickly(source, defaults) or read_form(source, notes, defaults), limit
    )
    matrix = _matrix(form)
    has_form = not any(item.severity is Severity.ERROR for item in notes.diagnostics)
    reading = Reading(matrix if has_form else None, (), source, defaults, form)
    for fault in (*limit_faults, *_faults_of(form, matrix)):
        notes.take(reading.locate(fault))
    diagnostics = _in_order(notes.diagnostics)
    if form.footer.is_assumed:
        diagnostics = with_doubt_about_game(diagnostics, form)
    return replace(reading, diagnostics=diagnostics) if diagnostics else reading


def defaults_after(before: Matrix, *, overdrawn: bool = False) -> FileDefaults:
    """Return the values that the writer of the next file takes from this one."""
    board = before.position.board
    writer = before.position.player if overdrawn else None
    return FileDefaults(before.game, (board.width, board.height), writer)


def _in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(sorted(diagnostics, key=lambda item: (item.line, item.column, item.code)))


def _with_limit(form: Form, limit: int | None) -> tuple[Form, Sequence[Fault]]:
    """Return the form with the limit of half-moves, or why the game cannot have it."""
    game = form.footer.game
    if game is None or limit is None:
        return form, ()
    try:
        limited = game.with_limit(limit)
    except BadRequest as error:
        return form, (error.fault,)
    return form if limited is game else form._replace(footer=form.footer._replace(game=limited)), ()


def _matrix(form: Form) -> Matrix | None:
    """Return the matrix of the form, with defaults for what could not be read.

    None if the position is not known: then only single fields can be used.
    """
    header, footer, board, _ = form
    game, half_move = footer.game, header.half_move
    if game is None or board is None or half_move is None:
        return None
    if not footer.doubtful.isdisjoint({"rules", *game.state_lines}):
        return None
    last = None if footer.last is None else str(footer.last)
    points = (header.points.get("A", 0), header.points.get("B", 0))
    position = Position(
        board,
        player_of(half_move),
        half_move,
        last,
        points=points,
        state=footer.state,
    )
    winner = None if header.winner in (None, "U") else cast("Winner", header.winner)
    if last == "pass" and all(position.state):
        position = replace(position, passes=_passes(game, position, winner))
    a, b = (header.times.get(player, Decimal(0)) for player in PLAYERS)
    return Matrix(game, position, winner, (a, b))


def _passes(game: AnyGame, position: Position, winner: Winner | None) -> int:
    """Return how many passes led here: the file shows one, and by its result perhaps another."""
    outcome = game.after_two_passes(position)
    return 2 if outcome and outcome.winner == winner else 1


def _faults_of(form: Form, matrix: Matrix | None) -> Iterator[Fault]:
    """Yield faults by the rules of the game in the fields that could be read."""
    header, game = form.header, form.footer.game
    if game is None:
        return
    for player, points in header.points.items():
        if points and not game.keeps_points:
            yield faults.POINTS_NOT_ZERO(f"points {player}", points=points)
    faults_of_position = list(_faults_of_number(header.half_move, game.limit))
    if matrix and not all(matrix.position.state):
        matrix = None  # The missing state is reported elsewhere.
    if matrix:
        yield from _faults_of_last(matrix, form.footer.last)
        faults_of_position += [*game.faults(matrix.position), *_faults_of_points(matrix)]
    yield from faults_of_position
    is_possible = not any(fault.kind.severity is Severity.ERROR for fault in faults_of_position)
    if matrix and header.winner and is_possible and "last" not in form.footer.doubtful:
        unseen = unseen_results(game, matrix.position)
        fault = fault_of_winner(matrix.outcome, matrix.winner, unseen)
        yield from [fault] if fault else []


def _faults_of_number(half_move: int | None, limit: int | None) -> Iterator[Fault]:
    if half_move and limit is not None and half_move > limit + 1:
        yield faults.AFTER_THE_LIMIT("half-move", half_move=half_move, limit=limit)


def _faults_of_points(matrix: Matrix) -> Iterator[Fault]:
    """Yield points that differ from those that the board shows, if it shows any."""
    position = matrix.position
    shown = matrix.game.points_on(position.board) or position.points
    for player, right, written in zip(PLAYERS, shown, position.points, strict=True):
        if written != right:
            place = f"points {player}"
            yield faults.POINTS_NOT_ON_BOARD(place, player=player, right=right, written=written)


def _faults_of_last(matrix: Matrix, move: object | None) -> Iterator[Fault]:
    """Yield the fault of a last turn that cannot have been made."""
    if move is None:
        return
    if matrix.position.half_move == 1:
        yield faults.LAST_BEFORE_FIRST("last")
        return
    fault = matrix.game.fault_of_last(matrix.position, move)
    if fault:
        yield replace(fault, place="last")
