"""Fair queue for a resource that few can use at a time.

Theory of operation. Clients are served as packets are in start-time fair queueing (Goyal, Vin and
Cheng, 1996): each has an account of the seconds for which it held slots, and the next slot goes to
the client that has used least, not to the first that came. So a client with a hundred requests
waits for the clients that have one, and slots that are held long are paid for with fewer of them. A
new client begins with the account of the client served last, so that nobody saves slots up by
staying away; an account that is not ahead of that is forgotten. What is known to hold its slot long
never takes the last free one, where there is more than one slot: what is short always finds another
soon.

Most slots of pages are released at once, without a cycle of the event loop. So slots are given out
once a cycle: by then all clients that came meanwhile are waiting, and each gets one slot. Otherwise
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
    """Raised when too many slots are waited for."""


@dataclass(eq=False)
class _Slot:
    """A slot: waited for, then held."""

    client: str
    is_long: bool
    is_patient: bool
    granted: asyncio.Future[None]
    began: float = 0.0


@dataclass(eq=False)
class FairQueue:
    """Slots that are waited for and held, and the account of each client."""

    slots: int
    slots_each: int = 1000
    """Largest number of slots that one client holds at a time."""
    most_waiting: int = 1000
    most_waiting_each: int = 1000
    _waiting: list[_Slot] = field(default_factory=list)
    _held: set[_Slot] = field(default_factory=set)
    _used: dict[str, float] = field(default_factory=dict)
    _last_account: float = 0.0
    """Account of the client that was given a slot last."""
    _is_due: bool = False
    """True if slots will be given out in the next cycle of the event loop."""

    @asynccontextmanager
    async def slot(
        self, client: str, *, is_long: bool = False, is_patient: bool = False
    ) -> AsyncIterator[None]:
        """Wait for a slot and hold it. Raise QueueFull if too many wait.

        A patient request comes after all that are not, whatever the clients have used.
        """
        waiting_slots = Counter(slot.client for slot in self._waiting)[client]
        if len(self._waiting) >= self.most_waiting or waiting_slots >= self.most_waiting_each:
            raise QueueFull
        if client not in self._present_clients():
            self._used[client] = max(self._used.get(client, 0.0), self._last_account)
        slot = _Slot(client, is_long, is_patient, asyncio.get_running_loop().create_future())
        self._waiting.append(slot)
        self._plan()
        try:
            await slot.granted
            yield
        finally:
            self._end(slot)

    def _present_clients(self) -> set[str]:
        return {slot.client for slot in (*self._waiting, *self._held)}

    def _end(self, slot: _Slot) -> None:
        if slot in self._held:
            self._held.discard(slot)
            self._used[slot.client] += monotonic() - slot.began
        else:
            self._waiting.remove(slot)
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
        """Give each client one slot at most, first to those that have used least."""
        self._is_due = False
        served: set[str] = set()
        while slot := self._next(served):
            self._waiting.remove(slot)
            self._last_account = self._used[slot.client]
            slot.began = monotonic()
            self._held.add(slot)
            served.add(slot.client)
            if not slot.granted.done():
                slot.granted.set_result(None)
        if served and self._next(()):
            self._plan()

    def _next(self, served: Collection[str]) -> _Slot | None:
        """Return the slot to be given next, or None; skip the clients ``served``."""
        free = self.slots - len(self._held)
        if free <= 0:
            return None
        held = Counter(slot.client for slot in self._held)
        candidates = [
            slot
            for slot in self._waiting
            if slot.client not in served
            and held[slot.client] < self.slots_each
            and (not slot.is_long or self._has_room_for_long(free))
        ]
        accounts = {
            client: self._account(client) for client in {slot.client for slot in candidates}
        }
        return min(
            candidates, key=lambda slot: (slot.is_patient, accounts[slot.client]), default=None
        )

    def _has_room_for_long(self, free: int) -> bool:
        return free > 1 or self.slots == 1

    def _account(self, client: str) -> float:
        """Return the seconds that the client has used, with those of the slots that it holds."""
        now = monotonic()
        held = sum(now - slot.began for slot in self._held if slot.client == client)
        return self._used[client] + held
