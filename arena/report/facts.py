"""Facts about an event for the report: rules and limits, each with its title."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, tzinfo
from decimal import Decimal
from functools import partial
from typing import TypeAlias

from arena.report import texts
from formats.seconds import write_seconds
from formats.text import Text, join_list, text_from
from referee.numbers import localize, size_text
from tournaments.event.auto_format import duration_text
from tournaments.run.result_tables import Value, display_text
from tournaments.run.tournament import SectionState, Tournament
from tournaments.schedules import all_schedules
from tournaments.standings.scoring import Penalty
from tournaments.standings.tie_breaks import TIE_BREAKS

Fact: TypeAlias = tuple[Text, Text | str]


def event_facts(tournament: Tournament) -> Iterator[Fact]:
    """Yield facts about the whole event."""
    games = [entry for state in tournament.sections for entry in state.entries.values()]
    if sentence := tournament.seed_sentence:
        yield texts.SECRET_SEED, sentence
    else:
        yield texts.SEED, str(tournament.event.seed)
    if games:
        zone = tournament.event.sections[0].hand_in.zone
        yield texts.BEGAN, time_text(min(entry.began for entry in games), zone)
        yield texts.ENDED, time_text(max(entry.ended for entry in games), zone)
    machines = dict.fromkeys(entry.machine for entry in games if entry.machine)
    if machines:
        yield texts.MACHINE, "; ".join(machines)
    if tournament.head.hash:
        head = tournament.head
        yield texts.HEAD, texts.AFTER_ENTRIES.filled({"count": head.entries, "hash": head.hash})
    for fault in tournament.faults:
        yield texts.DAMAGE, fault.text


def section_facts(state: SectionState) -> Iterator[Fact]:
    """Yield facts about a section."""
    yield from _game_facts(state)
    yield from _format_facts(state)
    yield from _limit_facts(state)
    yield from _scoring_facts(state)


def _game_facts(state: SectionState) -> Iterator[Fact]:
    game = state.section.game
    yield texts.GAME, game.title
    if game.rules_line:
        yield texts.RULES, game.rules_line
    sizes = {(start.position.board.width, start.position.board.height) for start in state.starts}
    yield texts.SIZE, ", ".join(f"{width} x {height}" for width, height in sorted(sizes))
    yield texts.STARTS, str(len(state.starts))
    yield texts.LIMIT, str(game.limit) if game.limit else texts.NONE


def _format_facts(state: SectionState) -> Iterator[Fact]:
    schedule = state.schedule
    options = [
        texts.OPTION.filled({"title": texts.OPTIONS[key], "value": _option_text(value)})
        for key in all_schedules()[schedule.name].options
        if (value := schedule.value_of(key)) is not None
    ]
    values = {"format": schedule.title, "options": join_list(options, Text("; ", "; "))}
    yield texts.FORMAT, texts.FORMAT_WITH.filled(values) if options else schedule.title
    if state.picked:
        yield texts.PICKED, state.picked


def _option_text(value: object) -> Text | str:
    """Return the value of a format's option in words."""
    if isinstance(value, bool):
        return texts.YES if value else texts.NO
    schedule = all_schedules().get(str(value))
    return schedule.title if schedule else texts.OPTION_WORDS.get(str(value), str(value))


def _limit_facts(state: SectionState) -> Iterator[Fact]:
    limits = state.section.limits
    yield texts.TIME, _seconds(limits.time)
    yield texts.CLOCK, texts.CLOCKS[limits.clock]
    yield texts.MARGIN, _seconds(limits.margin)
    if limits.timing.unmeasured:
        yield texts.STARTUP, _seconds(limits.timing.unmeasured)
    yield texts.MEMORY, size_text(limits.memory)
    yield texts.FILE_SIZE, size_text(limits.program_size)
    yield texts.TEMPORARY_FILES, texts.YES if limits.temporary_files else texts.NO
    yield texts.SANDBOX, texts.ISOLATION_LEVELS[limits.isolation]
    yield texts.FALSE_TIME, texts.DISQUALIFIES if limits.false_time_disqualifies else texts.WARNS
    if limits.machine:
        yield texts.EXAMINER, limits.machine.title
    if limits.kind:
        yield texts.KIND, texts.KINDS[limits.kind]
    yield texts.LETTERS, texts.LENIENT if limits.lenient_letters else texts.STRICT


def _scoring_facts(state: SectionState) -> Iterator[Fact]:
    scoring = state.section.scoring
    points = scoring.points
    yield texts.WORTH, _number_list((points.win, points.draw, points.loss))
    yield texts.PENALTY, texts.PENALTIES[scoring.disqualification]
    if scoring.disqualification is Penalty.TOURNAMENT:
        yield texts.REMOVED, texts.REMOVALS[scoring.removed]
    if scoring.tie_breaks:
        yield texts.TIE_BREAKS, tie_break_titles(state)
    if state.section.bonuses:
        yield texts.BONUSES, _number_list(state.bonuses)


def _number_list(values: Sequence[Value]) -> Text:
    """Return numbers, separated by semicolons in Russian, where fractions have commas."""
    return join_list(map(display_text, values), between=Text(", ", "; "))


def tie_break_titles(state: SectionState) -> Text:
    return join_list(TIE_BREAKS[name].title for name in state.section.scoring.tie_breaks)


def _seconds(seconds: Decimal) -> Text:
    return texts.SECONDS.filled({"seconds": localize(write_seconds(seconds))})


def duration_in_words(seconds: float) -> Text:
    """Return a length of time in words."""
    if seconds < 60:
        return _seconds(Decimal(round(seconds)))
    return text_from(partial(duration_text, seconds))


def time_text(seconds: float, zone: tzinfo) -> str:
    """Return a date and time in the time zone of the event, wherever the report is made."""
    return datetime.fromtimestamp(seconds, zone).strftime("%Y-%m-%d %H:%M %Z")
