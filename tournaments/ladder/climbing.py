"""The loop that plays a ladder until the event begins, whenever the machine is idle."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from referee.pool import Finished, GameJob, play_all
from referee.program import RefereeError
from referee.sandbox.core_claims import claimed_cores
from tournaments.ladder.ladder_run import LadderRun
from tournaments.ledger import is_begun
from tournaments.ledger.ledger_game import LedgerGame

_PAUSE = 0.5
"""Seconds between two checks whether the machine is idle or a new version has come."""
_AFTER_FAULT = 60.0
"""Seconds of pause after a fault of the arena: the machine may be too busy for a while."""


class Players(NamedTuple):
    """The workers that play the games of a ladder."""

    play: Callable[[Iterable[GameJob]], Generator[Finished, None, None]]
    is_busy: Callable[[], bool]
    """Returns whether games of events use the cores, so that no game may begin now."""


def on_idle_cores(jobs: int) -> Players:
    """Return workers on this machine that stop when games of events are played."""
    return Players(
        lambda games: play_all(games, jobs, gives_way=True), lambda: bool(claimed_cores())
    )


def climb(
    ladder: LadderRun,
    run: Path,
    players: Players,
    tell: Callable[[RefereeError], None],
    *,
    once: bool,
) -> Iterator[LedgerGame]:
    """Play the ladder and yield each entered game, until the event of the folder ``run`` begins.

    It ends earlier when the wanted number of games is played, or with ``once`` when all versions
    have met as often as they may. ``tell`` is called with faults of the arena; play goes on then.
    """
    while not is_begun(run) and not ladder.is_done:
        if players.is_busy():
            time.sleep(_PAUSE)
            continue
        try:
            yield from _until_it_gives_way(ladder, run, players)
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


def _until_it_gives_way(ladder: LadderRun, run: Path, players: Players) -> Iterator[LedgerGame]:
    with closing(players.play(ladder)) as games:
        for finished in games:
            yield ladder.enter(finished)
            if is_begun(run):
                return
