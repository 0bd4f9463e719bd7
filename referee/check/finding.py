"""The finding of a check, to be shown in a terminal, on a page or in a table."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from formats.text import Text
from referee.diagnosis.lost_turn import LostTurn


class CheckResult(StrEnum):
    """Result of a check: a failed check keeps a bot from entering."""

    PASSED = "passed"
    WARNED = "warned"
    FAILED = "failed"

    @property
    def word(self) -> Text:
        """Word that is shown before the finding."""
        return _WORDS[self]


_WORDS = {
    CheckResult.PASSED: Text("good", "верно"),
    CheckResult.WARNED: Text("warning", "внимание"),
    CheckResult.FAILED: Text("BAD", "ОШИБКА"),
}


@dataclass(frozen=True, slots=True)
class Finding:
    result: CheckResult
    sentence: Text
    advice: Text | None = None
    """Advice to the author, or to the host of this machine."""
    exhibit: str = ""
    """Lines that show it, such as the files of a turn."""
    cause: Text | None = None
    """Cause in one sentence for the bot's author; None if ``sentence`` says it."""
    lost_turn: LostTurn | None = field(default=None, repr=False)
    """The turn that shows it, if a turn lost the game."""
    position: int = 0
    """Number of the position of that turn."""
    check: str = ""
    """Label of the check."""
    title: Text | None = None
    advice_is_for_host: bool = False
    """True if the advice is for the host of this machine, not for the bot's author."""


def for_host(finding: Finding) -> Finding:
    """Return the finding with its advice addressed to the host of this machine."""
    return replace(finding, advice_is_for_host=True)


def passed(sentence: Text, /, **values: object) -> Finding:
    return Finding(CheckResult.PASSED, sentence.filled(values))


def warned(sentence: Text, advice: Text | None = None, /, **values: object) -> Finding:
    """Return a finding that may do harm, or that could not be checked."""
    return Finding(CheckResult.WARNED, sentence.filled(values), advice and advice.filled(values))


def failed(sentence: Text, advice: Text, /, **values: object) -> Finding:
    return Finding(CheckResult.FAILED, sentence.filled(values), advice.filled(values))
