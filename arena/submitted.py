"""What is said of a version of a bot that was submitted, in a terminal and on a page."""

from __future__ import annotations

from datetime import datetime

from formats.text import Text
from referee.check.checks import all_checks
from tournaments.submission.log import Version

ENTERED = Text(
    "{name}: version {number}, {sha256}, is entered in «{section}» and will play",
    "{name}: версия {number}, {sha256}, заявлена в «{section}» и будет играть",
)
NOT_ENTERED = Text(
    "{name}: version {number}, {sha256}, is kept, but will not play",
    "{name}: версия {number}, {sha256}, сохранена, но играть не будет",
)
PLAYS = Text("plays", "играет")
REPLACED = Text("passed", "прошла проверку")
FAILED = Text("failed: {checks}", "не прошла: {checks}")


def time_of(version: Version) -> str:
    """When it came, as the clock here shows it."""
    return f"{datetime.fromisoformat(version.time).astimezone():%Y-%m-%d %H:%M:%S}"


def state_of(version: Version, *, plays: bool) -> Text:
    """What has become of it."""
    if version.fit:
        return PLAYS if plays else REPLACED
    titles = [all_checks()[label].TITLE for label in version.failed if label in all_checks()]
    checks = Text(", ".join(one.en for one in titles), ", ".join(one.ru for one in titles))
    return FAILED.filled({"checks": checks})
