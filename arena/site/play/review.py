"""Finds out what the positions of games are worth, for whoever asks: by what ``arena solve`` does.

It is done in one process beside the site's, which gives way to everything else, one position after
another: the games take turns, and nothing is looked at while games that count have all cores.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import partial

from arena.file.solve import can_be_solved
from arena.file.valuation import Valuation, Worth, worth_of
from arena.site.play.watched_game import Play
from arena.site.supervision import begin_task
from arena.site.watch.background import BackgroundProcess
from formats.matrix import read_matrix, write_matrix
from referee.casual_game import CasualGame
from referee.sandbox import Background

_SECONDS = 0.4
"""Of a core for each position."""
_PAUSE = 0.5
"""Until it is seen again whether there is a core."""


@dataclass(eq=False)
class Reviews:
    """Those games whose positions are looked at."""

    background: Background
    process: BackgroundProcess = field(default_factory=BackgroundProcess)
    _tasks: dict[Play, asyncio.Task[None]] = field(default_factory=dict)
    _one_at_a_time: asyncio.Lock = field(default_factory=asyncio.Lock)

    def begin(self, play: Play) -> None:
        """From now on all positions of the game are looked at."""
        play.values = play.values or Valuation()
        play.values.wanted = True
        self.wake(play)
        play.ring()

    def wake(self, play: Play) -> None:
        """Goes on, if there is something to look at."""
        if play in self._tasks or play.values is None or not play.values.wanted:
            return
        task = begin_task(self._look_at_all(play), "a review of a game", lambda _: _stop(play))
        self._tasks[play] = task
        task.add_done_callback(lambda _: self._tasks.pop(play, None))

    async def hint(self, play: Play) -> None:
        """Advises whoever is to move, in the position that is on the board."""
        play.values = play.values or Valuation()
        moment, half_moves = play.moment, len(play.game.moves)
        if half_moves not in play.values.known:
            await self._look_at(play, play.game)
        found = play.values.known.get(half_moves)
        if found and found.best and play.moment == moment:
            play.hint = (moment, found.best)
        play.ring()

    def close(self) -> None:
        for task in self._tasks.values():
            task.cancel()
        self.process.close()

    async def _look_at_all(self, play: Play) -> None:
        while not play.is_closed and (game := next(_unknown(play), None)) is not None:
            await self._look_at(play, game)
            play.ring()

    async def _look_at(self, play: Play, game: CasualGame) -> None:
        text = write_matrix(game.now)
        async with self._one_at_a_time:
            while not self.background.has_core():
                await asyncio.sleep(_PAUSE)
            found = await self._asked(text, game.law.limit)
        values = play.values
        # Meanwhile the move may have been taken back.
        if values is not None and _is_still(play, game):
            values.known[len(game.moves)] = found

    async def _asked(self, text: str, limit: int | None) -> Worth:
        try:
            found, _ = await self.process.do(partial(_worth, text, limit))
        except (BrokenProcessPool, TimeoutError):
            logging.getLogger(__name__).exception("a position was not looked at")
            return Worth(None, False, None, "")
        return found


def _stop(play: Play) -> None:
    """End the review of a game that a fault of ours has interrupted; it can be asked for again."""
    if play.values is not None:
        play.values.wanted = False
    play.ring()


def can_be_reviewed(play: Play) -> bool:
    """Whether there is a kernel that says what the positions of this game are worth."""
    return can_be_solved(play.game.law.name)


def _unknown(play: Play) -> Iterator[CasualGame]:
    """The game at each of its positions that nobody has looked at, the newest first."""
    assert play.values
    game: CasualGame | None = play.game
    while game is not None:
        if len(game.moves) not in play.values.known:
            yield game
        game = game.before


def _is_still(play: Play, game: CasualGame) -> bool:
    return play.game.moves[: len(game.moves)] == game.moves


def _worth(text: str, limit: int | None) -> Worth:
    """Return what the position is worth; called in the process beside."""
    matrix = read_matrix(text.encode()).matrix
    assert matrix, "it was written by us"
    return worth_of(matrix, _SECONDS, limit)
