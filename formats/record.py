r"""Game records: games as text, finished or not, in the manner of PGN.

    [Event "Class tournament"]
    [A "ivanov"]
    [B "petrov"]
    [Start "A 1 U/0 30/0 30/----/----/----/----/game virus-war/rules classic"]
    [Result "1-0"]
    [Termination "killed-all"]

    1. a1-b2-c3 {[%emt 0.131]} d4-c4-b4 {[%emt 1.2]}
    2. b4-c4-d4 {[%emt 0.2]}
    1-0

``Start`` is the matrix.txt that the first bot was given, its lines joined by slashes. Each move is
followed by the seconds that it took off the mover's clock. Both are exact to the microsecond, so
that the record replays to exactly the same positions and files. ``Limit`` is the half-move limit,
if it is not the game's own. Other tags are kept as they are.

A record is written by this project, so reading stops at the first fault, and says what is wrong and
where. What a bot printed is a remark beside its move, on one line, spelled as in JSON:
``printed: "depth 4\n  best a2-a3"``, so that a person can read it and the output can be restored
exactly. Braces would end the remark, repeated blanks would be lost, and unprintable characters may
control a terminal: so these are spelled by their numbers. Older records have only the words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import count, pairwise
from typing import Literal, NamedTuple, TypeAlias

from formats.board import Board, base36, index_width
from formats.fault import Diagnostic, Fault, FaultKind, Severity
from formats.game import PLAYERS, Player, Position, RuleError, other, player_of
from formats.matrix import Matrix, read_matrix, write_exactly
from formats.outcome import Winner
from formats.printable import printable
from formats.seconds import read_seconds, write_seconds
from formats.text import Text, text_from

Result: TypeAlias = Literal["1-0", "0-1", "1/2-1/2", "*"]
RESULTS: dict[Winner | None, Result] = {"A": "1-0", "B": "0-1", "D": "1/2-1/2", None: "*"}

_WITHOUT_BRACES = {"{": "(", "}": ")"}


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """A move of a record: its notation, its time, and perhaps a remark."""

    text: str
    seconds: Decimal = Decimal(0)
    remark: str = ""


_TAG_NAME = re.compile("[A-Za-z][A-Za-z0-9_]*")
OWN_TAGS = ("Limit", "Start", "Result", "Termination")


@dataclass(frozen=True, slots=True)
class Record:
    """A record of a game: its start, its moves and its end."""

    start: Matrix
    moves: tuple[RecordedMove, ...] = ()
    result: Winner | None = None
    termination: str = "unfinished"
    tags: Mapping[str, str] = field(default_factory=dict)

    def files(self) -> Iterator[Matrix]:
        """Yield the start and the matrix after each move. Raise RuleError for a wrong move."""
        yield self.start
        now = self.start
        for index, move in enumerate(self.moves, start=1 - len(self.moves)):
            now = after_move(now, move)
            yield with_draw_written(now, self.result) if index == 0 else now

    def seconds_of(self, player: Player) -> list[Decimal]:
        """Return the seconds that each move of the player took."""
        numbered = enumerate(self.moves, start=self.start.position.half_move)
        return [move.seconds for number, move in numbered if player_of(number) == player]


def with_draw_written(last: Matrix, result: Winner | None) -> Matrix:
    """Return the last matrix of a game, with D for a draw that the board need not show."""
    return replace(last, winner="D") if result == "D" else last


def after_move(before: Matrix, move: RecordedMove) -> Matrix:
    """Return the matrix for the other player. Raise RuleError for an illegal move."""
    game = before.game
    position = game.play(before.position, game.parse(move.text))
    after = before.followed_by(position, game.outcome(position))
    return charge_clock(after, before.position.player, move.seconds)


def charge_clock(matrix: Matrix, player: Player, seconds: Decimal) -> Matrix:
    """Return the matrix after these seconds are taken off the player's clock."""
    a, b = matrix.times
    return matrix.with_times((a - seconds, b) if player == "A" else (a, b - seconds))


def write_record(record: Record) -> str:
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in _tags(record)]
    return "\n".join([*lines, "", *_move_lines(record), RESULTS[record.result], ""])


def _tags(record: Record) -> Iterator[tuple[str, str]]:
    for name, value in record.tags.items():
        if name in OWN_TAGS or not _TAG_NAME.fullmatch(name):
            raise ValueError(f"{name} cannot name a tag")
        yield name, value
    game = record.start.game
    if game.limit is not None and game.limit != type(game).limit:
        yield "Limit", str(game.limit)
    yield "Start", "/".join(write_exactly(record.start).splitlines())
    yield "Result", RESULTS[record.result]
    yield "Termination", record.termination


