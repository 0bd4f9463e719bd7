"""The checks of a submission, which find out whether a bot can enter an event."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee.check.checked_bot import CheckedBot
from referee.check.checks import all_checks
from referee.check.finding import CheckResult, Finding

_NEEDED = ("file", "file-format", "libraries", "starting")
"""Checks without which the later ones have no meaning."""


def examine(checked_bot: CheckedBot) -> Iterator[Finding]:
    """Run the checks one after another and yield their findings. Raise RefereeError."""
    for label, check in all_checks().items():
        is_hopeless = False
        for finding in check.run(checked_bot):
            yield replace(finding, check=label, title=check.TITLE)
            is_hopeless |= label in _NEEDED and finding.result is CheckResult.FAILED
        if is_hopeless:
            return
