"""Different lists of values have different bytes, and a hash depends on all values."""

from __future__ import annotations

from itertools import combinations

from tournaments.ledger.chain import Head, canonical, hash_of_beginning, hash_of_entry, hash_of_part

LISTS = [
    (),
    (None,),
    ("",),
    (b"",),
    (0,),
    (0.0,),
    ("0",),
    (b"0",),
    ("0", ""),
    ("", "0"),
    ("ab", "c"),
    ("a", "bc"),
    ("abc",),
    ("t1:a",),
    (1, 2),
    (12,),
    (-1,),
    (1.0,),
    (1,),
]


def test_no_two_are_the_same() -> None:
    for first, second in combinations(LISTS, 2):
        assert canonical(first) != canonical(second)
        assert hash_of_entry("", first) != hash_of_entry("", second)


def test_the_order_of_rows_does_not_matter_but_their_bounds_do() -> None:
    assert hash_of_part([("a", 1), ("b", 2)]) == hash_of_part([("b", 2), ("a", 1)])
    assert hash_of_part([("a", "b")]) != hash_of_part([("a",), ("b",)])
    assert hash_of_part([("a",), ("a",)]) != hash_of_part([("a",)])


def test_an_entry_depends_on_what_is_before_it_and_the_beginning_on_the_version() -> None:
    assert hash_of_entry("a", (1,)) != hash_of_entry("b", (1,))
    assert hash_of_beginning(1, {"fact": "a"}) != hash_of_beginning(2, {"fact": "a"})
    assert hash_of_beginning(1, {"a": "b"}) != hash_of_beginning(1, {"b": "a"})


def test_a_head_is_written_with_its_number() -> None:
    assert str(Head(3, "ab")) == "3 ab"
