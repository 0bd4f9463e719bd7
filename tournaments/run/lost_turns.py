"""The turn by which a bot has lost a game, made again from what the ledger tells of the game.

The record's tag ``LastRun`` tells how the program ended. What it left beside its file is in the
verdict's sentence alone, and so is the end in records of earlier versions, which lack the tag.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from formats.fault import Fault, FaultKind
from formats.game import Player, other, player_of
from formats.record import Record, read_record
from formats.text import Text
from referee.bot_game import LAST_RUN
from referee.diagnosis.lost_turn import LostTurn
from referee.judge import Judged, Rules, judge, judge_file
from referee.program import Program
from referee.run_faults import Offence
from referee.sandbox.run_result import (
    FileKind,
    FoundFile,
    RunEnd,
    RunResult,
    nothing,
    run_from_summary,
)
from referee.turn import Turn
from referee.verdict import against
from tournaments.ledger.ledger_game import LedgerGame

_TOLD = FaultKind("", Text("{sentence}", "{sentence}"))
"""A fault of which only the sentence is known. It is no new one, and has no code of its own."""


def lost_turn(entry: LedgerGame, rules: Rules, program: Program) -> LostTurn | None:
    """That of the program which lost; nothing where the game was drawn, or lost on the board."""
    if entry.winner == "D" or not entry.ending.is_fault:
        return None
    loser, record = other(entry.winner), read_record(entry.record)
    *_, before = record.files()
    if before.position.player != loser:
        return None  # it was taken from him otherwise
    moves = [made.text for made in record.moves]
    run = run_from_summary(record.tags.get(LAST_RUN, ""))
    happened = _happened(entry, run or _unknown_run(_used(entry, loser, record)), record)
    # The sleep of earlier turns is not known: a game lost by that is told by its sentence.
    offence = judge(before, happened, rules, moves).offence if run else None
    if offence is None and entry.evidence:
        offence = judge_file(before.as_written, entry.evidence, rules, moves).offence
    if offence is None or offence.ending is not entry.ending:
        offence = Offence(entry.ending, Fault(_TOLD, None, {"sentence": entry.sentence}))
    turn = Turn(happened, Judged(against(loser, *offence), offence=offence))
    usual = max(_seconds_of_moves(loser, record), default=Decimal(0))
    return LostTurn(before, turn, rules, program, offence, moves, usual)


def _happened(entry: LedgerGame, run: RunResult, record: Record) -> RunResult:
    """Complete the run with the file and the output that the ledger keeps."""
    half_move = record.start.position.half_move + len(record.moves)
    printed = "".join(one.text for one in entry.printed if one.half_move == half_move).encode()
    data = entry.evidence or b""
    file = FoundFile(FileKind.REGULAR, 1, len(data), data) if data else run.file
    return replace(run, file=file, printed=printed, printed_size=len(printed))


def _unknown_run(used: Decimal) -> RunResult:
    return replace(nothing(RunEnd.EXITED), cpu=used, wall=used)


def _used(entry: LedgerGame, loser: Player, record: Record) -> Decimal:
    """The time of that turn: of all that it used, what its moves did not."""
    made = sum(_seconds_of_moves(loser, record), Decimal(0))
    return max(Decimal(0), entry.seconds[loser == "B"] - made)


def _seconds_of_moves(player: Player, record: Record) -> list[Decimal]:
    first = record.start.position.half_move
    numbered = enumerate(record.moves, start=first)
    return [move.seconds for number, move in numbered if player_of(number) == player]
