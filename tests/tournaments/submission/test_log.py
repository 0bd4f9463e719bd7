"""Sentences about a submitted version."""

from __future__ import annotations

from datetime import datetime

from tournaments.submission.log import Version


def version(*failed: str) -> Version:
    return Version("games", "ivanov", 3, "2026-11-21T20:15:00+00:00", "0" * 64, 17, failed)


def test_a_version_that_passed_plays_until_another_passes() -> None:
    assert version().state(plays=True).en == "plays"
    assert version().state(plays=False).en == "passed"


def test_only_checks_that_still_exist_are_named_as_failed() -> None:
    sentence = version("size", "no-such-check", "clock").state(plays=False)
    assert sentence.en.startswith("failed: ")
    assert sentence.en.count(",") == 1
    assert sentence.ru.startswith("не прошла: ")


def test_the_time_of_a_version_is_in_the_zone_of_the_deadline() -> None:
    deadline = datetime.fromisoformat("2026-11-22T00:00:00+05:00")
    assert version().time_text(deadline) == "2026-11-22 01:15:00+05:00"
