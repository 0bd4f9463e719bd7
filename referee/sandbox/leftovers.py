"""Folders and control groups of referees that were killed: what `kill -9` leaves on the machine."""

from __future__ import annotations

from pathlib import Path

from referee.sandbox.cgroup import remove_leftovers_of_groups
from referee.sandbox.host import leftovers_in, places_of_programs, remove_program_folder


def remove_all_leftovers() -> list[Path]:
    """Remove what killed referees left; return what cannot be removed by this user."""
    folders = [folder for place in places_of_programs() for folder in leftovers_in(place)]
    for folder in folders:
        remove_program_folder(folder)
    return [*(folder for folder in folders if folder.exists()), *remove_leftovers_of_groups()]
