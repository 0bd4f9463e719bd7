"""Turns with each fault that a bot can commit, generated from the tables of faults.

Files come from the folders ``changes`` and ``malformed`` of every game, and what a program does
besides writing its file comes from ``RUNS``. Whatever carries turns, games or findings from one
process to another, or to a page, is tested with all of them.
"""

from __future__ import annotations

import errno
import signal
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache
from typing import Any

from formats.fault import FaultKind
from formats.game import Player, StartRequest
from formats.games import all_games
from formats.matrix import Matrix, read_matrix, write_matrix
from formats.record import Record
from referee import run_faults
from referee.bot_game import LAST_RUN, PlayedGame, Setting
from referee.clock import Timing
from referee.judge import JudgingOptions, judge
from referee.pool import FinishedGame, GameJob
from referee.program import MIB, Limits, Program
from referee.sandbox.isolation_levels import IsolationLevel
from referee.sandbox.run_result import Excess, FileKind, RunEnd, RunResult, TurnFile
from referee.turn import Turn
from tests.formats.change_files import all_changes
from tests.formats.games.game_folders import files_of
from tests.formats.matrix.test_malformed import HERE as COMMON
from tournaments.storage import Store

JUDGING = JudgingOptions()
_TIME = Decimal("0.1")

RUNS: Mapping[FaultKind, Mapping[str, Any]] = {
    run_faults.NOT_STARTED: {"end": RunEnd.NOT_STARTED, "status": errno.ENOEXEC},
    run_faults.EXIT_STATUS: {"status": 3},
    run_faults.SIGNAL: {"end": RunEnd.SIGNALLED, "status": int(signal.SIGSEGV)},
    run_faults.TOO_MUCH_MEMORY: {"end": RunEnd.MEMORY_OVER},
    run_faults.FILE_TOO_LARGE: {"file": TurnFile(FileKind.REGULAR, 1, 1 << 20, b"")},
    run_faults.WROTE_TOO_MUCH: {
        "end": RunEnd.SIGNALLED,
        "status": int(getattr(signal, "SIGXFSZ", 25)),
    },
    run_faults.TEMPORARY_FILES: {"end": RunEnd.FILES_OVER, "status": Excess.DEPTH},
    run_faults.TIME_OVER: {"end": RunEnd.CPU_OVER, "cpu": Decimal(40)},
    run_faults.SLEPT_IN_MOVE: {"end": RunEnd.OWN_TIME_OVER, "slept": Decimal(11)},
    run_faults.SLEPT_IN_GAME: {"end": RunEnd.OWN_TIME_OVER, "slept": Decimal(2)},
    run_faults.FALSE_CLAIM: {"cpu": Decimal(0), "wall": Decimal(0)},
    run_faults.MISSING: {"file": TurnFile(FileKind.MISSING, 0, 0, b"")},
    run_faults.NOT_A_FILE: {"file": TurnFile(FileKind.FOLDER, 1, 0, b"")},
    run_faults.SECOND_NAME: {"file": TurnFile(FileKind.REGULAR, 2, 0, b"")},
    run_faults.UNREADABLE: {"file": TurnFile(FileKind.UNREADABLE, 1, 0, b"")},
    run_faults.OTHER_FILES: {"other_names": ("notes.txt", "\udcff\x1b[2J")},
    run_faults.STATUS_AFTER_MOVE: {"status": 3},
    run_faults.SIGNAL_AFTER_MOVE: {"end": RunEnd.SIGNALLED, "status": int(signal.SIGABRT)},
}
"""Difference between a good turn and one that commits the fault, by the kind of fault."""
_WITH_A_MOVE = (
    run_faults.STATUS_AFTER_MOVE,
    run_faults.SIGNAL_AFTER_MOVE,
    run_faults.FALSE_CLAIM,
)
_WRITER = b'#!/bin/sh\nprintf "$1" > matrix.txt\n'
"""A bot that writes the file that its argument spells."""


