"""Places of keys in every notation of TOML."""

from __future__ import annotations

import tomllib
from time import process_time
from typing import Any

import pytest

from tournaments.event.toml_places import MOST_PARTS, KeyPath, KeyPlace, find_places, long_key_place


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


@pytest.mark.parametrize(
    "text",
    [
        "{} = 1",
        "[{}]",
        "[[{}]]",
        "a = {{ {} = 1 }}",
        "a = [\n{{ {} = 1 }}]",
        'a = """\n\\"""" # """\n{} = 1',
        "a = '''\"''' # '''\n{} = 1",
        'a = "#"\n{} = 1',
    ],
)
@pytest.mark.parametrize("part", ["a", "a-1 ", "'.'", '"\\"."'])
def test_a_long_key_has_a_place(text: str, part: str) -> None:
    longest = ".".join([part] * MOST_PARTS)
    assert long_key_place(text.format(longest)) is None
    long_text = text.format(f"{longest}.b")
    before = long_text[: long_text.index(longest)]
    line, column = before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1
    assert long_key_place(long_text) == KeyPlace(line, column, len(longest) + 2)


@pytest.mark.parametrize("text", ["# {}", 'a = "{}"', "a = '{}'", "a = '''{}'''", 'a = """\n{}"""'])
def test_full_stops_in_texts_make_no_key(text: str) -> None:
    assert long_key_place(text.format("a." * 100 + "a")) is None


@pytest.mark.parametrize(
    "text",
    [
        "a." * 100_000 + "a=1",
        "[" + "a." * 100_000 + "a]",
        '"""' + '\\"' * 100_000,
        "a" + " . " * 100_000,
        ("a." * MOST_PARTS + "=\n") * 5_000,
    ],
    ids=["key", "header", "string", "blanks", "lines"],
)
def test_a_long_key_is_sought_in_linear_time(text: str) -> None:
    before = process_time()
    long_key_place(text)
    assert process_time() - before < 5


def test_places_of_a_long_list_are_counted_in_linear_time() -> None:
    before = process_time()
    assert len(find_places("a = [" + "1, " * 200_000 + "]\n" + "[[b]]\n" * 100_000)) == 300_002
    assert process_time() - before < 20
