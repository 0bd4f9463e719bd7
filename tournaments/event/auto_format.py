"""The choice of a format by the number of entrants and the time available.

The more games, the surer the table. So the first of these formats is picked that ends in time even
if every bot uses all of its time:

1. a round robin;
2. groups of five or more, two of each going on to a final in which all meet: as few groups, and
   so as many games, as there is time for;
3. a Swiss tournament with two rounds, one round or no round more than a knockout would have;
4. a knockout, even if there is no time for it: no format takes less.
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
_ADVANCING = 2
_SECONDS_OF_A_STARTUP = 0.05
_ASSUMED_HALF_MOVES = 100
"""Half-moves that a game without a limit is assumed to have, each with a start of a bot."""

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
    """The size of a section and the time available for it."""

    entrants: int
    starts: int
    seconds_a_game: float
    """Longest possible duration of a game."""
    parallel_games: int
    """Number of games that are played in parallel."""
    evening: float
    """Seconds available for the whole section."""


@dataclass(frozen=True, slots=True)
class PickedFormat:
    """A format with the number of its games, its longest duration and the conditions."""

    format: Format
    games: int
    seconds: float
    """Longest possible duration of all games."""
    title: Text
    conditions: Conditions
    stages: tuple[int, ...]
    """Numbers of places that the champion, the finalists and so on take."""

    @property
    def name(self) -> Text:
        """Return the title of the format with its numbers."""
        return self.title.filled(self.format.options)

    def sentence(self, language: Language = "en") -> str:
        """Return the choice and its longest duration as a sentence without a full stop."""
        values = {
            "format": self.title.say(language, self.format.options),
            "games": self.games,
            "jobs": self.conditions.parallel_games,
            "takes": duration_text(self.seconds, language),
            "evening": duration_text(self.conditions.evening, language),
        }
        text = _PICKED if self.fits else _TOO_LONG
        return text.say(language, values)

    @property
    def fits(self) -> bool:
        return self.seconds <= self.conditions.evening


def pick_format(conditions: Conditions) -> PickedFormat:
    """Return the first format that ends in time, or a knockout if none does."""
    picked = None
    for format_ in _possible_formats(conditions.entrants):
        picked = _evaluate(format_, conditions)
        if picked.fits:
            break
    assert picked is not None, "a knockout is always possible"
    return picked


def possible_formats(conditions: Conditions) -> Iterator[PickedFormat]:
    """Yield every format that could be picked, from the most games to the fewest."""
    return (_evaluate(format_, conditions) for format_ in _possible_formats(conditions.entrants))


def most_seconds(limits: GameLimits, half_moves: int | None) -> float:
    """Return the seconds of a game in which both bots use all their time and start each turn."""
    return float(2 * limits.time) + (half_moves or _ASSUMED_HALF_MOVES) * _SECONDS_OF_A_STARTUP


def duration(schedule: Schedule, conditions: Conditions) -> float:
    """Return the longest duration; a round that waits for another leaves cores idle."""
    games = [matches * 2 * conditions.starts for matches in schedule.waves()]
    games += (matches * 2 for matches in schedule.play_offs())
    return (
        sum(ceil(count / conditions.parallel_games) for count in games) * conditions.seconds_a_game
    )


def _possible_formats(entrants: int) -> Iterator[Format]:
    """Yield the possible formats, from the most games to the fewest."""
    yield Format("round-robin")
    for groups in range(2, entrants // _SMALLEST_GROUP + 1):
        yield Format("groups", {"groups": groups, "advance": _ADVANCING})
    rounds = (entrants - 1).bit_length()
    for extra in (2, 1, 0):
        if rounds + extra <= most_rounds(entrants):
            yield Format("swiss", {"rounds": rounds + extra})
    yield Format("knockout")


def _evaluate(format_: Format, conditions: Conditions) -> PickedFormat:
    schedule = format_.schedule([str(n) for n in range(conditions.entrants)], 0)
    title = {"groups": _GROUPS, "swiss": _SWISS}.get(format_.name, schedule.title)
    games = schedule.games(conditions.starts)
    takes = duration(schedule, conditions)
    return PickedFormat(format_, games, takes, title, conditions, schedule.stages)


def duration_text(seconds: float, language: Language = "en") -> str:
    """Return a duration in words: hours and minutes, or minutes and seconds, or one of them."""
    whole_seconds = ceil(seconds)
    large, small, units = (*divmod(whole_seconds, 60), _MINUTES)
    if large >= 60:
        large, small, units = (*divmod(ceil(whole_seconds / 60), 60), _HOURS)
    counts_and_units = zip((large, small), units, strict=True)
    words = [f"{count} {unit.say(language)}" for count, unit in counts_and_units if count]
    return " ".join(words) or f"0 {units[1].say(language)}"
