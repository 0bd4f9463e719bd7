"""A table of an event file while it is read: values are taken out of it, faults are noted.

Taking a key makes it a known key; a key that was never taken is unknown in the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import TypeVar, cast

from formats.fault import Diagnostic, Fault, FaultKind
from formats.text import Text
from tournaments.event.toml_places import KeyPath, KeyPlace
from tournaments.event.toml_values import A_TABLE, excerpt, value_fault

UNKNOWN_KEY = FaultKind(
    "E002",
    Text("there is no key «{key}» here", "ключ «{key}» здесь не предусмотрен"),
    Text("the keys are {known}", "возможные ключи: {known}"),
)
MISTYPED_KEY = FaultKind(
    "E003", UNKNOWN_KEY.text, Text("did you mean «{nearest}»?", "может быть, «{nearest}»?")
)
MISSING_KEY = FaultKind(
    "E008",
    Text("the key «{key}» is missing", "нет ключа «{key}»"),
)

T = TypeVar("T")


@dataclass
class EventFaults:
    """The faults noted so far, and the places of the keys."""

    places: Mapping[KeyPath, KeyPlace]
    diagnostics: dict[tuple[KeyPlace, str], Diagnostic] = field(default_factory=dict)
    """Faults by place and sentence: keys that sections share are read once for each section."""

    @property
    def in_order(self) -> list[Diagnostic]:
        """Faults in the order of their places."""
        return sorted(self.diagnostics.values(), key=lambda d: (d.line, d.column))

    def add(self, path: KeyPath, fault: Fault) -> None:
        """Note a fault at the place of the path, or of its nearest parent that has a place."""
        while path and path not in self.places:
            path = path[:-1]
        place = self.places.get(path, KeyPlace(1, 1, 1))
        diagnostic = Diagnostic(fault, *place, severity=fault.kind.severity)
        self.diagnostics[place, f"{diagnostic.code} {diagnostic.sentence()}"] = diagnostic


@dataclass
class TomlTable:
    """A table of the file, and the table above whose keys hold for it, too."""

    values: Mapping[str, object]
    path: KeyPath
    faults: EventFaults
    above: TomlTable | None = None
    taken: set[str] = field(default_factory=set)

    def take(self, key: str, read: Callable[[object], T | Fault], default: T) -> T:
        """Return the value of the key, or the default if it is missing or wrong."""
        self._know(key)
        owner = self._owner(key)
        if owner is None:
            return default
        value = read(owner.values[key])
        if isinstance(value, Fault):
            self.note(value, key)
            return default
        return value

    def need(self, key: str, read: Callable[[object], T | Fault]) -> T | None:
        """Return the value of a required key, or None if it is wrong or missing."""
        if not self.has(key):
            self.note(MISSING_KEY(), key)
        return self.take(key, cast("Callable[[object], T | Fault | None]", read), None)

    def has(self, key: str) -> bool:
        """Return whether the key is here or above, and make it a known key."""
        self._know(key)
        return self._owner(key) is not None

    def inherits(self, key: str) -> bool:
        """Return whether the key is in the table above and not here."""
        return self._owner(key) is self.above is not None

    def has_both_above(self, first: str, second: str) -> bool:
        """Return whether the table above has both keys and this one has neither."""
        return self.inherits(first) and self.inherits(second)

    def get(self, key: str) -> object:
        """Return the value as it is, for a key that has several kinds of values."""
        return self.take(key, lambda value: value, None)

    def inner(self, key: str, index: int | None = None, wanted: Text = A_TABLE) -> TomlTable | None:
        """Return an inner table, or an element of a list of tables; the caller must close it.

        Note a fault if the value is not a table.
        """
        owner, value = self._owner(key), self.get(key)
        if owner is None:
            return None
        path: KeyPath = (*owner.path, key)
        if index is not None:
            value, path = cast("list[object]", value)[index], (*path, index)
        if isinstance(value, dict):
            return TomlTable(value, path, self.faults)
        self.faults.add(path, _with_key(value_fault(wanted, value), key))
        return None

    def section(self, values: Mapping[str, object], index: int) -> TomlTable:
        """Return a table of a section, for which the keys of this table hold, too."""
        return TomlTable(values, ("section", index), self.faults, self)

    def note(self, fault: Fault, key: str) -> None:
        owner = self._owner(key) or self
        self.faults.add((*owner.path, key), _with_key(fault, key))

    def unknown_keys(self) -> Iterator[str]:
        """Yield the keys that were never taken."""
        return (key for key in self.values if key not in self.taken)

    def close(self) -> None:
        """Note the keys that were never taken, each with the nearest known key."""
        for key in self.unknown_keys():
            nearest = get_close_matches(key.lower().replace("_", "-"), sorted(self.taken), 1)
            kind = MISTYPED_KEY if nearest else UNKNOWN_KEY
            known = ", ".join(sorted(self.taken))
            self.note(kind(nearest="".join(nearest), known=known), key)

    def _know(self, key: str) -> None:
        self.taken.add(key)
        if self.above is not None:
            self.above.taken.add(key)

    def _owner(self, key: str) -> TomlTable | None:
        """Return the table that has the key: this one or the one above."""
        if key in self.values:
            return self
        return self.above if self.above is not None and key in self.above.values else None


def _with_key(fault: Fault, key: str) -> Fault:
    return replace(fault, values={**fault.values, "key": excerpt(key)})
