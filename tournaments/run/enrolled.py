"""Who takes part in an event, as the ledger has it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Enrolled:
    """A program that takes part, as it was when the event began."""

    section: str
    seed: int
    """Its place in the order of the seeds, from 1."""
    name: str
    sha256: str
    size: int
    source: str
    """Where it came from, for people."""
    arguments: tuple[str, ...] = ()
