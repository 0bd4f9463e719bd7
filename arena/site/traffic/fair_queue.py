"""Turns at something that few can use at a time, given out in fairness.

Theory of operation. Clients are served as packets are in start-time fair queueing (Goyal, Vin and
Cheng, 1996): each has an account of the seconds that he has used, and the next turn is his who has
used least, not his who came first. So a client with a hundred requests waits for those who have
one, and long turns are paid for with fewer of them. Who comes anew begins with the account of
whoever was served last, so that nobody saves turns up by staying away; an account that is not ahead
of that is forgotten. A turn that is known to be a long one never takes the last place, where there
is more than one: short ones always find another soon.

Most turns of a page are over as soon as they are given, without the event loop having gone round.
So turns are given out when it has: by then all are waiting who have come meanwhile, and a client is
given one a round. Otherwise whoever asks on many connections has them all answered before anybody
who needs several rounds for his page gets on by one.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from time import monotonic


class QueueFull(Exception):  # noqa: N818  # what it is, not "an error about it"
    """So many wait already."""


@dataclass(eq=False)
class _Waiting:
    client: str
    is_long: bool
    is_patient: bool
    given: asyncio.Future[None]
    began: float = 0.0


@dataclass(eq=False)
class FairQueue:
    """Who waits for a turn, who has one, and how much each client has had."""

    places: int
    places_each: int = 1000
    """How many turns one client may have at a time."""
    most_waiting: int = 1000
    most_waiting_each: int = 1000
    _waiting: list[_Waiting] = field(default_factory=list)
    _running: set[_Waiting] = field(default_factory=set)
    _used: dict[str, float] = field(default_factory=dict)
    _served: float = 0.0
    """The account of whoever was given a turn last."""
    _is_due: bool = False
    """Whether turns are given out when the event loop has gone round."""

    @asynccontextmanager
    async def turn(
        self, client: str, *, is_long: bool = False, is_patient: bool = False
    ) -> AsyncIterator[None]:
        """Wait for a turn and hold it as long as it is needed. Raises QueueFull.

        A patient turn comes after all that are not, whoever has used least.
        """
        own = Counter(one.client for one in self._waiting)[client]
        if len(self._waiting) >= self.most_waiting or own >= self.most_waiting_each:
            raise QueueFull
        if client not in self._present():
            self._used[client] = max(self._used.get(client, 0.0), self._served)
        one = _Waiting(client, is_long, is_patient, asyncio.get_running_loop().create_future())
        self._waiting.append(one)
        self._plan()
        try:
            await one.given
            yield
        finally:
            self._end(one)

    def _present(self) -> set[str]:
        return {one.client for one in (*self._waiting, *self._running)}

    def _end(self, one: _Waiting) -> None:
        if one in self._running:
            self._running.discard(one)
            self._used[one.client] += monotonic() - one.began
        else:
            self._waiting.remove(one)
        self._forget()
        self._plan()

    def _forget(self) -> None:
        """Accounts that say no more than a new one would."""
        present = self._present()
        self._used = {
            client: used
            for client, used in self._used.items()
            if client in present or (present and used > self._served)
        }

    def _plan(self) -> None:
        if self._waiting and not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._give_out)

    def _give_out(self) -> None:
        """Gives each client a turn at most, those first who have used least."""
        self._is_due = False
        served: set[str] = set()
        while one := self._next(served):
            self._waiting.remove(one)
            self._served = self._used[one.client]
            one.began = monotonic()
            self._running.add(one)
            served.add(one.client)
            if not one.given.done():
                one.given.set_result(None)
        if served and self._next(()):
            self._plan()

    def _next(self, served: Collection[str]) -> _Waiting | None:
        free = self.places - len(self._running)
        if free <= 0:
            return None
        having = Counter(one.client for one in self._running)
        fit = [
            one
            for one in self._waiting
            if one.client not in served
            and having[one.client] < self.places_each
            and (not one.is_long or self._has_room_for_long(free))
        ]
        accounts = {client: self._account(client) for client in {one.client for one in fit}}
        return min(fit, key=lambda one: (one.is_patient, accounts[one.client]), default=None)

    def _has_room_for_long(self, free: int) -> bool:
        return free > 1 or self.places == 1

    def _account(self, client: str) -> float:
        """What it has used, and is using now."""
        now = monotonic()
        running = sum(now - one.began for one in self._running if one.client == client)
        return self._used[client] + running
