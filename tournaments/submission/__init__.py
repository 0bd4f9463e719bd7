"""Submission of programs to the folder of an event's entrants, with a store of all versions."""

from tournaments.submission.section_submissions import (
    PendingVersion,
    Submissions,
    bot_to_check,
    find_section,
    submissions,
)

__all__ = ("PendingVersion", "Submissions", "bot_to_check", "find_section", "submissions")
