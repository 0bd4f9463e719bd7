"""A game of two bots, from the start position to the verdict."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from decimal import Decimal
from threading import Lock, Timer

from formats.game import Player
from formats.matrix import Matrix
from formats.record import VERDICT, Record, RecordedMove, remark_from_output
from referee.judge import JudgingOptions
from referee.program import Program
from referee.sandbox import Sandbox
from referee.sandbox.idle_sandboxes import IdleSandboxes
from referee.sandbox.isolation_choice import choose_isolation
from referee.sandbox.isolation_levels import IsolationLevel
from referee.turn import Turn
from referee.turn import play as play_turn
from referee.verdict import Verdict, verdict_by_rules

_MOST_REMARKED = 200
LAST_RUN = "LastRun"
"""Tag of the record with the run result of the turn that lost the game."""
UPDATE_INTERVAL = 0.05
"""Least seconds between two positions that a watcher gets: it could not show more."""

Watcher = Callable[[Turn, Matrix], None]
"""Callback for each half-move, with the matrix before it."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Everything that a game needs except its players."""

    start: Matrix
    judging: JudgingOptions = field(default_factory=JudgingOptions)
    isolation: IsolationLevel | None = None
    """Isolation level of the bots; None means the strongest that works here."""
    tags: Mapping[str, str] = field(default_factory=dict)
    """Further tags of the record."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """The verdict, the record and the turns of a game."""

    verdict: Verdict
    record: Record
    turns: tuple[Turn, ...]


def play_game(
    programs: Mapping[Player, Program],
    setting: Setting,
    watcher: Watcher | None = None,
    idle_sandboxes: IdleSandboxes | None = None,
) -> PlayedGame:
    """Play the game. Raise RefereeError for a fault of the machine: then there was no game.

    Given ``idle_sandboxes``, the sandboxes are taken from it and returned to it for other games.
    """
    isolation = choose_isolation(setting.isolation)
    setting = replace(setting, isolation=isolation)
    with ExitStack() as stack:
        lender = idle_sandboxes or stack.enter_context(IdleSandboxes())
        sandboxes = {
            player: stack.enter_context(lender.lend(program, setting.judging.limits, isolation))
            for player, program in programs.items()
        }
        return _play(sandboxes, setting, programs, watcher)


def _play(
    sandboxes: Mapping[Player, Sandbox],
    setting: Setting,
    programs: Mapping[Player, Program],
    watcher: Watcher | None,
) -> PlayedGame:
    now = setting.start
    moves: list[RecordedMove] = []
    turns: list[Turn] = []
    slept = dict.fromkeys(programs, Decimal(0))
    outcome = now.game.outcome(now.position)
    verdict = verdict_by_rules(outcome) if outcome else None
    while verdict is None:
        before, texts = now, [move.text for move in moves]
        player = before.position.player
        turn = play_turn(before, sandboxes[player], setting.judging, texts, slept[player])
        turns.append(turn)
        slept[player] += turn.run_result.slept
        verdict = turn.judgement.verdict
        if turn.judgement.matrix and turn.judgement.move:
            now = turn.judgement.matrix
            moves.append(replace(turn.judgement.move, remark=_remark(turn)))
        if watcher:
            watcher(turn, before)
    record = _record(setting, programs, moves, verdict)
    if turns and turns[-1].judgement.matrix is None:
        tags = {**record.tags, LAST_RUN: turns[-1].run_result.summary()}
        record = replace(record, tags=tags)
    return PlayedGame(verdict, record, tuple(turns))


def _remark(turn: Turn) -> str:
    """Return the remark of a move in the record: the beginning of what the bot printed."""
    if not turn.run_result.printed:
        return ""
    text = turn.run_result.printed.decode("utf-8", "replace")[:_MOST_REMARKED]
    return remark_from_output(text)


def _record(
    setting: Setting,
    programs: Mapping[Player, Program],
    moves: list[RecordedMove],
    verdict: Verdict,
) -> Record:
    timing = setting.judging.timing
    tags = {
        **setting.tags,
        "A": programs["A"].name,
        "B": programs["B"].name,
        "Clock": timing.clock.value,
        "Sandbox": str(setting.isolation),
        VERDICT: verdict.say(),
    }
    return Record(setting.start, tuple(moves), verdict.winner, verdict.reason, tags)


class GameReporter:
    """Sends positions of a game while it is played, though not every half-move.

    A watcher gets the newest half-move soon. A quick game has hundreds of half-moves a second, more
    than can be seen. A half-move that comes too soon after the last is delayed, and dropped if a
    newer one comes meanwhile. So when a bot thinks long after a quick answer of its opponent, the
    board shows that answer, not the position before it. After ``close`` nothing is sent.
    """

    def __init__(self, send: Callable[[Matrix], None]) -> None:
        self._send = send
        self._lock = Lock()
        self._sent_at = -UPDATE_INTERVAL
        self._newest: Matrix | None = None
        self._timer: Timer | None = None
        self._closed = False

    def __call__(self, turn: Turn, _before: Matrix) -> None:
        if turn.judgement.matrix is None:
            return
        with self._lock:
            self._newest = turn.judgement.matrix
            if self._timer is None:
                wait = self._sent_at + UPDATE_INTERVAL - time.monotonic()
                self._send_now() if wait <= 0 else self._send_in(wait)

    def close(self) -> None:
        """Send no more: the game is over, and its result includes everything."""
        with self._lock:
            self._closed = True
            if self._timer:
                self._timer.cancel()

    def _send_now(self) -> None:
        if self._newest:
            self._send(self._newest)
        self._newest, self._sent_at = None, time.monotonic()

    def _send_in(self, seconds: float) -> None:
        self._timer = Timer(seconds, self._send_late)
        self._timer.daemon = True
        self._timer.start()

    def _send_late(self) -> None:
        with self._lock:
            self._timer = None
            if not self._closed:
                with suppress(OSError):  # The reader is gone, which the end of the game reports.
                    self._send_now()
