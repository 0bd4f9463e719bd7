"""What a bot may use."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on all the processes of one turn together, but for the size of a file."""

    memory: int = 1024 * MIB
    processes: int = 64
    """Threads are counted too."""
    file_size: int = 64 * MIB
    """Of each file it writes into its temporary folder."""
    output: int = 65536
    """Bytes of what it prints that are kept."""
    temporary_files: bool = True
    """Whether it may write files of its own, all of which go at the end of the turn."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """Seconds that a bot is given for one turn before it is stopped, see ``clock.py``."""

    own: Decimal
    """To run and to sleep."""
    wall: Decimal
    """In all: the turn is given up when the machine had no more time for it in so long."""
    cpu: Decimal | None = None
    """Of processor time, of all its processes together, if that is limited by itself."""
