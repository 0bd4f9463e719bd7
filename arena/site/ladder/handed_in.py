"""The programs that pupils have handed in, as one of them can play them or let them play.

Of his own he has every version, good or not. Of another's there is the one that plays now, under
its author's name: what it prints, and what is in it, stays its author's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from arena.site.ladder import texts as words
from arena.site.play.strangers import Stranger
from arena.site.submit.check_worker import entry_to
from arena.site.submit.my_submissions import OpenSection, Submitted, places, versions_in
from arena.site.watch.event_index import Events
from tournaments.entrants.enrolment import entrants_of
from tournaments.event.read_entrants import name_fault
from tournaments.ladder.ladder_players import version_name
from tournaments.submission import Submissions
from tournaments.submission.log import Version

OWN, OTHERS = "own:", "other:"
"""What tells them from a style of ours, in the form."""


def programs_for(events: Events, name: str) -> dict[str, Stranger]:
    """By what the form of a new game calls them; no path is made of what it says."""
    found: dict[str, Stranger] = {}
    for place in places(events):
        entry = entry_to(place.path, place.section.name)
        if isinstance(entry, Submissions):
            playing = entry.playing()
            found |= _own(place, entry, playing, name)
            found |= _in_folder(place, entry, playing, name)
    return found


def own_versions(events: Events, name: str) -> list[tuple[OpenSection, list[Submitted]]]:
    """Those of that name where bots are taken now, the newest first."""
    found = [(place, list(versions_in(place, name))[::-1]) for place in places(events)]
    return [(place, versions) for place, versions in found if versions]


def own_key(place: OpenSection, number: int) -> str:
    """What the form calls that version of the visitor's, whoever he is."""
    return f"{OWN}{place.key}/{number}"


def _own(
    place: OpenSection, entry: Submissions, playing: Mapping[str, Version], name: str
) -> Iterator[tuple[str, Stranger]]:
    for version in reversed(entry.versions()):
        if version.name == name:
            stranger = Stranger(
                version_name(name, version.number),
                entry.program(version),
                words.MINE_IN.filled({"event": place.title}),
                version.state(plays=version == playing.get(name)),
                frozenset({place.section.game.name}),
            )
            yield own_key(place, version.number), stranger


def _in_folder(
    place: OpenSection, entry: Submissions, playing: Mapping[str, Version], name: str
) -> Iterator[tuple[str, Stranger]]:
    """What plays now, for the others; whether it was handed in, or put there by the teacher."""
    for entrant in entrants_of(place.section, place.path.parent):
        version = playing.get(entrant.name)
        if entrant.command is None or name_fault(entrant.name):
            continue
        is_own = entrant.name == name
        if is_own and version:
            continue  # it is among his versions
        stranger = Stranger(
            entrant.name,
            entry.program(version) if version else place.path.parent / entrant.command,
            (words.MINE_IN if is_own else words.OTHERS_IN).filled({"event": place.title}),
            games=frozenset({place.section.game.name}),
            is_secret=not is_own,
        )
        yield own_key(place, 0) if is_own else f"{OTHERS}{place.key}/{entrant.name}", stranger
