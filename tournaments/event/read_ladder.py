"""Reads ``[ladder]``: whether and how bots play each other until the event begins."""

from __future__ import annotations

from tournaments.event.model import Ladder
from tournaments.event.toml_table import TomlTable
from tournaments.event.toml_values import listed, text, whole

MOST_GAMES = 10_000
MOST_JOBS = 1_000
_MOST_MILESTONES = 10


def read_ladder(top: TomlTable) -> Ladder | None:
    """The ladder of the event; nothing where it has none."""
    table = top.inner("ladder")
    if table is None:
        return None
    usual = Ladder()
    ladder = Ladder(
        milestones=table.take("milestones", listed(text, _MOST_MILESTONES), usual.milestones),
        games=table.take("games", whole(2, MOST_GAMES), usual.games),
        jobs=table.take("jobs", whole(1, MOST_JOBS), usual.jobs),
    )
    table.close()
    return ladder
