"""Plays a ladder until the event begins, whenever the machine has nothing better to do."""

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
"""Seconds between two looks at whether the machine is free, or somebody has come."""
_AFTER_FAULT = 60.0
"""Seconds after a fault of ours: a machine that is too busy for a game may be so for a while."""


class Players(NamedTuple):
    play: Callable[[Iterable[GameJob]], Generator[Finished, None, None]]
    is_busy: Callable[[], bool]
    """Whether games that count have the cores, so that nothing is begun now."""


def on_idle_cores(jobs: int) -> Players:
    """This machine, which stops where games that count are played."""
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
    """Plays, each game told as it is entered, until the event of the folder ``run`` begins.

    Or as many games as were asked for are played; ``once``, until all have met as often as they
    may. ``tell`` hears of faults of ours, after which it goes on.
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
