"""Tournaments: events as data, schedules, scoring, standings and ratings.

All decisions are plain functions over names and numbers. An event file defines sections and their
games (``event``), a schedule the pairings (``schedules``), and the progress of a tournament has the
results so far (``standings.state``). From the progress alone follow the table and the crosstable
(``standings.places``) and the ratings (``standings.rating``). For a section of an event::

    entrants = section.in_draw_order(names, event.seed)
    schedule = section.format.schedule(entrants, event.seed)
    progress = follow(schedule, results, section.starts.count, section.scoring)
    progress.to_play()  # the games that can be played now; none after the last game
    standings(schedule, progress, bonuses_by_place(section.bonuses, len(entrants), schedule.stages))

The format ``auto`` is replaced by a picked one first (``event.auto_format``). The pick must be
stored: it depends on the number of parallel games, which may be another when a run goes on.

Other programs may rely on the names below; ``docs/library.md`` has examples of their use.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tournaments.entrants.enrolment import CannotEnrol
    from tournaments.event.model import Event, Section
    from tournaments.event.reader import EventReading, read_event
    from tournaments.run.event_run import Run
    from tournaments.run.game_run import local_workers
    from tournaments.run.setup import EventSource, find_programs, open_event, set_up
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
            "open_event": "run.setup",
            "find_programs": "run.setup",
            "local_workers": "run.game_run",
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
    "find_programs",
    "local_workers",
    "open_event",
    "read_event",
    "set_up",
)
