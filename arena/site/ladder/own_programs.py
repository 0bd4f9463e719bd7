"""The programs that one has handed in and that play now: he can play against them himself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from arena.site.play.bot_runner import PREFIX
from arena.site.watch.event_index import Events, event_in
from tournaments.entrants.enrolment import entrants_of


def own_programs(events: Events, name: str) -> dict[str, Path]:
    """By what the form of a new game calls them; his alone, and no path is made of a name."""
    return dict(_found(events, name))


def _found(events: Events, name: str) -> Iterator[tuple[str, Path]]:
    for path in events.entering().values():
        event = event_in(path)
        for section in event.sections if event else ():
            if section.folder is None:
                continue
            for entrant in entrants_of(section, path.parent):
                if entrant.name == name and entrant.command is not None:
                    key = f"{PREFIX}{path.stem}/{section.name}/{name}"
                    yield key, path.parent / entrant.command
