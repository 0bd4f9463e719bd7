"""Many games: events as data, schedules, what games count for, standings and ratings.

Everything here that decides is plain functions over names and numbers. An event file says what is
played (``event``), a schedule who meets whom (``schedules``), the progress of a tournament what has
come of it so far (``standings.state``), and from that alone follow the table, who met whom with
what result (``standings.places``) and the ratings (``standings.rating``). For a section of an
event::

    entrants = section.seeded(names, event.seed)
    schedule = section.format.schedule(entrants, event.seed)
    progress = follow(schedule, results, section.starts.count, section.scoring)
    progress.to_play()  # the games that can be played now; none if it is over
    standings(schedule, progress, bonuses_of(section.bonuses, len(entrants), schedule.stages))

A format that is ``auto`` is picked first (``event.auto_format``), and the pick is to be kept: the
number of games at a time, on which it depends, may be another when a run goes on.

The names below are what other programs may rely on; ``docs/library.md`` shows them at work.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tournaments.entrants.enrolment import CannotEnrol
    from tournaments.event.model import Event, Section
    from tournaments.event.reader import EventReading, read_event
    from tournaments.run.event_run import Run
    from tournaments.run.setup import EventSource, event_folder, find_programs, set_up
    from tournaments.run.tournament import SectionState, Tournament
    from tournaments.standings.places import Standing
else:
    from formats.lazy_exports import lazy_getattr

    __getattr__ = lazy_getattr(
        __name__,
        {
            "CannotEnrol": "entrants.enrolment",
            "Event": "event.model",
            "EventReading": "event.reader",
            "EventSource": "run.setup",
            "Run": "run.event_run",
            "Section": "event.model",
            "SectionState": "run.tournament",
            "Standing": "standings.places",
            "Tournament": "run.tournament",
            "event_folder": "run.setup",
            "find_programs": "run.setup",
            "read_event": "event.reader",
            "set_up": "run.setup",
        },
    )

__all__ = (
    "CannotEnrol",
    "Event",
    "EventReading",
    "EventSource",
    "Run",
    "Section",
    "SectionState",
    "Standing",
    "Tournament",
    "event_folder",
    "find_programs",
    "read_event",
    "set_up",
)
