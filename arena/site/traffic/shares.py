"""Shares of one client: a rate of requests, and slots that are held for a while.

A client is an IPv4 address, or an IPv6 network of 64 bits, since whoever has one address there has
all of that network.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from time import monotonic

from arena.site.settings import Rate

_MOST_CLIENTS = 10_000
_LONGEST = 100
"""Largest number of characters of a client without an IP address."""
_NETWORK = 64
"""Bits of an IPv6 address that tell one client from another."""


@lru_cache(4096)
def client_of(address: str) -> str:
    """Return the client at the address."""
    try:
        ip = _ip_of(address)
    except ValueError:
        return address[:_LONGEST]
    if isinstance(ip, IPv6Address):
        return str(ip_network((int(ip), _NETWORK), strict=False))
    return str(ip)


@lru_cache(4096)
def is_among(address: str, networks: tuple[str, ...]) -> bool:
    """Return whether the address is in one of the networks."""
    try:
        ip = _ip_of(address)
    except ValueError:
        return False
    return any(ip in ip_network(network, strict=False) for network in networks)


def _ip_of(address: str) -> IPv4Address | IPv6Address:
    """Return the address; that of IPv4 as such where a socket of IPv6 has it. Raise ValueError."""
    ip = ip_address(address.partition("%")[0])
    mapped = ip.ipv4_mapped if isinstance(ip, IPv6Address) else None
    return mapped or ip


@dataclass
class Buckets:
    """Token buckets: the number of requests that each client may still make, refilled with time."""

    rate: Rate
    left: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)

    def take(self, client: str) -> bool:
        """Take one request from the client's bucket; return whether any was left."""
        now = monotonic()
        count, since = self.left.pop(client, (float(self.rate.burst), now))
        count = min(self.rate.burst, count + (now - since) * self.rate.per_second)
        self.left[client] = (count - 1 if count >= 1 else count, now)
        if len(self.left) > _MOST_CLIENTS:
            self.left.popitem(last=False)
        return count >= 1


@dataclass
class Slots:
    """Limited number of slots in all, and for each client."""

    most: int
    most_each: int
    _held: Counter[str] = field(default_factory=Counter)

    def is_free(self, client: str) -> bool:
        return self._held.total() < self.most and self._held[client] < self.most_each

    @contextmanager
    def hold(self, client: str) -> Iterator[None]:
        """Hold a slot of the client; the caller must have asked ``is_free``."""
        self._held[client] += 1
        try:
            yield
        finally:
            self._held[client] -= 1
            if not self._held[client]:
                del self._held[client]
