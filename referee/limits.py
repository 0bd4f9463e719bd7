"""What a bot may use."""

from __future__ import annotations

from dataclasses import dataclass

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
