"""``arena rejudge``: plays every game of an event again, through the law alone."""

from __future__ import annotations

from click.exceptions import Exit

from arena.commands import ExitStatus
from arena.console import plain_console
from arena.event import texts as words
from arena.event.event_folder import FolderArgument, tournament_in
from arena.options import LangOption, language
from tournaments.run.rejudging import Difference, rejudged, same_table


def rejudge(folder: FolderArgument, lang: LangOption = None) -> None:
    """Judge an event again: confirm each verdict and the table, or show the first difference."""
    speech = language(lang)
    tournament = tournament_in(folder)
    console = plain_console()
    games = 0
    for difference in rejudged(tournament):
        if difference is not None:
            console.print(words.DIFFERS.say(speech, _values(difference)))
            raise Exit(ExitStatus.BAD)
        games += 1
    for contest in tournament.contests:
        if not same_table(contest):
            console.print(words.OTHER_TABLE.say(speech, {"section": contest.section.name}))
            raise Exit(ExitStatus.BAD)
    console.print(words.AGREES.say(speech, {"games": games}))


def _values(difference: Difference) -> dict[str, object]:
    entry = difference.entry
    return {
        "section": entry.section,
        "number": entry.number,
        "id": entry.id,
        "sentence": difference.sentence,
    }
