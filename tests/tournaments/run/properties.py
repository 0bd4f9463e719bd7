"""Invariants for any file in place of a ledger, its heads, or an event file."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from arena.event.rejudge import rejudge
from arena.event.report import report
from arena.event.table import table
from arena.options import LanguageName
from formats.text import LANGUAGES
from tests.tournaments.ledger.edited import contents, run_here
from tournaments.event.reader import read_event
from tournaments.ledger import NAME, open_ledger
from tournaments.ledger.heads_file import NAME as HEADS
from tournaments.ledger.ledger_faults import BadLedger
from tournaments.run.rejudging import judge_again
from tournaments.run.tournament import Tournament, tournament_from_ledger


def check_any_ledger(folder: Path, data: bytes, heads: bytes, whole: object) -> None:
    """Check that a file is shown or its faults are printed, without a traceback.

    ``whole`` is what the ledger has that it was made from: nothing else is confirmed but that.
    """
    (folder / NAME).write_bytes(data)
    (folder / HEADS).write_bytes(heads)
    try:
        with open_ledger(folder) as ledger:
            tournament = tournament_from_ledger(ledger)
    except BadLedger as error:
        sentences = [fault.sentence(language) for fault in error.faults for language in LANGUAGES]
        assert all(sentence.isprintable() for sentence in sentences)
        return
    except sqlite3.Error:
        return
    is_confirmed = not tournament.faults and _is_confirmed(tournament)
    assert not is_confirmed or contents(folder) == whole


def check_forged_ledger(folder: Path, language: LanguageName) -> None:
    """Check that a ledger with new hashes and any contents is reported in sentences."""
    second_output = run_here(lambda: rejudge(str(folder), None, language))
    shown = run_here(lambda: table(str(folder), crosstable=True, lang=language))
    reported = run_here(lambda: report(str(folder), lang=language))
    assert second_output.err == shown.err, "what is wrong is told by each"
    assert bool(shown.status) == bool(shown.err)
    assert second_output.status >= reported.status >= shown.status, reported.err


def _is_confirmed(tournament: Tournament) -> bool:
    judgement = judge_again(tournament)
    return not judgement.differences and not judgement.sections_with_other_table


def check_any_event(data: bytes) -> None:
    """Check that a file gives an event, or diagnostics with places in sentences."""
    reading = read_event(data)
    errors = [diagnostic for diagnostic in reading.diagnostics if diagnostic.severity == "error"]
    assert (reading.event is None) == bool(errors)
    lines = data.count(b"\n") + data.count(b"\r") + 1
    for diagnostic in reading.diagnostics:
        assert 1 <= diagnostic.line <= lines
        assert all(diagnostic.sentence(language).isprintable() for language in LANGUAGES)
