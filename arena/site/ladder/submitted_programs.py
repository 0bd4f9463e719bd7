"""Submitted programs that a signed-in student can choose as players.

A student can choose every version of the own bot, good or not. Of another student's bot only the
version that plays now is offered, under its author's name; its output is shown to nobody else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from arena.site.ladder import texts
from arena.site.play.offered_bots import OfferedBot
from arena.site.submit.my_submissions import (
    OpenSection,
    SubmittedVersion,
    open_sections,
    versions_in,
)
from arena.site.watch.event_index import Events
from tournaments.entrants.enrolment import entrants_of
from tournaments.event.read_entrants import name_fault
from tournaments.ladder.ladder_players import version_name
from tournaments.submission import Submissions
from tournaments.submission.log import Version

OWN, OTHERS = "own:", "other:"
"""Prefixes of submitted programs in the form of a new game; built-in bots have no prefix."""


def programs_for(events: Events, name: str) -> dict[str, OfferedBot]:
    """Return the programs by their keys in the form of a new game.

    No path is ever made from what the form sends.
    """
    programs: dict[str, OfferedBot] = {}
    for section in open_sections(events):
        submissions = section.submissions
        if isinstance(submissions, Submissions):
            playing = submissions.playing()
            programs |= _own_programs(section, submissions, playing, name)
            programs |= _playing_programs(section, submissions, playing, name)
    return programs


def own_versions(events: Events, name: str) -> list[tuple[OpenSection, list[SubmittedVersion]]]:
    """Return the student's versions in each open section, the newest first."""
    sections = [
        (section, list(versions_in(section, name))[::-1]) for section in open_sections(events)
    ]
    return [(section, versions) for section, versions in sections if versions]


def own_key(section: OpenSection, number: int) -> str:
    """Return the key of a version of the visitor's own bot in the form."""
    return f"{OWN}{section.key}/{number}"


def _own_programs(
    section: OpenSection, submissions: Submissions, playing: Mapping[str, Version], name: str
) -> Iterator[tuple[str, OfferedBot]]:
    for version in reversed(submissions.versions()):
        if version.name == name:
            offered_bot = OfferedBot(
                version_name(name, version.number),
                submissions.program(version),
                texts.MINE_IN.filled({"event": section.title}),
                version.state(plays=version == playing.get(name)),
                frozenset({section.section.game.name}),
            )
            yield own_key(section, version.number), offered_bot


def _playing_programs(
    section: OpenSection, submissions: Submissions, playing: Mapping[str, Version], name: str
) -> Iterator[tuple[str, OfferedBot]]:
    """Yield the programs that play now, submitted or put into the folder by the teacher."""
    for entrant in entrants_of(section.section, section.path.parent):
        version = playing.get(entrant.name)
        if entrant.command is None or name_fault(entrant.name):
            continue
        is_own = entrant.name == name
        if is_own and version:
            continue  # it is among the student's versions
        offered_bot = OfferedBot(
            entrant.name,
            submissions.program(version) if version else section.path.parent / entrant.command,
            (texts.MINE_IN if is_own else texts.OTHERS_IN).filled({"event": section.title}),
            games=frozenset({section.section.game.name}),
            is_secret=not is_own,
        )
        yield (
            own_key(section, 0) if is_own else f"{OTHERS}{section.key}/{entrant.name}",
            offered_bot,
        )
