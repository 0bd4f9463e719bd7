"""What a check found: a value, to be shown in a terminal, on a page or in a table."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from formats.text import Text
from referee.diagnosis.lost_turn import LostTurn


class Grade(StrEnum):
    """How grave it is: a failed check keeps a bot from being entered."""

    PASSED = "passed"
    WARNED = "warned"
    FAILED = "failed"

    @property
    def word(self) -> Text:
        """The word before the finding."""
        return _WORDS[self]


_WORDS = {
    Grade.PASSED: Text("good", "верно"),
    Grade.WARNED: Text("warning", "внимание"),
    Grade.FAILED: Text("BAD", "ОШИБКА"),
}


@dataclass(frozen=True, slots=True)
class Finding:
    grade: Grade
    sentence: Text
    advice: Text | None = None
    """What to do about it, if anything."""
    exhibit: str = ""
    """Lines that show it, such as the files of a turn."""
    cause: Text | None = None
    """In one sentence for the bot's author, if that is not the sentence here."""
    lost: LostTurn | None = field(default=None, repr=False)
    """The turn that shows it, if it is one by which a game is lost."""
    position: int = 0
    """The number of the position of that turn."""
    check: str = ""
    """Which check found it, as the files of this folder name it."""
    title: Text | None = None
    advice_is_for_host: bool = False
    """Whether only who runs this machine can do what is advised, and not the bot's author."""


def for_host(finding: Finding) -> Finding:
    """Return the finding with its advice addressed to who runs this machine."""
    return replace(finding, advice_is_for_host=True)


def passed(sentence: Text, /, **values: object) -> Finding:
    return Finding(Grade.PASSED, sentence.filled(values))


def warned(sentence: Text, advice: Text | None = None, /, **values: object) -> Finding:
    """It may do harm, or could not be looked at."""
    return Finding(Grade.WARNED, sentence.filled(values), advice and advice.filled(values))


def failed(sentence: Text, advice: Text, /, **values: object) -> Finding:
    return Finding(Grade.FAILED, sentence.filled(values), advice.filled(values))
