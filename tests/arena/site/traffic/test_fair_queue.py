"""The order of slots in a fair queue."""

from __future__ import annotations

import asyncio

import pytest

from arena.site.traffic import fair_queue
from arena.site.traffic.fair_queue import FairQueue, QueueFull


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that stands still until it is set."""
    now = [0.0]
    monkeypatch.setattr(fair_queue, "monotonic", lambda: now[0])
    return now


def order_of_service(
    queue: FairQueue, clock: list[float], wanted: list[tuple[str, float]], longest: float = 1e9
) -> list[str]:
    """Return the clients in the order of their slots, if all ask at once and hold them so long."""
    order: list[str] = []

    async def ask(client: str, seconds: float) -> None:
        async with queue.slot(client, is_long=seconds > longest):
            order.append(client)
            await asyncio.sleep(0)
            clock[0] += seconds

    async def ask_all() -> None:
        async with asyncio.timeout(10):
            await asyncio.gather(*(ask(*client) for client in wanted))

    asyncio.run(ask_all())
    return order


def test_a_client_with_a_hundred_requests_waits_for_clients_with_one(clock: list[float]) -> None:
    order = order_of_service(FairQueue(1), clock, [*[("many", 1.0)] * 100, ("a", 1.0), ("b", 1.0)])
    assert sorted(order[:4]) == ["a", "b", "many", "many"]


def test_slots_held_long_are_paid_for(clock: list[float]) -> None:
    order = order_of_service(FairQueue(1), clock, [*[("slow", 9.0)] * 4, *[("quick", 1.0)] * 9])
    assert order[:2] in (["slow", "quick"], ["quick", "slow"])
    assert order[2:10].count("quick") == 8


def test_slots_held_long_leave_one_free() -> None:
    """The clients that hold slots long came first, and could have both."""

    async def look() -> None:
        queue = FairQueue(2)
        async with queue.slot("one", is_long=True):
            waiting = asyncio.create_task(_hold_long(queue))
            await asyncio.sleep(0)
            async with asyncio.timeout(5), queue.slot("other"):
                assert not waiting.done()
        await waiting

    asyncio.run(look())


async def _hold_long(queue: FairQueue) -> None:
    async with queue.slot("two", is_long=True):
        pass


def test_a_queue_of_one_slot_gives_it_to_long_holders(clock: list[float]) -> None:
    assert order_of_service(FairQueue(1), clock, [("one", 9.0), ("two", 9.0)], longest=5) == [
        "one",
        "two",
    ]


def test_nobody_saves_slots_up(clock: list[float]) -> None:
    """A late client begins where the others are, without the slots that it has not used."""

    async def look() -> list[str]:
        queue, order = FairQueue(1), []

        async def ask(client: str) -> None:
            async with queue.slot(client):
                order.append(client)
                clock[0] += 1

        async with queue.slot("early"):
            rest = [asyncio.create_task(ask("early")) for _ in range(3)]
            clock[0] += 50
            late = [asyncio.create_task(ask("late")) for _ in range(3)]
            await asyncio.sleep(0)
        await asyncio.gather(*rest, *late)
        return order

    assert asyncio.run(look())[:1] == ["late"]


def test_so_many_wait_and_no_more() -> None:
    async def look() -> None:
        queue = FairQueue(1, most_waiting=3, most_waiting_each=2)
        async with queue.slot("one"):
            waiting = [asyncio.create_task(_hold_slot(queue, "one")) for _ in range(2)]
            await asyncio.sleep(0)
            with pytest.raises(QueueFull):
                await _hold_slot(queue, "one")
            waiting.append(asyncio.create_task(_hold_slot(queue, "two")))
            await asyncio.sleep(0)
            with pytest.raises(QueueFull):
                await _hold_slot(queue, "three")
        await asyncio.gather(*waiting)

    asyncio.run(look())


def test_whoever_leaves_the_queue_leaves_no_slot_held() -> None:
    async def look() -> None:
        queue = FairQueue(1)
        async with queue.slot("one"):
            leaving = asyncio.create_task(_hold_slot(queue, "two"))
            await asyncio.sleep(0)
            leaving.cancel()
            await asyncio.gather(leaving, return_exceptions=True)
        async with asyncio.timeout(5):
            await _hold_slot(queue, "three")

    asyncio.run(look())


async def _hold_slot(queue: FairQueue, client: str) -> None:
    async with queue.slot(client):
        pass


def test_a_client_with_many_requests_is_served_once_in_a_round_of_the_loop() -> None:
    """Other clients, whose pages need several rounds, get on meanwhile."""

    async def look() -> int:
        queue, pages = FairQueue(32), 0

        async def ask() -> None:
            nonlocal pages
            async with queue.slot("many"):
                pages += 1

        async with asyncio.TaskGroup() as asking, queue.slot("one"):
            for _ in range(100):
                asking.create_task(ask())
            for _ in range(10):
                await asyncio.sleep(0)
            return pages

    assert 5 <= asyncio.run(look()) <= 10


def test_a_patient_request_comes_after_all_others(clock: list[float]) -> None:
    """The request comes even after those of a client that has used much."""
    order: list[str] = []

    async def ask(queue: FairQueue, client: str, *, is_patient: bool) -> None:
        async with queue.slot(client, is_patient=is_patient):
            order.append(client)
            await asyncio.sleep(0)
            clock[0] += 1

    async def ask_all() -> None:
        queue = FairQueue(1)
        patient = [ask(queue, f"bots {number}", is_patient=True) for number in range(3)]
        others = [ask(queue, "person", is_patient=False) for _ in range(5)]
        async with asyncio.timeout(10):
            await asyncio.gather(*patient, *others)

    asyncio.run(ask_all())
    assert order[:5] == ["person"] * 5
    assert set(order[5:]) == {"bots 0", "bots 1", "bots 2"}
