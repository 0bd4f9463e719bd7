"""The time that an event can still take, and whether it ends within its evening."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from fractions import Fraction
from itertools import groupby, zip_longest
from math import ceil
from time import time

from arena.event import texts
from formats.text import Language
from tournaments.event.auto_format import (
    Conditions,
    duration_text,
    most_seconds,
    pick_format,
    possible_formats,
)
from tournaments.event.model import AUTO, Section
from tournaments.run.result_tables import display_text
from tournaments.run.tournament import SectionState, Tournament
from tournaments.standings.scoring import bonuses_by_place

_LEAST = 2
"""Least number of entrants of a tournament."""


def seconds_left(tournament: Tournament, parallel_games: int) -> float:
    """Return the most seconds that the rest takes with so many parallel games."""
    return sum(
        _batches_left(state, parallel_games)
        * most_seconds(state.section.limits, state.section.game.limit)
        for state in tournament.sections
    )


def _batches_left(state: SectionState, parallel_games: int) -> int:
    """Return the most batches of parallel games that a section still has.

    The games left are those of the last waves. A wave waits for the one before it and for the
    play-offs of its matches, each of which may be tied.
    """
    due_play_offs = sum(game.start == len(state.starts) for game in state.progress.to_play())
    games_left = state.games - len(state.entries) - due_play_offs
    batches = ceil(due_play_offs / parallel_games)
    waves, play_offs = reversed(state.schedule.waves()), reversed(state.schedule.play_offs())
    for matches, ties in zip_longest(waves, play_offs, fillvalue=0):
        games = min(games_left, 2 * len(state.starts) * matches)
        if games > 0:
            batches += ceil(games / parallel_games) + ceil(2 * ties / parallel_games)
            games_left -= games
    return batches + ceil(games_left / parallel_games)


def plan(tournament: Tournament, parallel_games: int, language: Language) -> Iterator[str]:
    """Yield lines about the games left and the latest end, and a warning if that is too late."""
    games = sum(state.games - len(state.entries) for state in tournament.sections)
    if games <= 0:
        return
    seconds = seconds_left(tournament, parallel_games)
    end = time() + seconds
    values = {
        "games": games,
        "jobs": parallel_games,
        "time": duration_text(seconds, language),
        "end": time_of_day(end),
    }
    yield texts.PLAN.say(language, values)
    evening_ends = _start_time(tournament) + _evening(tournament)
    if _evening(tournament) and end > evening_ends:
        yield texts.TOO_LATE.say(language, {"end": time_of_day(evening_ends)})


def bonus_lines(
    section: Section, entrants: int, parallel_games: int, language: Language
) -> Iterator[str]:
    """Yield a line for each format that could be picked: games, time, points for places."""
    if section.format.name != AUTO or entrants < _LEAST or not section.bonuses:
        return
    conditions = Conditions(
        entrants,
        section.starts.count,
        most_seconds(section.limits, section.game.limit),
        parallel_games,
        float(section.format.options["evening"]),
    )
    picked = pick_format(conditions).format
    yield texts.FORMATS_BY_BONUSES.say(language, {"count": entrants})
    for candidate in possible_formats(conditions):
        bonuses = bonuses_by_place(section.bonuses, entrants, candidate.stages)
        values = {
            "format": candidate.name,
            "games": candidate.games,
            "time": duration_text(candidate.seconds, language),
            "bonuses": _places(bonuses, language),
        }
        text = texts.PICKED_FORMAT_BONUSES if candidate.format == picked else texts.FORMAT_BONUSES
        yield text.say(language, values)


def _places(bonuses: Sequence[Fraction], language: Language) -> str:
    """Return bonuses in words: 10; 5 x 3; 3 x 2."""
    groups = [(points, len(list(equal))) for points, equal in groupby(bonuses)]
    groups_in_words = [
        display_text(points).say(language) + (f" x {count}" if count > 1 else "")
        for points, count in groups
    ]
    return "; ".join(groups_in_words)


def time_of_day(moment: float) -> str:
    """Return the time of day in the local time zone, with the date if it is not today."""
    local = datetime.fromtimestamp(moment).astimezone()
    is_today = local.date() == datetime.now().astimezone().date()
    return local.strftime("%H:%M" if is_today else "%Y-%m-%d %H:%M")


def _evening(tournament: Tournament) -> float:
    """Return the planned length in seconds of all sections; 0 if none is planned."""
    formats = (state.section.format for state in tournament.sections)
    return sum(float(format_.options["evening"]) for format_ in formats if format_.name == AUTO)


def _start_time(tournament: Tournament) -> float:
    games = (game for state in tournament.sections for game in state.entries.values())
    return min((game.began for game in games), default=time())
