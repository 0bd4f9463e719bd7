"""Fair queue for a resource that few can use at a time.

Theory of operation. Clients are served as packets are in start-time fair queueing (Goyal, Vin and
Cheng, 1996): each has an account of the seconds used, and the next turn goes to the client that has
used least, not to the first that came. So a client with a hundred requests waits for the clients
that have one, and long turns are paid for with fewer of them. A new client begins with the account
of the client served last, so that nobody saves turns up by staying away; an account that is not
ahead of that is forgotten. A turn that is known to be a long one never takes the last place, where
there is more than one: short ones always find another soon.

Most turns of a page are over at once, without a cycle of the event loop. So turns are given out
once a cycle: by then all clients that came meanwhile are waiting, and each gets one turn. Otherwise
a client with many connections would have them all answered before a client that needs several
cycles for its page gets its next one.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from time import monotonic


class QueueFull(Exception):  # noqa: N818  # it says what is wrong, as all names of errors here
    """Raised when too many turns are waited for."""


@dataclass(eq=False)
class _Turn:
    """A turn: waited for, then held."""

    client: str
    is_long: bool
    is_patient: bool
    granted: asyncio.Future[None]
    began: float = 0.0


@dataclass(eq=False)
class FairQueue:
    """Waiting and running turns, and the account of each client."""

    places: int
    places_each: int = 1000
    """Largest number of turns that one client holds at a time."""
    most_waiting: int = 1000
    most_waiting_each: int = 1000
    _waiting: list[_Turn] = field(default_factory=list)
    _running: set[_Turn] = field(default_factory=set)
    _used: dict[str, float] = field(default_factory=dict)
    _last_account: float = 0.0
    """Account of the client that was given a turn last."""
    _is_due: bool = False
    """True if turns will be given out in the next cycle of the event loop."""

    @asynccontextmanager
    async def turn(
        self, client: str, *, is_long: bool = False, is_patient: bool = False
    ) -> AsyncIterator[None]:
        """Wait for a turn and hold it. Raise QueueFull if too many wait.

        A patient turn comes after all that are not, whatever the clients have used.
        """
        waiting_turns = Counter(turn.client for turn in self._waiting)[client]
        if len(self._waiting) >= self.most_waiting or waiting_turns >= self.most_waiting_each:
            raise QueueFull
        if client not in self._present_clients():
            self._used[client] = max(self._used.get(client, 0.0), self._last_account)
        turn = _Turn(client, is_long, is_patient, asyncio.get_running_loop().create_future())
        self._waiting.append(turn)
        self._plan()
        try:
            await turn.granted
            yield
        finally:
            self._end(turn)

    def _present_clients(self) -> set[str]:
        return {turn.client for turn in (*self._waiting, *self._running)}

    def _end(self, turn: _Turn) -> None:
        if turn in self._running:
            self._running.discard(turn)
            self._used[turn.client] += monotonic() - turn.began
        else:
            self._waiting.remove(turn)
        self._forget()
        self._plan()

    def _forget(self) -> None:
        """Delete accounts that say no more than a new one would."""
        present = self._present_clients()
        self._used = {
            client: used
            for client, used in self._used.items()
            if client in present or (present and used > self._last_account)
        }

    def _plan(self) -> None:
        if self._waiting and not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._give_out)

    def _give_out(self) -> None:
        """Give each client one turn at most, first to those that have used least."""
        self._is_due = False
        served: set[str] = set()
        while turn := self._next(served):
            self._waiting.remove(turn)
            self._last_account = self._used[turn.client]
            turn.began = monotonic()
            self._running.add(turn)
            served.add(turn.client)
            if not turn.granted.done():
                turn.granted.set_result(None)
        if served and self._next(()):
            self._plan()

    def _next(self, served: Collection[str]) -> _Turn | None:
        """Return the turn to be given next, or None; skip the clients ``served``."""
        free = self.places - len(self._running)
        if free <= 0:
            return None
        held = Counter(turn.client for turn in self._running)
        candidates = [
            turn
            for turn in self._waiting
            if turn.client not in served
            and held[turn.client] < self.places_each
            and (not turn.is_long or self._has_room_for_long(free))
        ]
        accounts = {
            client: self._account(client) for client in {turn.client for turn in candidates}
        }
        return min(
            candidates, key=lambda turn: (turn.is_patient, accounts[turn.client]), default=None
        )

    def _has_room_for_long(self, free: int) -> bool:
        return free > 1 or self.places == 1

    def _account(self, client: str) -> float:
        """Return the seconds that the client has used, with those of its running turns."""
        now = monotonic()
        running = sum(now - turn.began for turn in self._running if turn.client == client)
        return self._used[client] + running
