"""How long an event can still take, and whether that is within its evening."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from math import ceil
from time import time

from arena.event import texts
from formats.text import Language
from tournaments.event.auto_format import most_seconds, period
from tournaments.event.model import AUTO
from tournaments.run.tournament import Tournament


def seconds_left(tournament: Tournament, jobs: int) -> float:
    """At most, with so many games at a time."""
    return sum(
        ceil((state.games - len(state.entries)) / jobs)
        * most_seconds(state.section.limits, state.section.game.limit)
        for state in tournament.sections
    )


def plan(tournament: Tournament, jobs: int, speech: Language) -> Iterator[str]:
    """What is left and when it ends at the latest; and if that is after the evening."""
    games = sum(state.games - len(state.entries) for state in tournament.sections)
    if games <= 0:
        return
    seconds = seconds_left(tournament, jobs)
    end = time() + seconds
    said = {"games": games, "jobs": jobs, "time": period(seconds, speech), "end": clock(end)}
    yield texts.PLAN.say(speech, said)
    evening_ends = _began(tournament) + _evening(tournament)
    if _evening(tournament) and end > evening_ends:
        yield texts.TOO_LATE.say(speech, {"end": clock(evening_ends)})


def clock(moment: float) -> str:
    """The time of day, where the arena is."""
    return datetime.fromtimestamp(moment).astimezone().strftime("%H:%M")


def _evening(tournament: Tournament) -> float:
    """How long it was to be; 0 if nothing was said of it."""
    formats = (state.section.format for state in tournament.sections)
    return max((float(one.options["evening"]) for one in formats if one.name == AUTO), default=0.0)


def _began(tournament: Tournament) -> float:
    games = (game for state in tournament.sections for game in state.entries.values())
    return min((game.began for game in games), default=time())