def _escaped(value: str) -> str:
    """Return the value of a tag on one line, fit to be shown, escaped as in PGN."""
    return printable(" ".join(value.split())).replace("\\", "\\\\").replace('"', '\\"')


def _move_lines(record: Record) -> Iterator[str]:
    """Yield a line for each move number, with the half-moves of both players."""
    first = record.start.position.half_move
    line = ""
    for half_move, move in enumerate(record.moves, start=first):
        number = f"{(half_move + 1) // 2}."
        if half_move % 2:
            line = f"{number} {_move_text(move)}"
            continue
        yield f"{line or number + '..'} {_move_text(move)}"
        line = ""
    if line:
        yield line


def _move_text(move: RecordedMove) -> str:
    remark = "".join(_WITHOUT_BRACES.get(c, c) for c in move.remark)
    words = [f"[%emt {write_seconds(move.seconds)}]", *remark.split()]
    return f"{move.text} {{{' '.join(words)}}}"


BAD_TAG = FaultKind(
    "R101",
    Text("this is not a tag", "это не тег"),
    Text('a tag is [Name "value"]', 'тег: [Имя "значение"]'),
)
REPEATED_TAG = FaultKind("R102", Text("the tag {name} is repeated", "тег {name} повторён"))
NO_START = FaultKind("R103", Text("there is no tag Start", "нет тега Start"))
NO_RECORD = FaultKind(
    "R106",
    Text("this is not the record of a game", "это не запись партии"),
    Text(
        '`arena match --records DIR` writes records; they begin with tags such as [Game "1"]',
        'записи пишет `arena match --records DIR`; они начинаются с тегов, например [Game "1"]',
    ),
)
BAD_START = FaultKind(
    "R104", Text("the start position is wrong: {sentence}", "начальная позиция неверна: {sentence}")
)
BAD_LIMIT = FaultKind(
    "R105", Text("the limit «{text}» is not a number", "предел «{text}» — не число")
)
BAD_NUMBER = FaultKind(
    "R111",
    Text("the move's number is {right}, not {written}", "номер хода {right}, а не {written}"),
)
OPEN_REMARK = FaultKind("R112", Text("a remark is not closed", "замечание не закрыто"))
STRAY_REMARK = FaultKind(
    "R113", Text("a remark must follow a move", "замечание должно стоять после хода")
)
BAD_TIME = FaultKind("R114", Text("the time «{text}» is wrong", "неверное время «{text}»"))
TIME_OVERDRAWN = FaultKind(
    "R115", Text("the move took more time than was left", "ход занял больше времени, чем было")
)
AFTER_RESULT = FaultKind(
    "R116", Text("there is text after the result", "после итога есть ещё текст")
)
NO_RESULT = FaultKind(
    "R117", Text("the result is missing after the moves", "после ходов нет итога")
)
OTHER_RESULT = FaultKind(
    "R118",
    Text(
        "the result is {written}, but it should be {right}",
        "записан итог {written}, а должен быть {right}",
    ),
)

_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*) "((?:[^"\\]|\\.)*)"\]')
_TOKEN = re.compile(r"\{[^}]*\}|\{|[^\s{]+")
_NUMBER = re.compile(r"([0-9]{1,9})(\.|\.\.\.)", re.ASCII)
_EMT = re.compile(r"\[%emt ([^\]]*)\]")


