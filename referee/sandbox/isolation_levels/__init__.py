"""The isolation levels, strongest first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class IsolationLevel(StrEnum):
    """The confinement of a bot; records and event files name the levels by these words."""

    NAMESPACES = "namespaces"
    """Kernel namespaces, made by bubblewrap: the bot sees a system of its own."""
    LANDLOCK = "landlock"
    """Restrictions that a process applies to itself: a bot sees the machine, but can use little."""
    NONE = "none"
    """No confinement: only for bots that are trusted."""

    @property
    def isolates(self) -> bool:
        """Return whether untrusted bots may be run at this level."""
        return self is not IsolationLevel.NONE


@dataclass(frozen=True, slots=True)
class Preparation:
    """The keeper's start at an isolation level, and the places of what a turn needs."""

    command: tuple[str, ...]
    """The keeper's command line, after that of bubblewrap and of the change of user if any."""
    folder: str
    """Folder of the turns, as the keeper sees it."""
    program: str
    """Path of the bot's program, as the bot sees it."""
    readable: tuple[str, ...] = ()
    """Paths that the bot may read, at levels that restrict reading."""
    environment: Mapping[str, str] | None = None
    """Environment of the keeper; None means that of this process."""
    files: tuple[int, ...] = ()
    """Descriptors that the keeper inherits."""
