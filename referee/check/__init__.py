"""Is a bot fit to be entered: what a submission is judged by, each check in a file of its own.

A check is a module with a ``TITLE`` and a function ``look``, which yields its findings. The first
look at the file without running it; the others share one series of turns, see ``trials.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol

from formats.text import Text
from referee.check import (
    clock,
    file,
    form,
    leftovers,
    libraries,
    line_ends,
    luck,
    memory,
    moves,
    name,
    size,
    speed,
    starting,
)
from referee.check.candidate import Candidate
from referee.check.finding import Finding, Grade


class Check(Protocol):
    """What the module of a check has."""

    TITLE: Text

    def look(self, candidate: Candidate, /) -> Iterator[Finding]:
        """Yields what was found."""


CHECKS: dict[str, Check] = {
    "file": file,
    "size": size,
    "name": name,
    "form": form,
    "libraries": libraries,
    "starting": starting,
    "moves": moves,
    "clock": clock,
    "memory": memory,
    "leftovers": leftovers,
    "speed": speed,
    "line-ends": line_ends,
    "luck": luck,
}
"""In the order in which they are made and shown."""

_NEEDED = ("file", "starting")
"""Without these the others mean nothing."""


def examine(candidate: Candidate) -> Iterator[Finding]:
    """Makes the checks one after the other. Raises RefereeError for a fault of ours."""
    for label, check in CHECKS.items():
        ended = False
        for finding in check.look(candidate):
            yield replace(finding, check=label, title=check.TITLE)
            ended |= label in _NEEDED and finding.grade is Grade.FAILED
        if ended:
            return
