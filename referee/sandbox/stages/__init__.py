"""The stages that a bot can be run on, strongest first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Stage(StrEnum):
    """What stands between a bot and the machine; records and event files have these words."""

    NAMESPACES = "namespaces"
    """Namespaces of the kernel, made by bubblewrap: a bot sees a machine of its own."""
    LANDLOCK = "landlock"
    """Walls that any process may put round itself: a bot sees the machine, and can touch little."""
    NONE = "none"
    """Nothing: only for bots that are trusted."""

    @property
    def isolates(self) -> bool:
        """Whether a stranger's program may be run on it."""
        return self is not Stage.NONE


@dataclass(frozen=True, slots=True)
class Prepared:
    """How the keeper is started on a stage, and where the bot finds what it needs."""

    command: tuple[str, ...]
    """The keeper's command line, and what makes the stage before it, if anything does."""
    folder: str
    """Where turns are played, as the keeper sees it."""
    program: str
    """Where the bot's program is, as it sees it itself."""
    readable: tuple[str, ...] = ()
    """What the bot can read, where walls keep it from the rest."""
    environment: Mapping[str, str] | None = None
    """Our own, if there is none."""
    files: tuple[int, ...] = ()
    """Descriptors to hand on."""
