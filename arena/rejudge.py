"""``arena rejudge``: plays every game of an event again, through the law alone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from arena import event_words as words
from arena.language import language
from arena.options import LangOption
from arena.reading import plain_console
from formats.text import Language
from tournaments.ledger import NAME, opened
from tournaments.rejudge import Difference, rejudged, same_table
from tournaments.tournament import Tournament, tournament_of

_BAD = 1

EventFolder = Annotated[Path, typer.Argument(metavar="DIR", help="The folder of an event.")]


def rejudge(folder: EventFolder, lang: LangOption = None) -> None:
    """Judge an event again: confirm each verdict and the table, or show the first difference."""
    speech = language(lang)
    tournament = tournament_in(folder, speech)
    console = plain_console()
    games = 0
    for difference in rejudged(tournament):
        if difference is not None:
            console.print(words.DIFFERS.say(speech, _values(difference)))
            raise typer.Exit(_BAD)
        games += 1
    for contest in tournament.contests:
        if not same_table(contest):
            console.print(words.OTHER_TABLE.say(speech, {"section": contest.section.name}))
            raise typer.Exit(_BAD)
    console.print(words.AGREES.say(speech, {"games": games}))


def tournament_in(folder: Path, speech: Language) -> Tournament:
    """The event that is kept in the folder; ends the command if there is none."""
    if not (folder / NAME).is_file():
        raise typer.BadParameter(words.NO_LEDGER.say(speech, {"folder": folder}))
    with opened(folder) as ledger:
        return tournament_of(ledger)


def _values(difference: Difference) -> dict[str, object]:
    entry = difference.entry
    return {
        "section": entry.section,
        "number": entry.number,
        "id": entry.id,
        "sentence": difference.sentence,
    }
