"""``arena fetch``: data of a class's site, for other programs."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Annotated

from arena.class_site.client import ClassSite, login_of, print_refusals
from arena.console import print_data
from arena.options import LanguageOption, reader_language
from arena.parameters import Argument, Option, WrongUsage
from formats.text import Text

_NAME_EVENT = Text("name the event: {base}/events/EVENT", "укажите турнир: {base}/events/ТУРНИР")
_NAME_GAME = Text(
    "name the game with --section and --game", "укажите партию ключами --section и --game"
)


class FetchedData(StrEnum):
    EVENTS = "events"
    STANDINGS = "standings"
    GAMES = "games"
    RECORD = "record"
    SUBMISSIONS = "submissions"
    FEEDBACK = "feedback"


def fetch(
    address: Annotated[
        str,
        Argument(
            metavar="URL",
            help=Text(
                "Address of the class, https://HOST/, or of an event, https://HOST/events/EVENT.",
                "Адрес класса https://ИМЯ/ или турнира https://ИМЯ/events/ТУРНИР.",
            ),
        ),
    ],
    what: Annotated[
        FetchedData,
        Argument(
            metavar="WHAT",
            help=Text(
                "events; standings, games or a record of an event; or your own submissions or"
                " feedback.",
                "events (турниры); standings (таблица), games (партии) или record (запись)"
                " турнира; свои submissions (версии) или feedback (отзыв).",
            ),
        ),
    ] = FetchedData.EVENTS,
    name: Annotated[str | None, Option(help=Text("Entrant's name.", "Имя участника."))] = None,
    section: Annotated[
        str | None, Option(help=Text("Section of the game.", "Раздел партии."))
    ] = None,
    game: Annotated[
        int | None,
        Option("--game", metavar="N", min=1, help=Text("Number of the game.", "Номер партии.")),
    ] = None,
    lang: LanguageOption = None,
) -> None:
    site = ClassSite.at(address, reader_language(lang))
    with print_refusals():
        if what is FetchedData.RECORD:
            if section is None or game is None:
                raise WrongUsage(_NAME_GAME)
            print_data(site.get_text("events", _event(site), "games", section, str(game)))
            return
        match what:
            case FetchedData.EVENTS:
                data = site.get("events")
            case FetchedData.STANDINGS:
                data = site.get("events", _event(site))
            case FetchedData.GAMES:
                data = site.get("events", _event(site), "games")
            case FetchedData.SUBMISSIONS | FetchedData.FEEDBACK:
                data = site.get(what.value, login=login_of(name, site))
        print_data(json.dumps(data, ensure_ascii=False, indent=2) + "\n")


def _event(site: ClassSite) -> str:
    if site.event is None:
        raise WrongUsage(_NAME_EVENT, base=site.base)
    return site.event