@dataclass(frozen=True)
class FaultyTurn:
    """A turn that loses the game, and the file from which it was made."""

    name: str
    before: Matrix
    turn: Turn

    def __str__(self) -> str:
        return self.name

    @property
    def player(self) -> Player:
        return self.before.position.player

    @property
    def code(self) -> str:
        """Code of the fault that loses the game."""
        assert self.turn.judgement.offence
        return self.turn.judgement.offence.fault.kind.code

    @property
    def data(self) -> bytes:
        """Content of the file that the bot left."""
        return self.turn.run_result.file.data

    @property
    def played(self) -> PlayedGame:
        """The game that consists of this turn alone."""
        verdict = self.turn.judgement.verdict
        assert verdict
        tags = {"A": "north", "B": "south", "Verdict": verdict.say()}
        tags[LAST_RUN] = self.turn.run_result.summary()
        record = Record(self.before, (), verdict.winner, verdict.reason, tags)
        return PlayedGame(verdict, record, (self.turn,))


def faulty_turns(game: str) -> list[FaultyTurn]:
    """Return a turn for each known fault of the game, and for each fault of all games."""
    return [*faulty_files(game), *_turns_of_runs(game)]


@cache
def faulty_files(game: str) -> tuple[FaultyTurn, ...]:
    """Return the turns whose fault is in the file alone."""
    turns = _turns_of_files(game)
    return tuple(turn for turn in turns if turn.turn.judgement.offence and not turn.before.is_over)


def _turns_of_files(game: str) -> list[FaultyTurn]:
    turns = []
    for change in all_changes():
        if change.name.startswith(f"{game}/") and change.after:
            turns.append(_turn(change.name, _matrix(change.before), _result(change.after.encode())))
    common = [("common", path) for path in sorted((COMMON / "malformed").glob("*.txt"))]
    own = [path_of_game for path_of_game in files_of("malformed/*.txt") if path_of_game[0] == game]
    for home, path in (*own, *common):
        name = f"{home}/malformed/{path.stem}"
        turns.append(_turn(name, start_of(game), _result(path.read_bytes())))
    return turns


def _turns_of_runs(game: str) -> list[FaultyTurn]:
    before = start_of(game)
    turns = []
    for kind, facts in RUNS.items():
        data = _after_a_move(before) if kind in _WITH_A_MOVE else write_matrix(before).encode()
        slept = Decimal(9) if kind is run_faults.SLEPT_IN_GAME else Decimal(0)
        result = replace(_result(data), **facts)
        turns.append(_turn(f"run/{kind.code}", before, result, slept))
    return turns


def game_jobs(turns: Sequence[FaultyTurn], store: Store) -> list[GameJob]:
    """Return a job for each turn, of bots that leave the same file; the bots need a shell."""
    path = store.path(store.keep(_WRITER))
    jobs = []
    for number, turn in enumerate(turns):
        program = Program("writer", path, (_spelt(turn.data),))
        setting = Setting(turn.before, JUDGING, IsolationLevel.NONE)
        jobs.append(GameJob(number, {"A": program, "B": program}, setting))
    return jobs


def _spelt(data: bytes) -> str:
    """Return the argument of `printf` that prints the bytes."""
    return "".join(f"\\{byte:03o}" for byte in data)


def start_of(game: str) -> Matrix:
    """Return the usual start position of the game."""
    rules = all_games()[game]()
    return Matrix(rules, rules.start(StartRequest()))


def _after_a_move(before: Matrix, used: Decimal = Decimal(1)) -> bytes:
    game = before.game
    move = next(iter(game.moves(before.position)))
    position = game.perform(before.position, move)
    after = before.followed_by(position, game.outcome(position))
    a, b = before.times
    return write_matrix(after.with_times((a - used, b))).encode()


def _matrix(text: str) -> Matrix:
    matrix = read_matrix(text.encode()).matrix
    assert matrix
    return matrix


