"""Numbers, times and counts of things in both languages: 62,872 bytes, and 62 872 байта.

Babel knows how a language writes numbers and how many plurals it has. It is imported when the first
number is written, so that judging a good turn never waits for it. The formats layer has only the
standard library: its sentences are worded to fit any number, and quote times as a file writes them.
"""

from __future__ import annotations

from decimal import ROUND_FLOOR, Decimal

from formats.text import Language, Text, text_from

_MILLISECOND = Decimal("0.001")
_AS_NEEDED = "#,##0.###"


def number(value: float | Decimal, places: int | None = None) -> Text:
    """Return the number with thousands separated, with so many decimals or up to 3."""
    pattern = _AS_NEEDED if places is None else f"#,##0{'.' if places else ''}{'0' * places}"
    return text_from(lambda language: _format_number(value, pattern, language))


def seconds(time: Decimal, places: int | None = None) -> Text:
    """Return a time in seconds to the millisecond, without its unit, rounded down.

    Where times change on the screen, or stand in columns, three places keep their width.
    """
    return number(max(time, Decimal(0)).quantize(_MILLISECOND, ROUND_FLOOR), places)


def localize(text: str) -> Text:
    """Return a number that is written with a point, with the decimal sign of each language."""
    return Text(text, text.replace(".", ","))


def count_text(count: int, noun: Text) -> Text:
    """Return a number of things; the noun has its forms for 1 and 2, in Russian for 1, 2 and 5."""
    numeral = number(count)
    return text_from(
        lambda language: f"{numeral.say(language)} {_noun_form(count, noun, language)}"
    )


BYTES = Text("byte|bytes", "байт|байта|байт")
GAMES = Text("game|games", "партия|партии|партий")
ERRORS = Text("error|errors", "ошибка|ошибки|ошибок")
_UNITS = (
    (1 << 30, Text("{count} GiB", "{count} ГиБ")),
    (1 << 20, Text("{count} MiB", "{count} МиБ")),
    (1 << 10, Text("{count} KiB", "{count} КиБ")),
)

_CATEGORIES = ("one", "few")
"""Babel's names of the first forms of a noun; the last form is for all other numbers."""


def _noun_form(count: int, noun: Text, language: Language) -> str:
    from babel.core import Locale  # noqa: PLC0415 - see the module's docstring

    *known, others = noun.say(language).split("|")
    category = Locale.parse(language).plural_form(count)
    return dict(zip(_CATEGORIES, known, strict=False)).get(category, others)


def _format_number(value: float | Decimal, pattern: str, language: Language) -> str:
    from babel.numbers import format_decimal  # noqa: PLC0415 - see the module's docstring

    return format_decimal(value, pattern, locale=language)


def size_text(count: int) -> Text:
    """Return a size in words, in the largest unit in which it is a whole number."""
    for worth, unit in _UNITS:
        if count and count % worth == 0:
            return unit.filled({"count": count // worth})
    return count_text(count, BYTES)
