"""``arena report``: an event as one HTML file that opens anywhere, without network."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from click.exceptions import Exit

from arena.commands import ExitStatus
from arena.console import plain_console
from arena.event import texts
from arena.event.event_folder import (
    EventArgument,
    FullOption,
    end_on_ledger_faults,
    folder_of,
    print_faults,
    tournament_in,
)
from arena.files import FileFailure, write_file
from arena.options import LanguageOption, reader_language
from arena.parameters import Option
from arena.report.page import page
from formats.text import Text
from tournaments.ledger.ledger_faults import BadLedger

REPORT_FILE = "report.html"


def report(
    event: EventArgument,
    out: Annotated[
        Path | None,
        Option(
            "--out",
            help=Text(
                "Output file (default: report.html in the folder).",
                "Куда записать (по умолчанию report.html в той же папке).",
            ),
        ),
    ] = None,
    full: FullOption = False,
    lang: LanguageOption = None,
) -> None:
    language, folder = reader_language(lang), folder_of(event)
    path = out or folder / REPORT_FILE
    tournament = tournament_in(folder, language, full=full)
    try:
        size = write_page(path, page(tournament, language))
    except OSError as error:
        raise FileFailure.at(path, error) from None
    except BadLedger as error:
        print_faults(error.faults, language)
        raise Exit(ExitStatus.BAD) from None
    plain_console().print(texts.REPORT.say(language, {"path": path, "size": size // 1000}))
    end_on_ledger_faults(tournament, language)


def write_page(path: Path, text: str) -> int:
    """Write the file whole or not at all; return its size in bytes. Raise OSError if that fails."""
    data = text.encode("utf-8", "replace")
    write_file(path, data)
    return len(data)