def _result(data: bytes) -> RunResult:
    file = TurnFile(FileKind.REGULAR, 1, len(data), data)
    zero = Decimal(0)
    return RunResult(
        RunEnd.EXITED, 0, _TIME, _TIME, zero, MIB, False, file, (), b"\xffdepth 7\n", 9
    )


def _turn(name: str, before: Matrix, result: RunResult, slept: Decimal = Decimal(0)) -> FaultyTurn:
    return FaultyTurn(name, before, Turn(result, judge(before, result, JUDGING, (), slept)))


_HEAD = b'#!/bin/sh\nmove() { printf "$1" > matrix.txt; }\n'
"""Start of a shell script whose function ``move`` writes the file that its argument spells."""
SCRIPTS: Mapping[FaultKind, bytes] = {
    run_faults.NOT_STARTED: b"#!/no/such/interpreter\n",
    run_faults.EXIT_STATUS: _HEAD + b"exit 3\n",
    run_faults.SIGNAL: _HEAD + b"kill -SEGV $$\n",
    run_faults.TOO_MUCH_MEMORY: _HEAD
    + b"text=0123456789abcdef\nwhile :; do text=$text$text; done\n",
    run_faults.FILE_TOO_LARGE: _HEAD + b"head -c 1000000 /dev/zero > matrix.txt\n",
    run_faults.WROTE_TOO_MUCH: _HEAD + b"exec head -c 70000000 /dev/zero > /tmp/large\n",
    run_faults.TIME_OVER: _HEAD + b"while :; do :; done\n",
    run_faults.SLEPT_IN_MOVE: _HEAD + b"sleep 60\n",
    run_faults.FALSE_CLAIM: _HEAD + b'move "$2"\n',
    run_faults.MISSING: b"#!/bin/sh\nrm matrix.txt\n",
    run_faults.NOT_A_FILE: b"#!/bin/sh\nrm matrix.txt\nmkdir matrix.txt\n",
    run_faults.OTHER_FILES: _HEAD + b'move "$1"\necho notes > notes.txt\n',
    run_faults.STATUS_AFTER_MOVE: _HEAD + b'move "$1"\nexit 3\n',
    run_faults.SIGNAL_AFTER_MOVE: _HEAD + b'move "$1"\nkill -ABRT $$\n',
}
"""A shell script that commits each fault of a run."""
NO_SCRIPT = {
    run_faults.TEMPORARY_FILES: "how much is too much depends on the isolation level",
    run_faults.SLEPT_IN_GAME: "takes several moves that sleep",
    run_faults.SECOND_NAME: "the second name is another file, which is told first",
    run_faults.UNREADABLE: "root reads every file",
}
"""Faults of a run that no script of one turn shows on every machine, with the reasons.

Offenders show the first two.
"""


def jobs_of_runs(game: str, store: Store, level: IsolationLevel) -> list[GameJob]:
    """Return a job for each script of ``SCRIPTS``; the bots need a shell."""
    before = start_of(game).with_times((Decimal(2), Decimal(2)))
    arguments = (_spelt(_after_a_move(before, _TIME / 10)), _spelt(_after_a_move(before)))
    jobs = []
    for number, (kind, script) in enumerate(SCRIPTS.items()):
        program = Program(kind.code, store.path(store.keep(script)), arguments)
        judging = JudgingOptions(
            Timing(patience=Decimal("0.2")), Limits(memory=64 * MIB, file_size=64 * MIB)
        )
        setting = Setting(before, judging, level)
        jobs.append(GameJob(number, {"A": program, "B": program}, setting))
    return jobs


def codes_of(games: Iterable[FinishedGame]) -> dict[str, str]:
    """Return the code of the first offence of each game, by the name of its bot."""
    codes = {}
    for finished in games:
        offence = finished.played.turns[0].judgement.offence
        codes[finished.game.programs["A"].name] = offence.fault.kind.code if offence else ""
    return codes
