"""Is a bot fit to be entered: what a submission is judged by, each check in a file of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee.check.candidate import Candidate
from referee.check.checks import all_checks
from referee.check.finding import Finding, Grade

_NEEDED = ("file", "file-format", "libraries", "starting")
"""Without these the others mean nothing."""


def examine(candidate: Candidate) -> Iterator[Finding]:
    """Makes the checks one after the other. Raises RefereeError for a fault of ours."""
    for label, check in all_checks().items():
        ended = False
        for finding in check.run(candidate):
            yield replace(finding, check=label, title=check.TITLE)
            ended |= label in _NEEDED and finding.grade is Grade.FAILED
        if ended:
            return
