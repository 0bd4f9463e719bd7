"""What a client may have of what all share: requests, and seats that are held for a while.

A client is an address of IPv4. Of IPv6 it is a network of 64 bits, since whoever has one address
there has all of those.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from time import monotonic

from arena.site.settings import Rate

_MOST_CLIENTS = 10_000
_LONGEST = 100
"""Characters of what is no address."""
_NETWORK = 64
"""Bits of an IPv6 address that tell one client from another."""


@lru_cache(4096)
def client_of(address: str) -> str:
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:_LONGEST]
    if isinstance(found, IPv6Address) and found.ipv4_mapped:
        found = found.ipv4_mapped
    if isinstance(found, IPv6Address):
        return str(ip_network((int(found), _NETWORK), strict=False))
    return str(found)


@lru_cache(4096)
def is_among(address: str, networks: tuple[str, ...]) -> bool:
    """Whether the address is one of those, or in one of those networks."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    return any(ip in ip_network(network, strict=False) for network in networks)


@dataclass
class Buckets:
    """How many requests each client may still make: they come back with time."""

    rate: Rate
    left: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)

    def take(self, client: str) -> bool:
        now = monotonic()
        count, since = self.left.pop(client, (float(self.rate.burst), now))
        count = min(self.rate.burst, count + (now - since) * self.rate.per_second)
        self.left[client] = (count - 1 if count >= 1 else count, now)
        if len(self.left) > _MOST_CLIENTS:
            self.left.popitem(last=False)
        return count >= 1


@dataclass
class Seats:
    """How many there are, and how many of them one client may hold at a time."""

    most: int
    most_each: int
    _held: Counter[str] = field(default_factory=Counter)

    def is_free(self, client: str) -> bool:
        return self._held.total() < self.most and self._held[client] < self.most_each

    @contextmanager
    def held(self, client: str) -> Iterator[None]:
        self._held[client] += 1
        try:
            yield
        finally:
            self._held[client] -= 1
            if not self._held[client]:
                del self._held[client]
