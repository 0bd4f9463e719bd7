"""A ladder that was played, also on busy cores."""

from __future__ import annotations

from pathlib import Path

from arena.bots.builtin_bots import builtin_path
from arena.event_files import event_file
from referee.pool import play_all
from tournaments.ladder.climbing import Players, climb
from tournaments.ladder.ladder_run import LadderRun, ladder_folder
from tournaments.run.setup import event_folder


def climbed(path: Path, most: int) -> None:
    """Play so many games on the ladder of that event."""
    found = event_file(str(path))
    with event_folder(ladder_folder(found.run)) as kept:
        ladder = LadderRun(found.source("en"), kept, found.run, builtin_path("en"), most)
        players = Players(lambda games: play_all(games, 1), lambda: False)
        for _ in climb(ladder, found.run, players, lambda _: None, once=True):
            pass