class BadRecord(ValueError):  # noqa: N818  # The name says what it is.
    """A text that is not the record of a game; ``diagnostic`` says why."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(f"line {diagnostic.line}: {diagnostic.sentence()}")
        self.diagnostic = diagnostic


class Token(NamedTuple):
    """A move, a number, a remark or a result, with its place."""

    text: str
    line: int
    column: int

    def error(self, fault: Fault) -> BadRecord:
        return BadRecord(Diagnostic(fault, self.line, self.column, max(1, len(self.text))))


class _Tag(NamedTuple):
    value: str
    token: Token


class PlayedRecord(NamedTuple):
    """A record with the matrices that its ``files`` would replay."""

    record: Record
    files: tuple[Matrix, ...]


def read_record(text: str) -> Record:
    """Return the record in this text, after playing it. Raise BadRecord."""
    return read_played(text).record


def read_played(text: str) -> PlayedRecord:
    """Return the record in this text with its matrices. Raise BadRecord."""
    lines = text.removeprefix("\ufeff").splitlines()
    body = next((n for n, line in enumerate(lines) if line.strip() and line[0] != "["), len(lines))
    tags = _read_tags(lines[:body])
    if not tags:
        raise Token("", 1, 1).error(NO_RECORD())
    start = _read_start(tags, _limit(tags))
    moves = _Moves(start)
    result_token = moves.read(_tokens(lines, body))
    _check_result(result_token, tags, moves.now)
    record = Record(
        start=start,
        moves=tuple(moves.moves),
        result=_winner(result_token),
        termination=tags["Termination"].value if "Termination" in tags else "unfinished",
        tags={name: tag.value for name, tag in tags.items() if name not in OWN_TAGS},
    )
    if moves.moves:
        moves.files[-1] = with_draw_written(moves.now, record.result)
    return PlayedRecord(record, tuple(moves.files))


def _read_tags(lines: Sequence[str]) -> dict[str, _Tag]:
    tags: dict[str, _Tag] = {}
    for number, line in enumerate(lines, start=1):
        token = Token(line, number, 1)
        match = _TAG.fullmatch(line.strip())
        if match is None and line.strip():
            raise token.error(BAD_TAG())
        if match is None:
            continue
        name, value = match.groups()
        if name in tags:
            raise token.error(REPEATED_TAG(name=name))
        tags[name] = _Tag(printable(re.sub(r"\\(.)", r"\1", value)), token)
    return tags


def _read_start(tags: dict[str, _Tag], limit: int | None) -> Matrix:
    if "Start" not in tags:
        raise Token("", 1, 1).error(NO_START())
    start = tags["Start"]
    data = start.value.replace("/", "\n").encode(errors="surrogatepass")
    reading = read_matrix(data, limit=limit)
    for diagnostic in reading.diagnostics:
        if diagnostic.severity is Severity.ERROR:
            raise start.token.error(BAD_START(sentence=text_from(diagnostic.sentence)))
    assert reading.matrix, "a file without errors can be read"
    return reading.matrix


def _limit(tags: dict[str, _Tag]) -> int | None:
    limit = tags.get("Limit")
    if limit is None:
        return None
    if not re.fullmatch(r"[1-9][0-9]{0,8}", limit.value, re.ASCII):
        raise limit.token.error(BAD_LIMIT(text=limit.value))
    return int(limit.value)


def _tokens(lines: Sequence[str], body: int) -> Iterator[Token]:
    for number, line in enumerate(lines[body:], start=body + 1):
        for match in _TOKEN.finditer(line):
            yield Token(match[0], number, match.start() + 1)


class _Moves:
    """The moves read so far, with the matrices that they lead to."""

    def __init__(self, start: Matrix) -> None:
        self.files = [start]
        self.moves: list[RecordedMove] = []
        self._can_take_remark = False

    @property
    def now(self) -> Matrix:
        return self.files[-1]

    def read(self, tokens: Iterator[Token]) -> Token:
        """Read the moves up to the result; return the result."""
        token = Token("", 1, 1)
        for token in tokens:
            if token.text in RESULTS.values():
                for more in tokens:
                    raise more.error(AFTER_RESULT())
                return token
            self._take(token)
        raise token.error(NO_RESULT())

    def _take(self, token: Token) -> None:
        if token.text[0] == "{":
            self._take_remark(token)
        elif _NUMBER.fullmatch(token.text):
            self._take_number(token)
        else:
            self._play(token)
            self._can_take_remark = True

    def _take_number(self, token: Token) -> None:
        half_move = self.now.position.half_move
        right = f"{(half_move + 1) // 2}{'.' if half_move % 2 else '...'}"
        if token.text != right:
            raise token.error(BAD_NUMBER(right=right, written=token.text))

    def _take_remark(self, token: Token) -> None:
        """Read the remark of the last move, and take its time off the mover's clock."""
        if not token.text.endswith("}"):
            raise token.error(OPEN_REMARK())
        if not self._can_take_remark:
            raise token.error(STRAY_REMARK())
        self._can_take_remark = False
        inside = token.text[1:-1]
        remark = " ".join(_EMT.sub("", inside, count=1).split())
        move = RecordedMove(self.moves[-1].text, _seconds(token, inside), remark)
        self.files[-1] = charge_clock(self.now, other(self.now.position.player), move.seconds)
        if min(self.now.times) < 0:
            raise token.error(TIME_OVERDRAWN())
        self.moves[-1] = move

    def _play(self, token: Token) -> None:
        move = RecordedMove(token.text)
        try:
            self.files.append(after_move(self.now, move))
        except RuleError as error:
            raise token.error(error.fault) from None
        self.moves.append(move)


def _seconds(token: Token, remark: str) -> Decimal:
    match = _EMT.search(remark)
    if match is None:
        return Decimal(0)
    seconds = read_seconds(match[1])
    if isinstance(seconds, FaultKind):
        raise token.error(BAD_TIME(text=match[1]))
    return seconds


def _winner(result_token: Token) -> Winner | None:
    return next(winner for winner, text in RESULTS.items() if text == result_token.text)


