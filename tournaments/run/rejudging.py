"""A second judgement of an event: every record is replayed by the rules, without bots and clocks.

A losing file is judged again, since the ledger keeps it. Other offences (a crash, sleep, files
left) cannot be seen again: for such a game it is only confirmed that the game was not over and
that the player to move lost it. In the end the table is computed from the records alone and
compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from decimal import Decimal
from math import ceil
from pathlib import Path
from typing import NamedTuple, TypeAlias

from formats.game import other
from formats.matrix import Matrix, write_exactly
from formats.record import (
    BadRecord,
    Record,
    changes_between,
    moves_as_written,
    read_played,
    write_record,
)
from formats.repetition import outcome_of
from formats.text import Text, text_from
from referee.judge import JudgingOptions, judge_file
from referee.verdict import Ending, verdict_by_rules
from referee.worker import Worker
from tournaments.ledger.ledger_faults import GAME
from tournaments.ledger.ledger_game import LedgerGame, sides_that_moved
from tournaments.ledger.ledger_reading import Entry
from tournaments.run.setup import play_off_start, starts
from tournaments.run.tournament import SectionState, Tournament
from tournaments.standings.match import GameResult
from tournaments.standings.places import Standing, standings

UNREADABLE = Text("the record is wrong: {why}", "запись неверна: {why}")
OTHER_START = Text(
    "the record does not begin from the event's start position",
    "запись начинается не с начальной позиции турнира",
)
OTHER_GAME = Text(
    "the players or the number of half-moves in the record differ from the ledger",
    "в записи другие игроки или другое число полуходов, чем в журнале",
)
OTHER_VERDICT = Text(
    "by the rules it is {right}, but the ledger says {written}",
    "по правилам это {right}, а в журнале {written}",
)
OTHER_TIMES = Text(
    "the times are {right} in the record, but {written} in the ledger",
    "время в записи {right}, а в журнале {written}",
)
OTHER_STARTS = Text(
    "{section}: the start positions are not those that the seed gives",
    "{section}: начальные позиции — не те, что даёт seed",
)
OTHER_PLAY_OFF = Text(
    "{section}: the start position of play-offs is not the one that the seed gives",
    "{section}: начальная позиция дополнительных партий — не та, что даёт seed",
)
OTHER_SEEDING = Text(
    "{section}: the order of the seeds is not the one that was drawn",
    "{section}: порядок посева — не тот, что даёт жребий",
)
OTHER_CHANGES = Text(
    "the cells that its moves change are not those that the ledger has for pages",
    "ходы меняют не те клетки, которые записаны в журнале для страниц",
)
OTHER_FORM = Text(
    "the record is not written as the arena writes records",
    "запись сделана не так, как записи делает арена",
)
UNDUE = Text(
    "it was not due when it was entered",
    "когда она была записана, играть её не полагалось",
)
NOT_PLAYED = Text("the schedule has no such game", "такой партии в расписании нет")
_BY_FILE = (
    Ending.MALFORMED_FILE,
    Ending.ILLEGAL_MOVE,
    Ending.NO_MOVE,
    Ending.FALSE_POINTS,
    Ending.FALSE_HEADER,
)
"""Endings that the file alone proves."""


_WORTH_PROCESSES = 1000
"""Number of games from which further processes judge sooner than one."""


class _Grounds(NamedTuple):
    """Everything that the games of a section are judged by."""

    starts: tuple[Matrix, ...]
    play_off: Matrix | None
    """Start position of play-offs."""
    judging: JudgingOptions


@dataclass(frozen=True, slots=True)
class Difference:
    """An entry of the ledger that contradicts the rules or the schedule."""

    entry: Entry
    sentence: Text

    @property
    def what(self) -> Text:
        """Return the description of the entry."""
        if isinstance(self.entry, LedgerGame):
            return GAME.filled({"number": self.entry.number, "id": self.entry.id})
        return self.entry.summary()


@dataclass
class Rejudged:
    """The result of a second judgement."""

    games: int = 0
    """Number of intact games."""
    differences: list[Difference] = field(default_factory=list)
    sections_with_other_table: list[SectionState] = field(default_factory=list)
    """Sections whose table differs from the one computed from the records alone; computed only if
    all records are sound."""
    draw_differences: list[Text] = field(default_factory=list)
    """Parts of the event that do not follow from the secret seed."""


def judge_again(tournament: Tournament, processes: int = 1) -> Rejudged:
    """Judge all games, decisions and draws of a tournament again."""
    report, results = Rejudged(), list[list[GameResult]]()
    for state in tournament.sections:
        grounds = _Grounds(state.starts, state.play_off, state.section.limits.judging)
        counting = list(state.entries.values())
        games = [*counting, *state.decisions.aside]
        verdicts = _judge_games(games, grounds, processes)
        report.games += len(games)
        report.differences += (
            Difference(game, verdict)
            for game, verdict in zip(games, verdicts, strict=True)
            if isinstance(verdict, Text)
        )
        sound = [verdict for verdict in verdicts if isinstance(verdict, GameResult)]
        results.append(sound[: len(counting)])
        if len(sound) == len(games):
            # The schedule can be followed only through sound results.
            report.differences += (Difference(entry, NOT_PLAYED) for entry in state.unscheduled)
        report.differences += (Difference(game, UNDUE) for game in state.decisions.undue)
        for decision, fault in state.decisions.impossible:
            report.differences.append(Difference(decision, text_from(fault.sentence)))
    report.draw_differences += _draw_differences(tournament)
    if not report.differences:
        states = zip(tournament.sections, results, strict=True)
        report.sections_with_other_table += (
            s for s, sound in states if not _is_same_table(s, sound)
        )
    return report


def _judge_games(
    games: Sequence[LedgerGame], grounds: _Grounds, processes: int
) -> list[GameResult | Text]:
    """Return for each game the result or the contradiction; share many games among processes."""
    if processes == 1 or len(games) < _WORTH_PROCESSES:
        return [_judge_game(game, grounds) for game in games]
    size = ceil(len(games) / processes)
    with ExitStack() as stack:
        workers = []
        for first in range(0, len(games), size):
            worker: Worker[_Part, object, list[GameResult | Text]] = Worker(_judge_part)
            workers.append(stack.enter_context(closing(worker)))
            worker.send((games[first : first + size], grounds))
        return [verdict for worker in workers for verdict in worker.receive_answer()]


_Part: TypeAlias = tuple[Sequence[LedgerGame], _Grounds]


def _judge_part(part: _Part, _tell: object, _kept: object) -> list[GameResult | Text]:
    games, grounds = part
    return [_judge_game(game, grounds) for game in games]


def _draw_differences(tournament: Tournament) -> Iterator[Text]:
    """Repeat the draws of an event with a secret seed, and yield a sentence for each difference."""
    event = tournament.event
    for state in tournament.sections if event.secret_seed else ():
        section, files = state.section, [write_exactly(start) for start in state.starts]
        if not section.starts.files and files != list(starts(section, Path())):
            yield OTHER_STARTS.filled({"section": section.name})
        if state.play_off is not None:
            drawn = play_off_start(section, files, event.seed)
            if write_exactly(state.play_off) != drawn:
                yield OTHER_PLAY_OFF.filled({"section": section.name})
        names = [r.name for r in state.enrolled if r not in state.decisions.late]
        if section.by_lot and names != list(section.in_draw_order(names, event.seed)):
            yield OTHER_SEEDING.filled({"section": section.name})


def _judge_game(entry: LedgerGame, grounds: _Grounds) -> GameResult | Text:
    """Return the result by the record, or the first contradiction in it."""
    try:
        record, files = read_played(entry.record)
    except BadRecord as error:
        return UNREADABLE.filled({"why": str(error)})
    return _contradiction_in(entry, record, files, grounds) or _result_of(entry, record)


def _contradiction_in(
    entry: LedgerGame, record: Record, files: Sequence[Matrix], grounds: _Grounds
) -> Text | None:
    """Return the first contradiction between a record and its entry."""
    positions = [*grounds.starts, grounds.play_off]
    start = positions[entry.start] if entry.start < len(positions) else None
    if start is None or write_exactly(record.start) != write_exactly(start):
        return OTHER_START
    facts = (record.tags.get("A"), record.tags.get("B"), len(record.moves))
    if facts != (entry.first, entry.second, entry.half_moves) or not entry.matches_id:
        return OTHER_GAME
    if entry.changes is not None:
        if entry.changes != changes_between(file.position for file in files):
            return OTHER_CHANGES
        # The report reads the moves without the rules of the game.
        if moves_as_written(entry.record) != moves_as_written(write_record(record)):
            return OTHER_FORM
    return _contradiction_in_end(entry, record, files[-1], grounds)


def _contradiction_in_end(
    entry: LedgerGame, record: Record, last: Matrix, grounds: _Grounds
) -> Text | None:
    """Return a contradiction between the rules and the verdict, as far as it can be seen."""
    moves = [move.text for move in record.moves]
    outcome = outcome_of(last.game, last.position, moves)
    written = f"{entry.winner}, {entry.ending.label}"
    if outcome is not None:
        verdict = verdict_by_rules(outcome)
        right = f"{verdict.winner}, {verdict.ending.label}"
    else:
        right = f"{other(last.position.player)}, {_ending_label(entry, last, moves, grounds)}"
    if right != written:
        return OTHER_VERDICT.filled({"right": right, "written": written})
    return _contradiction_in_times(entry, record)


def _ending_label(entry: LedgerGame, last: Matrix, moves: Sequence[str], grounds: _Grounds) -> str:
    """Return the ending of a game that was not over: by the file, or else by the ledger."""
    ending = entry.ending
    if entry.evidence is not None and ending in _BY_FILE:
        offence = judge_file(last.as_written, entry.evidence, grounds.judging, moves).offence
        return offence.ending.label if offence else "-"
    return ending.label if ending.is_fault else "-"


def _contradiction_in_times(entry: LedgerGame, record: Record) -> Text | None:
    """Return a contradiction between the times; a loser's last turn is in no record."""
    used = [Decimal(0), Decimal(0)]
    for half_move, move in enumerate(record.moves, start=record.start.position.half_move):
        used[half_move % 2 == 0] += move.seconds
    for side, right, written in zip("AB", used, entry.seconds, strict=True):
        if right > written or (right < written and side == entry.winner):
            return OTHER_TIMES.filled({"right": right, "written": written})
    return None


def _is_same_table(state: SectionState, results: Sequence[GameResult]) -> bool:
    table = standings(state.schedule, state.progress_of(results), state.bonuses)
    return list(map(_comparable_values, table)) == list(map(_comparable_values, state.standings))


def _comparable_values(standing: Standing) -> tuple[object, ...]:
    row = standing.row
    return standing.place, standing.entrant, row.points, standing.bonus, standing.departure


def _result_of(entry: LedgerGame, record: Record) -> GameResult:
    """Return the result by the record; the times are the ledger's."""
    ended_by = next((e for e in Ending if e.label == record.termination), Ending.WON)
    assert record.result is not None, "only games that ended are entered"
    return GameResult(
        entry.id,
        record.tags["A"],
        record.tags["B"],
        record.result,
        ended_by.disqualifies and record.result != "D",
        entry.seconds,
        sides_that_moved(len(record.moves), b_began=record.start.position.player == "B"),
    )
