"""The loop that plays a ladder until the event begins, whenever the machine is idle."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from referee.program import RefereeError
from tournaments.ladder.ladder_run import LadderRun
from tournaments.ledger import is_begun
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.run.game_run import GameWorkers

_PAUSE = 0.5
"""Seconds between two checks whether the machine is idle or a new version has come."""
_AFTER_FAULT = 60.0
"""Seconds of pause after a fault of the arena: the machine may be too busy for a while."""


def climb(
    ladder: LadderRun,
    run: Path,
    workers: GameWorkers,
    tell: Callable[[RefereeError], None],
    *,
    once: bool,
) -> Iterator[LedgerGame]:
    """Play the ladder and yield each entered game, until the event of the folder ``run`` begins.

    It ends earlier when the wanted number of games is played, or with ``once`` when all versions
    have met as often as they may. ``tell`` is called with faults of the arena; play goes on then.
    """
    while not is_begun(run) and not ladder.is_done:
        if workers.is_busy():
            time.sleep(_PAUSE)
            continue
        try:
            yield from _until_it_gives_way(ladder, run, workers)
        except RefereeError as error:
            tell(error)
            ladder.forget_begun()
            time.sleep(_AFTER_FAULT)
            continue
        gave_way = ladder.is_playing
        ladder.forget_begun()
        if once and not gave_way:
            return
        time.sleep(_PAUSE)


def _until_it_gives_way(ladder: LadderRun, run: Path, workers: GameWorkers) -> Iterator[LedgerGame]:
    with closing(ladder.play(workers)) as entries:
        for entry in entries:
            yield entry
            if is_begun(run):
                return
