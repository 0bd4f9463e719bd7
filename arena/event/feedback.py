"""``arena feedback``: pages for each entrant, HTML and text, in both languages, and the games."""

from __future__ import annotations

from functools import partial
from operator import eq
from pathlib import Path
from typing import Annotated

from arena.console import plain_console
from arena.event import texts
from arena.event.event_folder import EventArgument, end_on_ledger_faults, folder_of, tournament_in
from arena.files import FileFailure, make_folder
from arena.options import LanguageOption, reader_language
from arena.parameters import Option
from arena.report.feedback import Feedback
from arena.report.page import feedback_page
from formats.names import file_name
from formats.text import LANGUAGES, Text
from referee.machine import write_whole
from tournaments.run.setup import programs_of
from tournaments.run.tournament import Tournament
from tournaments.storage import Store


def feedback(
    event: EventArgument,
    to: Annotated[
        Path | None,
        Option(
            "--to",
            metavar="DIR",
            help=Text(
                "Output folder (default: feedback in the event's folder).",
                "Куда записать (по умолчанию папка feedback в папке турнира).",
            ),
        ),
    ] = None,
    lang: LanguageOption = None,
) -> None:
    language, folder = reader_language(lang), folder_of(event)
    tournament = tournament_in(folder, language)
    names = list(dict.fromkeys(enrolled.name for enrolled in tournament.enrolled))
    out = to or folder / "feedback"
    try:
        for name in names:
            own = tournament.visible_to(partial(eq, name))
            _write(own, name, programs_of(folder), out)
    except OSError as error:
        raise FileFailure.at(out, error) from None
    values = {"count": len(names), "folder": out}
    plain_console().print(texts.FEEDBACK.say(language, values))
    end_on_ledger_faults(tournament, language)


def _write(tournament: Tournament, name: str, programs: Store, out: Path) -> None:
    """Write the pages of an entrant, and beside them a folder with the entrant's games."""
    stem = file_name(name)
    make_folder(out / stem)
    pages = [Feedback(tournament, name, language, programs) for language in LANGUAGES]
    for page in pages:
        _write_file(out / f"{stem}.{page.language}.txt", page.as_text())
        _write_file(out / f"{stem}.{page.language}.html", feedback_page(page, stem))
    for section in pages[0].sections:
        for game in section.games:
            _write_file(out / stem / game.file_name, game.entry.record)


def _write_file(path: Path, text: str) -> None:
    write_whole(path, text.encode("utf-8", "replace"))
