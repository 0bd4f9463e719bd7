"""Valuation of the positions of games, by the kernels of ``arena solve``.

It is done in one background worker, which gives way to everything else, one position after
another, and not while games that count have all cores. A person who waits for a hint comes before
reviews, and the client that has used least time is next (``arena/site/traffic/fair_queue.py``).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from arena.file.solve import can_be_solved
from arena.file.valuation import Valuation, Worth, worth_of
from arena.site.background import BackgroundWorker
from arena.site.errors import Refusal
from arena.site.play import texts
from arena.site.play.watched_game import Play
from arena.site.supervision import begin_task
from arena.site.traffic.fair_queue import FairQueue
from formats.matrix import read_matrix, write_matrix
from referee.casual_game import CasualGame
from referee.sandbox import Background
from referee.worker import WorkerEnded

_SECONDS = 0.4
"""Seconds of one core for each position."""
_CHECK_INTERVAL = 0.5
"""Seconds between two searches for a free core."""


@dataclass(eq=False)
class Reviews:
    """Games whose positions are being valued."""

    background: Background
    worker: BackgroundWorker = field(default_factory=BackgroundWorker)
    _tasks: dict[Play, asyncio.Task[None]] = field(default_factory=dict)
    _hinted: set[Play] = field(default_factory=set)
    """Games for which somebody waits for a hint: one each, or requests would pile up."""
    _queue: FairQueue = field(default_factory=lambda: FairQueue(slots=1))

    def begin(self, play: Play) -> None:
        """Begin to value all positions of the game."""
        play.values = play.values or Valuation()
        play.values.wanted = True
        self.wake(play)
        play.notify()

    def wake(self, play: Play) -> None:
        """Go on with the review, if there is a position to value."""
        if play in self._tasks or play.values is None or not play.values.wanted:
            return
        task = begin_task(self._value_all(play), "a review of a game", lambda _: _stop(play))
        self._tasks[play] = task
        task.add_done_callback(lambda _: self._tasks.pop(play, None))

    async def hint(self, play: Play) -> None:
        """Advise the player to move in the current position.

        Raise Refusal if somebody waits for a hint in the game already.
        """
        if play in self._hinted:
            raise Refusal(409, texts.HINT_COMES)
        play.values = play.values or Valuation()
        moment, half_moves = play.moment, len(play.game.moves)
        self._hinted.add(play)
        try:
            await self._value(play, play.game, is_patient=False)
        finally:
            self._hinted.discard(play)
        worth = play.values.known.get(half_moves)
        if worth and worth.best and play.moment == moment:
            play.hint = (moment, worth.best)
        play.notify()

    def close(self) -> None:
        for task in self._tasks.values():
            task.cancel()
        self.worker.close()

    async def _value_all(self, play: Play) -> None:
        while not play.is_closed and (game := next(_games_to_value(play), None)) is not None:
            await self._value(play, game, is_patient=True)
            play.notify()

    async def _value(self, play: Play, game: CasualGame, *, is_patient: bool) -> None:
        """Value the position when its turn has come and a core is free, if it is still wanted."""
        if not _is_unknown(play, game):
            return
        text = write_matrix(game.now)
        async with self._queue.slot(play.client, is_patient=is_patient):
            while not self.background.has_core() and _is_unknown(play, game):
                await asyncio.sleep(_CHECK_INTERVAL)
            if not _is_unknown(play, game):
                return
            worth = await self._worth_of(text, game.board_game.limit)
        values = play.values
        # Meanwhile the move may have been taken back.
        if values is not None and _is_part_of(play, game):
            values.known[len(game.moves)] = worth

    async def _worth_of(self, text: str, limit: int | None) -> Worth:
        try:
            worth, _ = await self.worker.run(partial(_compute_worth, text, limit))
        except (WorkerEnded, TimeoutError):
            logging.getLogger(__name__).exception("a position was not looked at")
            return Worth(None, False, None, "")
        return worth


def _stop(play: Play) -> None:
    """End the review of a game that our own fault has interrupted; it can be asked for again."""
    if play.values is not None:
        play.values.wanted = False
    play.notify()


def can_be_reviewed(play: Play) -> bool:
    """Return whether there is a kernel that values positions of this game."""
    return can_be_solved(play.game.board_game.name)


def _games_to_value(play: Play) -> Iterator[CasualGame]:
    """Yield the game at each position that is not valued yet, the newest first."""
    assert play.values
    game: CasualGame | None = play.game
    while game is not None:
        if len(game.moves) not in play.values.known:
            yield game
        game = game.before


def _is_unknown(play: Play, game: CasualGame) -> bool:
    """Return whether the position belongs to an open game, and its value is not known."""
    is_known = play.values is None or len(game.moves) in play.values.known
    return not play.is_closed and not is_known and _is_part_of(play, game)


def _is_part_of(play: Play, game: CasualGame) -> bool:
    """Return whether the game as it stands now still begins with these moves."""
    return play.game.moves[: len(game.moves)] == game.moves


def _compute_worth(text: str, limit: int | None) -> Worth:
    """Compute the worth of the position, in the background worker."""
    matrix = read_matrix(text.encode(), limit=limit).matrix
    assert matrix, "the site wrote it"
    return worth_of(matrix, _SECONDS, limit)
