"""JSON Schema of event files, made from the reader that reads them.

The reader reads some small events from tables that note each key with the schema of its values. So
no key can be in one and not in the other. Each value that may have several forms stands in an event
of its own. The schema is what an editor can use while a file is typed: it refuses nothing that the
reader takes, and the reader refuses more.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from formats.fault import Fault
from formats.games import all_games
from formats.text import Text
from tournaments.event.model import AUTO
from tournaments.event.reader import event_from_table
from tournaments.event.secret_seed import SECRET
from tournaments.event.toml_table import EventFaults, TomlTable
from tournaments.event.toml_values import A_TABLE, ValueReader
from tournaments.schedules import Flag, OneOf, Option, Whole, all_schedules

FILE = Path(__file__).parent.parent / "events" / "event.schema.json"
"""The schema as it comes with the arena; ``scripts/event-schema`` writes it."""
DRAFT = "http://json-schema.org/draft-07/schema#"

_LINK = re.compile(r"\[([^]]+)\]\([^)]+\)")

T = TypeVar("T")


@dataclass
class _NotedKeys:
    """The keys of a table, with the schemas of their values and the tables below them."""

    values: dict[str, list[Mapping[str, object]]] = field(default_factory=dict)
    tables: dict[str, _NotedKeys] = field(default_factory=dict)
    lists: dict[str, _NotedKeys] = field(default_factory=dict)

    def schema(self, descriptions: Mapping[str, str]) -> dict[str, object]:
        keys = sorted({*self.values, *self.tables, *self.lists})
        return {
            "type": "object",
            "properties": {key: self._schema_of(key, descriptions) for key in keys},
            "additionalProperties": False,
        }

    def _schema_of(self, key: str, descriptions: Mapping[str, str]) -> dict[str, object]:
        forms = [dict(form) for form in self.values.get(key, [])]
        if key in self.tables:
            forms.append(self.tables[key].schema(descriptions))
        if key in self.lists:
            items = self.lists[key].schema(descriptions)
            forms.append({"type": "array", "items": items})
        schema: dict[str, object] = forms[0] if len(forms) == 1 else {"anyOf": forms}
        return {"description": descriptions[key], **schema} if key in descriptions else schema


@dataclass
class _NotingTable(TomlTable):
    """A table that notes each key that is taken out of it."""

    noted: _NotedKeys = field(default_factory=_NotedKeys)

    def take(self, key: str, read: Callable[[object], T | Fault], default: T) -> T:
        if isinstance(read, ValueReader):
            schemas = self.noted.values.setdefault(key, [])
            if read.schema not in schemas:
                schemas.append(read.schema)
        return super().take(key, read, default)

    def inner(self, key: str, index: int | None = None, wanted: Text = A_TABLE) -> TomlTable | None:
        inner = super().inner(key, index, wanted)
        if inner is None:
            return None
        tables = self.noted.tables if index is None else self.noted.lists
        noted = tables.setdefault(key, _NotedKeys())
        return _NotingTable(inner.values, inner.path, inner.faults, noted=noted)

    def section(self, values: Mapping[str, object], index: int) -> TomlTable:
        noted = self.noted.lists.setdefault("section", _NotedKeys())
        return _NotingTable(values, ("section", index), self.faults, self, noted=noted)


def event_schema(descriptions: Mapping[str, str]) -> dict[str, object]:
    """Return the schema of event files, with the descriptions of keys that are known."""
    noted = _NotedKeys()
    for values in _events():
        table = _NotingTable(values, (), EventFaults({}), noted=noted)
        event_from_table(table)
    noted.values["seed"].append({"const": SECRET})
    schema = noted.schema(descriptions)
    return {
        "$schema": DRAFT,
        "title": "Matrix Arena event",
        **schema,
        "required": ["title"],
        "anyOf": [{"required": ["game"]}, {"required": ["section"]}],
    }


def _events() -> Iterator[Mapping[str, object]]:
    """Yield events that together have each key in each form."""
    for section in _sections():
        yield {"title": "schema", "ladder": {}, **section}
        yield {"title": "schema", "ladder": {}, "section": [section]}


def _sections() -> Iterator[Mapping[str, object]]:
    game = next(iter(all_games()))
    usual = {"game": game, "entrants": "bots"}
    yield usual | {"machine": "win7", "starts": 2, "bonuses": [1], "points": {}}
    yield usual | {"machine": {}, "starts": {}, "bonuses": {}}
    yield usual | {"starts": ["start.txt"]}
    listed = {"name": "a", "command": "a", "arguments": [], "bot": "b"}
    yield {"game": game, "entrants": [listed]}
    yield usual | {"format": AUTO, "evening": 1}
    for name, schedule in all_schedules().items():
        options = {key.replace("_", "-"): _example(o) for key, o in schedule.options.items()}
        yield usual | {"format": name, **options}


def _example(option: Option) -> object:
    match option:
        case Whole(least, _):
            return least
        case OneOf(words):
            return words[0]
        case Flag():
            return True


def descriptions_from_document(text: str) -> dict[str, str]:
    """Return the descriptions of keys in the tables of docs/events.md."""
    descriptions: dict[str, str] = {}
    columns = 4
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")]
        if line.startswith("| `") and len(cells) == columns:
            key, kind, meaning, usual = (_LINK.sub(r"\1", cell) for cell in cells)
            meaning = meaning.removesuffix("; see below")
            descriptions.setdefault(key.strip("`"), f"{meaning} ({kind}; default: {usual})")
    return descriptions
