"""A table of an event file while it is read: values are taken out of it, faults are noted.

Who takes a key thereby says that there is such a key: what nobody has taken in the end is unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import TypeVar, cast

from formats.fault import Diagnostic, Fault, FaultKind
from formats.text import Text
from tournaments.event.toml_places import KeyPlace, Path
from tournaments.event.toml_values import A_TABLE, not_this, shown

UNKNOWN_KEY = FaultKind(
    "E002",
    Text("there is no key «{key}» here", "ключа «{key}» здесь не бывает"),
    Text("the keys are {known}", "ключи бывают такие: {known}"),
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
    """The faults found so far, and where keys stand."""

    places: Mapping[Path, KeyPlace]
    diagnostics: dict[tuple[KeyPlace, str], Diagnostic] = field(default_factory=dict)
    """Each once, though what several sections share is read for each of them."""

    def add(self, path: Path, fault: Fault) -> None:
        """Notes a fault of what stands there, or of the nearest that holds it."""
        while path and path not in self.places:
            path = path[:-1]
        place = self.places.get(path, KeyPlace(1, 1, 1))
        found = Diagnostic(fault, *place, severity=fault.kind.severity)
        self.diagnostics[place, f"{found.code} {found.sentence()}"] = found


@dataclass
class TomlTable:
    """One table, and the one that it shares keys with, if there is one."""

    values: Mapping[str, object]
    path: Path
    notes: EventFaults
    above: TomlTable | None = None
    taken: set[str] = field(default_factory=set)

    def take(self, key: str, read: Callable[[object], T | Fault], default: T) -> T:
        """The value of the key, or the default where it is missing or at fault."""
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
        """The value of a required key; nothing if it is wrong or missing."""
        if not self.has(key):
            self.note(MISSING_KEY(), key)
        return self.take(key, cast("Callable[[object], T | Fault | None]", read), None)

    def has(self, key: str) -> bool:
        """Whether the key is here or above. Asking makes it a known key, which may be there."""
        self._know(key)
        return self._owner(key) is not None

    def both_above(self, one: str, two: str) -> bool:
        return all(self._owner(key) is self.above is not None for key in (one, two))

    def get(self, key: str) -> object:
        """The value as it is, for what is read in one way or another."""
        return self.take(key, lambda value: value, None)

    def inner(self, key: str, index: int | None = None, wanted: Text = A_TABLE) -> TomlTable | None:
        """A table within this one, or one of a list of them. The caller must close it."""
        owner, value = self._owner(key), self.get(key)
        if owner is None:
            return None
        path: Path = (*owner.path, key)
        if index is not None:
            value, path = cast("list[object]", value)[index], (*path, index)
        if isinstance(value, dict):
            return TomlTable(value, path, self.notes)
        self.notes.add(path, _with_key(not_this(wanted, value), key))
        return None

    def note(self, fault: Fault, key: str) -> None:
        owner = self._owner(key) or self
        self.notes.add((*owner.path, key), _with_key(fault, key))

    def unknown(self) -> Iterator[str]:
        """The keys that nobody has taken."""
        return (key for key in self.values if key not in self.taken)

    def close(self) -> None:
        """Notes the keys that nobody has taken, each with the nearest known one."""
        for key in self.unknown():
            nearest = get_close_matches(key.lower().replace("_", "-"), sorted(self.taken), 1)
            kind = MISTYPED_KEY if nearest else UNKNOWN_KEY
            known = ", ".join(sorted(self.taken))
            self.note(kind(nearest="".join(nearest), known=known), key)

    def _know(self, key: str) -> None:
        self.taken.add(key)
        if self.above is not None:
            self.above.taken.add(key)

    def _owner(self, key: str) -> TomlTable | None:
        """This table or the one above, whichever has the key."""
        if key in self.values:
            return self
        return self.above if self.above is not None and key in self.above.values else None


def _with_key(fault: Fault, key: str) -> Fault:
    return replace(fault, values={**fault.values, "key": shown(key)})
