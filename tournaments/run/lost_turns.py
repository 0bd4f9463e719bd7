"""The turn by which a bot has lost a game, made again from what the ledger tells of the game.

How the program ended, and what it left beside its file, the ledger tells in a sentence alone: of
that no slip is looked for. What it made of the file, what it printed and its time are there.
"""

from __future__ import annotations

from decimal import Decimal

from formats.fault import Fault, FaultKind
from formats.game import Player, other, player_of
from formats.record import Record
from formats.record.parser import read_record
from formats.text import Text
from referee.diagnosis.lost_turn import LostTurn
from referee.judge import Judged, Rules, judge_file
from referee.program import Program
from referee.run_faults import Offence
from referee.sandbox.run_result import FileKind, FoundFile, RunEnd, RunResult
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
    offence = Offence(entry.ending, Fault(_TOLD, None, {"sentence": entry.sentence}))
    data = entry.evidence or b""
    if data:
        found = judge_file(before.as_told, data, rules, moves).offence
        offence = found if found and found.ending is entry.ending else offence
    happened = _happened(entry, loser, record, data)
    turn = Turn(happened, Judged(against(loser, *offence), offence=offence))
    usual = max(_seconds_of_moves(loser, record), default=Decimal(0))
    return LostTurn(before, turn, rules, program, offence, moves, usual)


def _happened(entry: LedgerGame, loser: Player, record: Record, data: bytes) -> RunResult:
    half_move = record.start.position.half_move + len(record.moves)
    printed = "".join(one.text for one in entry.printed if one.half_move == half_move).encode()
    used = _used(entry, loser, record)
    return RunResult(
        end=RunEnd.EXITED,
        status=0,
        cpu=used,
        wall=used,
        slept=Decimal(0),
        memory=0,
        left_processes=False,
        file=FoundFile(FileKind.REGULAR if data else FileKind.MISSING, 1, len(data), data),
        others=(),
        printed=printed,
        printed_size=len(printed),
    )


def _used(entry: LedgerGame, loser: Player, record: Record) -> Decimal:
    """The time of that turn: of all that it used, what its moves did not."""
    made = sum(_seconds_of_moves(loser, record), Decimal(0))
    return max(Decimal(0), entry.seconds[loser == "B"] - made)


def _seconds_of_moves(player: Player, record: Record) -> list[Decimal]:
    first = record.start.position.half_move
    numbered = enumerate(record.moves, start=first)
    return [move.seconds for number, move in numbered if player_of(number) == player]
