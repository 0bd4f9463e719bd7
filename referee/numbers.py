"""Numbers, times and counted things as people read them: 62,872 bytes, and 62 872 байта.

Babel knows how a language writes numbers and how many plurals it has. It is imported when the first
number is told, so that judging a good turn never waits for it. The ground floor has the standard
library alone: its sentences are worded to fit any number, and quote times as a file writes them.
"""

from __future__ import annotations

from decimal import ROUND_FLOOR, Decimal

from formats.text import LANGUAGES, Language, Text

_MILLISECOND = Decimal("0.001")
_AS_NEEDED = "#,##0.###"


def number(value: float | Decimal, places: int | None = None) -> Text:
    """The number with its thousands set apart, and that many decimals (by default, up to 3)."""
    pattern = _AS_NEEDED if places is None else f"#,##0{'.' if places else ''}{'0' * places}"
    return Text(**{language: _written(value, pattern, language) for language in LANGUAGES})


def seconds(time: Decimal, places: int | None = None) -> Text:
    """A time to the millisecond, without its unit: never more than there is.

    Where times are seen to run, or stand in columns, three places keep their width.
    """
    return number(max(time, Decimal(0)).quantize(_MILLISECOND, ROUND_FLOOR), places)


def localized(text: str) -> Text:
    """A number that is written with a point already, with the sign of decimals of each language."""
    return Text(text, text.replace(".", ","))


def counted(count: int, noun: Text) -> Text:
    """A number of things; the noun has its forms for 1 and 2, in Russian for 1, 2 and 5."""
    told = number(count)
    said = {each: f"{told.say(each)} {_form(count, noun, each)}" for each in LANGUAGES}
    return Text(**said)


BYTES = Text("byte|bytes", "байт|байта|байт")
GAMES = Text("game|games", "партия|партии|партий")
ERRORS = Text("error|errors", "ошибка|ошибки|ошибок")

_CATEGORIES = ("one", "few")
"""What Babel calls the first forms of a noun; the last one is for every other number."""


def _form(count: int, noun: Text, language: Language) -> str:
    from babel.core import Locale  # noqa: PLC0415 - see above

    *known, others = noun.say(language).split("|")
    category = Locale.parse(language).plural_form(count)
    return dict(zip(_CATEGORIES, known, strict=False)).get(category, others)


def _written(value: float | Decimal, pattern: str, language: Language) -> str:
    from babel.numbers import format_decimal  # noqa: PLC0415 - see above

    return format_decimal(value, pattern, locale=language)