def _check_result(result_token: Token, tags: dict[str, _Tag], last: Matrix) -> None:
    """Raise BadRecord if the result contradicts the tag or a board on which the game is over."""
    if last.winner and RESULTS[last.winner] != result_token.text:
        raise result_token.error(
            OTHER_RESULT(written=result_token.text, right=RESULTS[last.winner])
        )
    if "Result" in tags and tags["Result"].value != result_token.text:
        raise tags["Result"].token.error(
            OTHER_RESULT(written=tags["Result"].value, right=result_token.text)
        )


_START = re.compile(r'^\[Start "([^"\\]*)"\]$', re.MULTILINE)
_TIMED_MOVE = re.compile(r"(\S+) \{\[%emt ([0-9.]+)\]")


class MovesAsWritten(NamedTuple):
    """The start and the moves of a record, read without the rules of the game."""

    start: str
    """Value of the tag Start."""
    moves: list[tuple[str, str]]
    """Moves, each with its seconds."""


def moves_as_written(record: str) -> MovesAsWritten | None:
    """Return the moves of a record that this project has written; None for another text.

    Playing the game, as ``read_record`` does, takes a hundred times as long.
    """
    tags, _, body = record.partition("\n\n")
    start = _START.search(tags)
    return MovesAsWritten(start[1], _TIMED_MOVE.findall(body)) if start else None


def changes_between(positions: Iterable[Position]) -> str:
    """Return what changes from each position of a game to the next, separated by blanks.

    A cell that changes is its number, counted row by row from the top, in base 36, and its new
    character; all numbers have the same number of digits. New points follow as ``=4,1``. A dot
    stands for no change. So pages can step through a game without its rules.
    """
    return " ".join(
        _changed_cells(before.board, after.board) + _changed_points(before, after) or "."
        for before, after in pairwise(positions)
    )


def _changed_cells(before: Board, after: Board) -> str:
    width = index_width(after.width * after.height)
    first, changed = 0, []
    for old_row, new_row in zip(before.rows, after.rows, strict=True):
        if old_row != new_row:
            pairs = enumerate(zip(old_row, new_row, strict=True), start=first)
            changed += [base36(index, width) + new for index, (old, new) in pairs if old != new]
        first += len(new_row)
    return "".join(changed)


def _changed_points(before: Position, after: Position) -> str:
    return "={},{}".format(*after.points) if after.points != before.points else ""


def read_start(value: str, limit: int | None = None) -> Matrix:
    """Return the start position that a tag Start has. Raise BadRecord."""
    return _read_start({"Start": _Tag(value, Token(value, 1, 1))}, limit)


_PRINTED = "printed: "
_MOVES = re.compile(r"(?<=\[%emt )([^\]{}]*\])[^{}]*(?=\})")
"""The time of a move with the remark after it, as ``write_record`` writes them."""
VERDICT = "Verdict"
"""Tag with the reason why a game ended, in records that the referee has written."""
_VERDICT_TAG = re.compile(rf"^(\[{VERDICT} ).*\]$", re.MULTILINE)
_SPELLED_BY_NUMBER = re.compile(r"[{}]|(?<= ) |^ | $|[^\x20-\x7e]")


def remark_from_output(printed: str) -> str:
    """Return a remark from which ``output_from_remark`` restores what a bot printed."""
    spelled = json.dumps(printed, ensure_ascii=False)[1:-1]
    return f'{_PRINTED}"{_SPELLED_BY_NUMBER.sub(_spell_by_number, spelled)}"'


def output_from_remark(remark: str) -> str | None:
    """Return what the bot printed, by the remark; None if the remark is about something else."""
    if not remark.startswith(_PRINTED):
        return None
    spelled = remark.removeprefix(_PRINTED)
    try:
        printed = json.loads(spelled)
    except ValueError:
        return spelled
    return printed if isinstance(printed, str) else spelled


def without_remarks(record: str, kept: Container[Player] = (), verdict: str = "") -> str:
    """Return the text of a record without remarks on moves of players that are not ``kept``.

    A given verdict replaces that of the record. The text is not parsed: a ledger has many
    records, and reading a record plays its game again.
    """
    tags, blank, moves = record.partition("\n\n")
    b_began = tags.partition('[Start "')[2].startswith("B")
    numbers = count(int(b_began))

    def spelled(move: re.Match[str]) -> str:
        return move[0] if PLAYERS[next(numbers) % 2] in kept else move[1]

    if verdict:
        tags = _VERDICT_TAG.sub(lambda tag: f'{tag[1]}"{verdict}"]', tags)
    return tags + blank + _MOVES.sub(spelled, moves)


def _spell_by_number(match: re.Match[str]) -> str:
    character = match[0]
    if character not in "{} " and character.isprintable():
        return character
    return json.dumps(character)[1:-1] if ord(character) > 0x7F else f"\\u{ord(character):04x}"
