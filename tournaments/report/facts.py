"""What an event is like: its rules and limits, each with its title, for the report."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from typing import TypeAlias

from formats.seconds import write_seconds
from formats.text import Text
from tournaments.formula import period
from tournaments.report import words
from tournaments.schedules import all_schedules
from tournaments.scoring import Penalty
from tournaments.table import written
from tournaments.tie_breaks import TIE_BREAKS
from tournaments.tournament import Contest, Tournament

Fact: TypeAlias = tuple[Text, Text | str]

_UNITS = ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB"))


def event_facts(tournament: Tournament) -> Iterator[Fact]:
    """What holds for all sections."""
    games = [entry for contest in tournament.contests for entry in contest.entries.values()]
    yield words.SEED, str(tournament.event.seed)
    if games:
        yield words.BEGAN, moment(min(entry.began for entry in games))
        yield words.ENDED, moment(max(entry.ended for entry in games))
    machines = dict.fromkeys(entry.machine for entry in games if entry.machine)
    if machines:
        yield words.MACHINE, "; ".join(machines)


def section_facts(contest: Contest) -> Iterator[Fact]:
    """What holds for one."""
    yield from _of_game(contest)
    yield from _of_format(contest)
    yield from _of_limits(contest)
    yield from _of_scoring(contest)


def _of_game(contest: Contest) -> Iterator[Fact]:
    game = contest.section.game
    yield words.GAME, game.title
    if game.rules_line:
        yield words.RULES, game.rules_line
    sizes = {(s.position.board.width, s.position.board.height) for s in contest.starts}
    yield words.SIZE, ", ".join(f"{width} x {height}" for width, height in sorted(sizes))
    yield words.STARTS, str(len(contest.starts))
    yield words.LIMIT, str(game.limit) if game.limit else words.NONE


def _of_format(contest: Contest) -> Iterator[Fact]:
    schedule = contest.schedule
    options = [
        f"{key} = {getattr(schedule, key.replace('-', '_'))}"
        for key in all_schedules()[schedule.name].options
    ]
    ending = f" ({', '.join(options)})" if options else ""
    yield words.FORMAT, Text(schedule.title.en + ending, schedule.title.ru + ending)
    if contest.picked:
        yield words.PICKED, contest.picked


def _of_limits(contest: Contest) -> Iterator[Fact]:
    limits = contest.section.limits
    yield words.TIME, _seconds(limits.time)
    yield words.CLOCK, words.CLOCKS[limits.clock]
    yield words.MARGIN, _seconds(limits.margin)
    if limits.timing.unmeasured:
        yield words.STARTUP, _seconds(limits.timing.unmeasured)
    yield words.MEMORY, size(limits.memory)
    yield words.FILE_SIZE, size(limits.file_size)
    yield words.TEMPORARY_FILES, words.YES if limits.temporary_files else words.NO
    yield words.SANDBOX, words.YES if limits.sandbox else words.NO
    yield words.LETTERS, words.LENIENT if limits.lenient_letters else words.STRICT


def _of_scoring(contest: Contest) -> Iterator[Fact]:
    scoring = contest.section.scoring
    points = scoring.points
    yield words.WORTH, ", ".join(map(written, (points.win, points.draw, points.loss)))
    yield words.PENALTY, words.PENALTIES[scoring.disqualification]
    if scoring.disqualification is Penalty.TOURNAMENT:
        yield words.REMOVED, words.REMOVALS[scoring.removed]
    if scoring.tie_breaks:
        yield words.TIE_BREAKS, tie_breaks(contest)
    if contest.section.bonuses:
        yield words.BONUSES, ", ".join(map(written, contest.section.bonuses))


def tie_breaks(contest: Contest) -> Text:
    """What decides between equals, in its order."""
    titles = [TIE_BREAKS[name].title for name in contest.section.scoring.tie_breaks]
    return Text(", ".join(t.en for t in titles), ", ".join(t.ru for t in titles))


def _seconds(seconds: Decimal) -> Text:
    said = {"seconds": write_seconds(seconds)}
    return Text(*(words.SECONDS.say(language, said) for language in ("en", "ru")))


def lasted(seconds: float) -> Text:
    """So much time, in words."""
    if seconds < 60:
        return _seconds(Decimal(round(seconds)))
    return Text(period(seconds, "en"), period(seconds, "ru"))


def moment(seconds: float) -> str:
    """A time of day, the same wherever the report is made."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")


def size(count: int) -> str:
    """So many bytes; in a larger unit where that is exact."""
    for worth, unit in _UNITS:
        if count and count % worth == 0:
            return f"{count // worth} {unit}"
    return f"{count:,}".replace(",", "\u00a0") + "\u00a0B"
