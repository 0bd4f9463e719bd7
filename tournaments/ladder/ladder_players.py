"""The versions that should play on a ladder now: the newest that pass, and built-in milestones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from formats.fault import Fault
from tournaments.entrants.enrolment import (
    BotVersion,
    Builder,
    entrants_of,
    read_program,
)
from tournaments.event.model import Event, Section
from tournaments.event.read_entrants import name_fault
from tournaments.submission import Submissions, submissions

_MARK = " #"
"""Separator of name and number in the name of a version; names of entrants have no such sign."""


def version_name(name: str, number: int) -> str:
    return f"{name}{_MARK}{number}"


def author_of(version: str) -> str:
    """Return the entrant whose version that is; for a milestone, its own name."""
    return version.partition(_MARK)[0]


def is_version_of(version: str, author: str) -> bool:
    """Return whether the author has submitted the version; False for a milestone."""
    return version.startswith(f"{author}{_MARK}")


def number_of(version: str) -> int | None:
    """Return the number of the version, or None for a milestone."""
    number = version.partition(_MARK)[2]
    return int(number) if number else None


def milestone_names(event: Event, section: Section) -> list[str]:
    """Return the names of the milestones that the event asks for, which may not exist."""
    styles = event.ladder.milestones if event.ladder else ()
    game = section.game.name
    return [f"{game}-{style}" for style in styles]


def read_ladder_entrants(
    event: Event, section: Section, event_folder: Path, run: Path, build: Builder
) -> list[BotVersion]:
    """Return the readable programs of entrants and milestones; the others cannot play."""
    submitted = list(_entrants(event, section, event_folder, run, build))
    names = {bot.name for bot in submitted}
    milestones = (m for m in _milestones(event, section, build) if m.name not in names)
    return [*submitted, *milestones]


def _entrants(
    event: Event, section: Section, event_folder: Path, run: Path, build: Builder
) -> Iterator[BotVersion]:
    section_submissions = submissions(event, event_folder, run, section.name)
    numbers = (
        {v.name: (v.sha256, v.number) for v in section_submissions.playing().values()}
        if isinstance(section_submissions, Submissions)
        else {}
    )
    for entrant in entrants_of(section, event_folder):
        program = read_program(section, entrant, event_folder, build)
        if isinstance(program, Fault) or name_fault(entrant.name):
            continue
        sha256, number = numbers.get(entrant.name, ("", 0))
        yield replace(program, number=number if sha256 == program.sha256 else None)


def _milestones(event: Event, section: Section, build: Builder) -> Iterator[BotVersion]:
    """Yield the milestones that can be built here; the event's limit of size does not apply."""
    for name in milestone_names(event, section):
        try:
            data = build(name).read_bytes()
        except (LookupError, OSError):
            continue
        yield replace(BotVersion.from_data(section.name, name, data, name), is_milestone=True)
