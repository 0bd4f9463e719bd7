"""Every message of the TOML library has a Russian translation and a place."""

from __future__ import annotations

import re

import pytest

from tournaments.event.reader import read_event

_CYRILLIC = re.compile("[а-яё]")
BROKEN = {
    "time = ": (1, 8),
    "?": (1, 1),
    "a = 1979-13-01": (1, 9),
    'a = "\\uZZZZ"': (1, 8),
    "a = [1,": (1, 8),
    "a = {b = 1": (1, 11),
    'a = "x': (1, 7),
    'a = "C:\\temp\\new\\q"': (1, 19),
    'a = "\\ud800"': (1, 12),
    "time 30": (1, 6),
    "[section": (1, 9),
    "[[section]": (1, 10),
    "a = 1 2": (1, 7),
    'a = """x': (1, 9),
    "a = 1\na = 2": (2, 6),
    "[a]\n[a]": (2, 3),
    "a = {b = 1}\n[a.c]": (2, 5),
    "a = {b = 1, b = 2}": (1, 18),
    "a = 'x\x01'": (1, 7),
    "# \x02": (1, 3),
    "a.b = 1\n[a]": (2, 3),
}
"""Files that are not TOML, with the line and the column of the fault."""


@pytest.mark.parametrize("source", BROKEN)
def test_errors_of_toml_are_told_in_both_languages(source: str) -> None:
    (diagnostic,) = read_event(source.encode()).diagnostics
    reason = diagnostic.fault.sentence("ru").partition(": ")[2]
    assert _CYRILLIC.search(reason), diagnostic.fault.sentence("en")
    assert "{" not in reason
    assert (diagnostic.line, diagnostic.column) == BROKEN[source]


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ("title = Весна", '"..."'),
        ("title = “Spring”", "straight quotation marks"),
        ("title = «Весна»", "straight quotation marks"),
        ('название = "Весна"', "Latin letters"),
        ("time = ", None),
        ("time = 5x", None),
    ],
)
def test_a_natural_mistake_comes_with_advice(line: str, advice: str | None) -> None:
    sentence = read_event(line.encode()).diagnostics[0].fault.sentence("en")
    assert (advice in sentence) if advice else ("(" not in sentence)
