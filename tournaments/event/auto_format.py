"""Picks the format by how many take part and how much time there is, and says what it picked.

The more games, the surer the table. So it takes the first of these that surely ends in time, even
if every bot uses all of its own:

1. a round robin;
2. groups of five or more, two of each going on to a final in which all meet: as few groups, and
   so as many games, as there is time for;
3. a Swiss tournament, of two rounds more than a knockout would have, or of one, or of none more;
4. a knockout. It is taken even if there is no time for it: nothing takes less.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from formats.text import Language, Text
from tournaments.event.model import Format, GameLimits
from tournaments.schedules import Schedule
from tournaments.schedules.swiss import most_rounds

_SMALLEST_GROUP = 5
_GO_ON = 2
_STARTING = 0.05
_TURNS_AT_LEAST = 100
"""Half-moves of a game that has no limit, to reckon what starting its bots takes."""

_PICKED = Text(
    "the format is {format}: {games} games, at most {takes} with {jobs} at a time, and there are "
    "{evening}",
    "формат — {format}: партий {games}, по {jobs} одновременно это не дольше {takes}, а есть "
    "{evening}",
)
_TOO_LONG = Text(
    "the format is {format}, with the fewest games, {games}; but with {jobs} at a time they "
    "can take {takes}, and there are {evening}",
    "формат — {format}, в нём меньше всего партий, {games}; но по {jobs} одновременно они могут "
    "занять {takes}, а есть {evening}",
)
_GROUPS = Text(
    "{groups} groups, {advance} of each going on to a final",
    "группы ({groups}), из каждой в финал выходят {advance}",
)
_SWISS = Text("Swiss system in {rounds} rounds", "швейцарская система, туров {rounds}")
_HOURS = Text("h", "ч"), Text("min", "мин")
_MINUTES = Text("min", "мин"), Text("s", "с")


@dataclass(frozen=True, slots=True)
class Conditions:
    """How many take part, and what time they have."""

    entrants: int
    starts: int
    seconds_a_game: float
    """At most."""
    jobs: int
    """How many games are played at a time."""
    evening: float
    """Seconds."""


@dataclass(frozen=True, slots=True)
class PickedFormat:
    """A format, what it comes to, and why it is this one."""

    format: Format
    games: int
    seconds: float
    """At most."""
    title: Text
    conditions: Conditions
    stages: tuple[int, ...]
    """How many places the champion, the finalists and so on have."""

    @property
    def name(self) -> Text:
        """The format with its numbers, in words."""
        return self.title.filled(self.format.options)

    def sentence(self, language: Language = "en") -> str:
        """What was picked and how long it will take, without a full stop."""
        spoken = {
            "format": self.title.say(language, self.format.options),
            "games": self.games,
            "jobs": self.conditions.jobs,
            "takes": period(self.seconds, language),
            "evening": period(self.conditions.evening, language),
        }
        text = _PICKED if self.fits else _TOO_LONG
        return text.say(language, spoken)

    @property
    def fits(self) -> bool:
        return self.seconds <= self.conditions.evening


def pick(conditions: Conditions) -> PickedFormat:
    """The first format there is time for."""
    picked = None
    for form in _candidates(conditions.entrants):
        picked = _picked(form, conditions)
        if picked.fits:
            break
    assert picked is not None, "a knockout is always possible"
    return picked


def formats(conditions: Conditions) -> Iterator[PickedFormat]:
    """Yield each format that could be picked, from the most games to the fewest."""
    return (_picked(form, conditions) for form in _candidates(conditions.entrants))


def most_seconds(limits: GameLimits, half_moves: int | None) -> float:
    """How long a game can take: both bots use all their time, and are started for each turn."""
    return float(2 * limits.time) + (half_moves or _TURNS_AT_LEAST) * _STARTING


def duration(schedule: Schedule, conditions: Conditions) -> float:
    """How many seconds it takes at most: a round that waits for another leaves cores idle."""
    games = [matches * 2 * conditions.starts for matches in schedule.waves()]
    games += (matches * 2 for matches in schedule.play_offs())
    return sum(ceil(count / conditions.jobs) for count in games) * conditions.seconds_a_game


def _candidates(entrants: int) -> Iterator[Format]:
    """From the most games to the fewest."""
    yield Format("round-robin")
    for groups in range(2, entrants // _SMALLEST_GROUP + 1):
        yield Format("groups", {"groups": groups, "advance": _GO_ON})
    rounds = (entrants - 1).bit_length()
    for more in (2, 1, 0):
        if rounds + more <= most_rounds(entrants):
            yield Format("swiss", {"rounds": rounds + more})
    yield Format("knockout")


def _picked(form: Format, conditions: Conditions) -> PickedFormat:
    schedule = form.schedule([str(n) for n in range(conditions.entrants)], 0)
    title = {"groups": _GROUPS, "swiss": _SWISS}.get(form.name, schedule.title)
    games = schedule.games(conditions.starts)
    takes = duration(schedule, conditions)
    return PickedFormat(form, games, takes, title, conditions, schedule.stages)


def period(seconds: float, language: Language = "en") -> str:
    """So much time in words: hours and minutes, or minutes and seconds, or one of them."""
    whole = ceil(seconds)
    large, small, units = (*divmod(whole, 60), _MINUTES)
    if large >= 60:
        large, small, units = (*divmod(ceil(whole / 60), 60), _HOURS)
    parts = zip((large, small), units, strict=True)
    spoken = [f"{count} {unit.say(language)}" for count, unit in parts if count]
    return " ".join(spoken) or f"0 {units[1].say(language)}"
