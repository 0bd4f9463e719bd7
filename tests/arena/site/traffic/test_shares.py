"""The definition of a client, and its shares."""

from __future__ import annotations

import pytest

from arena.site.settings import Rate
from arena.site.traffic.shares import Buckets, Slots, client_of, is_among


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::ffff", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("testclient", "testclient"),
        ("x" * 5000, "x" * 100),
    ],
)
def test_a_client_is_an_address_or_a_network_of_ipv6(address: str, client: str) -> None:
    assert client_of(address) == client


def test_a_bucket_is_emptied_by_one_and_full_for_another() -> None:
    buckets = Buckets(Rate(2, 0.001))
    assert [buckets.take("one") for _ in range(3)] == [True, True, False]
    assert buckets.take("other")


def test_the_memory_of_clients_is_bounded() -> None:
    buckets = Buckets(Rate(2, 0.001))
    for number in range(20_000):
        buckets.take(str(number))
    assert len(buckets.left) <= 10_000


def test_slots_are_given_back() -> None:
    slots = Slots(most=3, most_each=2)
    with slots.hold("one"), slots.hold("one"):
        assert not slots.is_free("one")
        assert slots.is_free("other")
        with slots.hold("other"):
            assert not slots.is_free("third")
    assert slots.is_free("one")


@pytest.mark.parametrize("address", ["192.0.2.7", "::ffff:192.0.2.7"])
def test_a_proxy_is_known_on_a_socket_of_either_version_of_ip(address: str) -> None:
    assert is_among(address, ("192.0.2.0/24",))
    assert not is_among(address, ("198.51.100.0/24",))
