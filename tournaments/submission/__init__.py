"""Submission of programs to the folder of an event's entrants, with a store of all versions."""

from tournaments.submission.section_submissions import (
    Attempt,
    Submissions,
    candidate_of,
    find_section,
    submissions,
)

__all__ = ("Attempt", "Submissions", "candidate_of", "find_section", "submissions")
