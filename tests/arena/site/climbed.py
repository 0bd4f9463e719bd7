"""A ladder that was played, also on busy cores."""

from __future__ import annotations

from pathlib import Path

from arena.bots.ours import path_of_ours
from arena.event_files import event_file
from referee.pool import play_all
from tournaments.ladder.climbing import Players, climb
from tournaments.ladder.ladder_run import LadderRun, ladder_folder
from tournaments.run.setup import event_folder


def climbed(path: Path, most: int) -> None:
    """Play so many games on the ladder of that event."""
    event = event_file(str(path))
    with event_folder(ladder_folder(event.run)) as ledger_folder:
        ladder = LadderRun(event.source("en"), ledger_folder, event.run, path_of_ours("en"), most)
        players = Players(lambda games: play_all(games, 1), lambda: False)
        for _ in climb(ladder, event.run, players, lambda _: None, once=True):
            pass
