"""The finding of a check, to be shown in a terminal, on a page or in a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from formats.printable import printable_sentence
from formats.text import Text, text_from
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
    return Finding(CheckResult.PASSED, _filled(sentence, values))


def warned(sentence: Text, advice: Text | None = None, /, **values: object) -> Finding:
    """Return a finding that may do harm, or that could not be checked."""
    filled_advice = advice and _filled(advice, values)
    return Finding(CheckResult.WARNED, _filled(sentence, values), filled_advice)


def failed(sentence: Text, advice: Text, /, **values: object) -> Finding:
    return Finding(CheckResult.FAILED, _filled(sentence, values), _filled(advice, values))


def _filled(text: Text, values: Mapping[str, object]) -> Text:
    """Return the text with the values, which may be words of the bot's file, fit to be shown."""
    return text_from(lambda language: printable_sentence(text.say(language, values)))
