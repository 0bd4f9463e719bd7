"""What the report and the pages of the site are made with: templates, styles and drawings."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from arena.drawing.frames import drawing_of
from formats.board import Look
from formats.games import AnyGame
from formats.text import LANGUAGES, Language, Text
from referee.numbers import BYTES, counted

_PACKAGE = "arena.drawing"
_DRAWING = re.compile(r'<symbol id="([^"]+)"')
_FIRST_WORD = re.compile(r"[^\W\d_]+(?=[\s,;:.!?]|$)")
"""A word of letters alone: not a move, a file's name or what stands in quotation marks."""
RULE = r"\((rule|правило) (9|10)\)"
"""What names a rule in a sentence, for Python and for JavaScript."""
RULES = "/docs/rules"
"""Where the rules are on the site; below it, ``#rule-10``."""
_UNITS = (
    (1 << 30, Text("{count} GiB", "{count} ГиБ")),
    (1 << 20, Text("{count} MiB", "{count} МиБ")),
    (1 << 10, Text("{count} KiB", "{count} КиБ")),
)


class Part(NamedTuple):
    """A style or a script that stands in a page, and the hash that lets it."""

    text: Markup
    source: str


def environment(package: str) -> Environment:
    """The templates of that package and those for all pages; they escape what they are given."""
    made = Environment(
        loader=ChoiceLoader([PackageLoader(package), PackageLoader(_PACKAGE)]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(drawing_of=drawing_of, is_drawn=is_drawn)
    made.filters["capital"] = capital
    made.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "separators": (",", ":")}
    return made


def shown_in(language: Language) -> dict[str, str]:
    """The attributes of what the page shows in that language alone."""
    return {"class": f"in-{language}", "lang": language}


def both(text: Text | str, **values: object) -> Markup:
    """The text in every language, of which the page shows one."""
    if isinstance(text, str):
        return Markup.escape(text)
    said = {language: text.say(language, values) for language in LANGUAGES}
    if len(set(said.values())) == 1:
        return Markup.escape(text.say("en", values))
    spans = (
        Markup('<span class="{class}" lang="{lang}">{0}</span>').format(
            sentence, **shown_in(language)
        )
        for language, sentence in said.items()
    )
    return Markup("").join(spans)


def capital(text: str) -> str:
    """The sentence with its first letter large, unless it begins with what is quoted as it is."""
    return text[0].upper() + text[1:] if _FIRST_WORD.match(text) else text


def part(text: str) -> Part:
    digest = b64encode(sha256(text.encode()).digest()).decode()
    return Part(Markup(text), f"'sha256-{digest}'")


def style() -> str:
    return joined(_PACKAGE, "style")


WITHOUT_COLOURS = "(monochrome), (update: slow)"
"""Screens that have no colours or change slowly, like paper: they get `plain_style` unasked."""


def plain_style() -> str:
    """Return the style without colours, which comes after all others."""
    return joined(_PACKAGE, "without_colours")


def styles() -> dict[str, object]:
    """Return what the head of a page fills in for its styles."""
    return {
        "style": part(style()),
        "plain": part(plain_style()),
        "plain_screens": WITHOUT_COLOURS,
    }


def script() -> str:
    """What draws boards in a page, and speaks its reader's language."""
    return joined(_PACKAGE, "script")


def pieces() -> Markup:
    """The drawings of pieces: ``<use href="#mmpeshki-red-piece">``."""
    return Markup(joined(_PACKAGE, "pieces"))


def is_drawn(game: AnyGame | type[AnyGame], look: Look) -> bool:
    """Whether there is a drawing; without one, its symbol is shown."""
    return drawing_of(game, look) in _drawings()


@cache
def _drawings() -> frozenset[str]:
    return frozenset(_DRAWING.findall(pieces()))


@cache
def joined(package: str, folder: str) -> str:
    """The files of a folder, one after another by their names."""
    found = sorted((files(package) / folder).iterdir(), key=lambda file: file.name)
    return "".join(map(_text, found))


def _text(file: Traversable) -> str:
    return file.read_text(encoding="utf-8")


def size(count: int) -> Text:
    """So many bytes; in a larger unit where that is exact."""
    for worth, unit in _UNITS:
        if count and count % worth == 0:
            return unit.filled({"count": count // worth})
    return counted(count, BYTES)
