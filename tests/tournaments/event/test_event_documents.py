"""The pages on events tell the truth: every key and code is on them, and their examples are read.

A block ``toml`` is a whole event; ``toml part`` some keys of one; ``toml bad E002`` an event with
exactly these faults. That both pages have the same blocks, tests/test_documents.py sees to.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from formats.fault import FaultKind
from tests.formats.games.example_games import SHORT
from tests.places import ROOT
from tests.test_documents import Block, blocks_of, name_of
from tests.tournaments.event.test_event_malformed import kinds
from tournaments.entrants import class_list, entrant_faults
from tournaments.event.model import Entrant, Ladder
from tournaments.event.read_section import read_section
from tournaments.event.reader import EventReading, read_event
from tournaments.event.toml_table import EventFaults, TomlTable
from tournaments.ladder import ladder_faults
from tournaments.ledger import decision_faults, ledger_faults
from tournaments.run import grades
from tournaments.schedules import all_schedules
from tournaments.standings.scoring import Points
from tournaments.standings.tie_breaks import TIE_BREAKS

PAGES = [ROOT / "docs/events.md", ROOT / "docs/ru/events.md"]
BLOCKS = [block for page in PAGES for block in blocks_of(page) if block.kind == "toml"]
NEEDED = {"title": "x", "game": SHORT, "entrants": "bots"}

_CODE_ROW = re.compile(r"^\| (E[0-9]{3}) \|(.*)$", re.MULTILINE)
_KEY_ROW = re.compile(r"^\| `([a-z-]+)` *\|", re.MULTILINE)


def whole(block: Block) -> EventReading:
    """Return the example as an event file, with missing parts added."""
    missing = set(NEEDED) - set(tomllib.loads(block.text)) if block.words == ("part",) else set()
    added = "".join(f'{key} = "{NEEDED[key]}"\n' for key in sorted(missing))
    return read_event((added + block.text).encode())


@pytest.mark.parametrize("block", BLOCKS, ids=name_of)
def test_examples_are_what_they_claim(block: Block) -> None:
    expected = block.words[1:] if block.words[:1] == ("bad",) else ()
    assert [diagnostic.code for diagnostic in whole(block).diagnostics] == list(expected)


def keys() -> set[str]:
    """Return every possible key of an event file."""
    top = {"title", "seed", "section", "evening", "ladder"}
    for name in all_schedules():
        table = TomlTable({"game": SHORT, "entrants": "bots", "format": name}, (), EventFaults({}))
        read_section(table, 0)
        top |= table.taken
    inner = {field.name for kind in (Entrant, Points, Ladder) for field in fields(kind)}
    return top | inner | {"count", "pieces", "marks", "mirrored"}


@pytest.mark.parametrize("page", PAGES, ids=["en", "ru"])
def test_every_key_is_explained_and_no_other(page: Path) -> None:
    rows = _KEY_ROW.findall(page.read_text(encoding="utf-8"))
    assert set(rows) == keys() | set(TIE_BREAKS)
    assert [key for key in sorted(set(rows)) if rows.count(key) > 1] == ["name"]


@pytest.mark.parametrize("page", PAGES, ids=["en", "ru"])
def test_every_key_is_in_an_example(page: Path) -> None:
    text = "\n".join(block.text for block in blocks_of(page) if block.kind == "toml")
    written = set(re.findall(r"([a-z-]+)\s*=(?!=)", text)) | set(
        re.findall(r"^\[+(\w+)\]", text, re.M)
    )
    assert keys() - written == set()


def all_kinds() -> dict[str, FaultKind]:
    """Return the codes of faults of event files, submissions and running events."""
    modules = (
        *(entrant_faults, decision_faults, ledger_faults, ladder_faults),
        *(class_list, grades),
    )
    more = [value for module in modules for value in vars(module).values()]
    return kinds() | {value.code: value for value in more if isinstance(value, FaultKind)}


@pytest.mark.parametrize(
    ("page", "warning"), [(PAGES[0], "(warning)"), (PAGES[1], "(предупреждение)")], ids=["en", "ru"]
)
def test_tables_have_every_code_once_and_mark_the_warnings(page: Path, warning: str) -> None:
    rows = _CODE_ROW.findall(page.read_text(encoding="utf-8"))
    assert [code for code, _ in rows] == sorted(all_kinds())
    marked = {code for code, text in rows if warning in text}
    assert marked == {code for code, kind in all_kinds().items() if kind.severity == "warning"}
