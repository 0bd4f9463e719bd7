"""The checks of a submission, which find out whether a bot can enter an event."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee.check.binary import MOST_READ
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
            if finding.result is CheckResult.FAILED:
                is_hopeless |= label in _NEEDED or _is_huge(checked_bot)
        if is_hopeless:
            return


def _is_huge(checked_bot: CheckedBot) -> bool:
    """Return whether a copy of the program, as each sandbox makes, might fill the machine."""
    most = max(MOST_READ, checked_bot.size_limit)
    return checked_bot.program.path.stat().st_size > most
