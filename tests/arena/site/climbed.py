"""A ladder that was played, also on busy cores."""

from __future__ import annotations

from pathlib import Path

from arena.bots.builtin_bots import builtin_path
from arena.event_files import event_file
from tournaments.ladder.ladder_run import LadderRun, ladder_folder, play_ladder
from tournaments.run.game_run import local_workers
from tournaments.run.setup import open_event


def climbed(path: Path, most: int) -> None:
    """Play so many games on the ladder of that event."""
    file = event_file(str(path))
    with open_event(ladder_folder(file.run)) as open_folder:
        ladder = LadderRun(file.source("en"), open_folder, file.run, builtin_path("en"), most)
        for _ in play_ladder(ladder, file.run, local_workers(1), lambda _: None, once=True):
            pass
