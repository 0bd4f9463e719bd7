"""Places of keys in every notation of TOML."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from tournaments.event.toml_places import KeyPath, find_places


def paths(value: Any, path: KeyPath = ()) -> list[KeyPath]:
    """Yield the path of every value of a TOML text."""
    inner: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    below = [path_found for key, part in inner for path_found in paths(part, (*path, key))]
    return [path, *below] if path else below


TEXT = '''# a comment with = and [brackets]
title = "a # no comment" # one
"quoted key" = 'single # too'

long = """
a = 1
[b]
\\"""
"""
raw = \'\'\'
c = 2\'\'\'\'
list = [ 1, "two",  # in a list
  [3.5, 4], { five = 5, six.seven = [6] }
]
date = 1979-05-27 07:32:00
flag=true

[table]
x = 1
  [table."in.ner"]
  y = {}
[[many]]
z = [
]
  [[many.more]]
  w = 1
[[many]]
z = { a = "}", b = ']' }
[[many.more]]
w = 2
[many.more.deep]
v = 0x1F
a.b = 3
a.c = 4
'''


def test_everything_has_its_place() -> None:
    places = find_places(TEXT)
    assert [path for path in paths(tomllib.loads(TEXT)) if path not in places] == []


@pytest.mark.parametrize(
    ("path", "line", "column", "width"),
    [
        (("title",), 2, 1, 5),
        (("quoted key",), 3, 1, 12),
        (("long",), 5, 1, 4),
        (("raw",), 10, 1, 3),
        (("list", 0), 12, 10, 1),
        (("list", 1), 12, 13, 5),
        (("list", 2), 13, 3, 8),
        (("list", 3, "five"), 13, 15, 4),
        (("list", 3, "six", "seven"), 13, 29, 5),
        (("flag",), 16, 1, 4),
        (("table", "in.ner", "y"), 21, 3, 1),
        (("many", 0), 22, 3, 4),
        (("many", 0, "z"), 23, 1, 1),
        (("many", 0, "more", 0, "w"), 26, 3, 1),
        (("many", 1, "z", "b"), 28, 16, 1),
        (("many", 1, "more", 0, "w"), 30, 1, 1),
        (("many", 1, "more", 0, "deep", "v"), 32, 1, 1),
        (("many", 1, "more", 0, "deep", "a", "c"), 34, 3, 1),
    ],
)
def test_places(path: KeyPath, line: int, column: int, width: int) -> None:
    assert find_places(TEXT)[path] == (line, column, width)


def test_lines_are_the_same_with_the_line_ends_of_windows() -> None:
    assert find_places(TEXT.replace("\n", "\r\n")) == find_places(TEXT)
