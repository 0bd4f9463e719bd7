"""Templates, styles, scripts and drawings of the report and of the site."""

from __future__ import annotations

import re
import unicodedata
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from arena.drawing.frames import drawing_of
from formats.board import Look
from formats.game import PLAYERS
from formats.games import AnyGame, plugin_files
from formats.text import LANGUAGES, Language, Text

_PACKAGE = "arena.drawing"
_DRAWING = re.compile(r'<symbol id="([^"]+)"')
_FIRST_WORD = re.compile(r"[^\W\d_]+(?=[\s,;:.!?]|$)")
"""A word of letters alone: not a move, a file's name or a quotation."""
RULE_PATTERN = r"\((rule|правило) (9|10)\)"
"""Pattern of a rule's name in a sentence, for Python and for JavaScript."""
RULES_ADDRESS = "/docs/rules"
"""Address of the rules on the site; ``#rule-10`` is added to it."""
_NO_DRAWING = Text("the drawing {path} is left out: {why}", "рисунок {path} не используется: {why}")
_NOT_SYMBOLS = Text(
    "it must have symbols alone, whose names begin with {game}-",
    "в нём могут быть только символы (symbol), названия которых начинаются с {game}-",
)


class Part(NamedTuple):
    """A style or a script inside a page, and its hash for the page's policy."""

    text: Markup
    source: str


def environment(package: str) -> Environment:
    """Return the environment with the templates of the package and those for all pages.

    Templates escape their values.
    """
    templates = Environment(
        loader=ChoiceLoader([PackageLoader(package), PackageLoader(_PACKAGE)]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.globals.update(drawing_of=drawing_of, is_drawn=is_drawn, side_classes=side_classes)
    templates.filters["capital"] = capital
    templates.filters["isolated"] = isolated
    templates.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "separators": (",", ":")}
    return templates


def attributes_of_language(language: Language) -> dict[str, str]:
    """Return the attributes of an element that is shown in that language only."""
    return {"class": f"in-{language}", "lang": language}


def both(text: Text | str, **values: object) -> Markup:
    """Return the text in every language, of which the page shows one."""
    if isinstance(text, str):
        return Markup.escape(text)
    sentences = {language: text.say(language, values) for language in LANGUAGES}
    if len(set(sentences.values())) == 1:
        return Markup.escape(text.say("en", values))
    spans = (
        Markup('<span class="{class}" lang="{lang}">{0}</span>').format(
            sentence, **attributes_of_language(language)
        )
        for language, sentence in sentences.items()
    )
    return Markup("").join(spans)


def capital(text: str) -> str:
    """Return the sentence with a capital first letter, unless it begins with a quotation."""
    return text[0].upper() + text[1:] if _FIRST_WORD.match(text) else text


def side_classes(game: AnyGame | type[AnyGame]) -> str:
    """Return the classes with which the style gives a side the colour of its name, as a-black."""
    names = {player: game.sides[player].en.lower().replace(" ", "-") for player in PLAYERS}
    return " ".join(f"{player.lower()}-{name}" for player, name in names.items())


def isolated(name: str) -> str:
    """Return the bot's name as it stands in a sentence.

    A name written from right to left would turn the numbers beside it around, also the number of a
    version, which is no part of the name.
    """
    if not any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name):
        return name
    name, mark, version = name.partition(" #")
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}{mark}{version}"


def part(text: str) -> Part:
    """Return a style or a script as a part of a page, with the hash of its text."""
    digest = b64encode(sha256(text.encode()).digest()).decode()
    return Part(Markup(text), f"'sha256-{digest}'")


def style() -> str:
    """Return the style of all pages."""
    return joined_files(_PACKAGE, "style")


PLAIN_SCREENS = "(monochrome), (update: slow)"
"""Media query for screens without colours or with slow changes, which get `plain_style` unasked."""


def plain_style() -> str:
    """Return the style without colours, which comes after all others."""
    return joined_files(_PACKAGE, "without_colours")


def styles() -> dict[str, object]:
    """Return the values with which the head of a page includes its styles."""
    return {
        "style": part(style()),
        "plain": part(plain_style()),
        "plain_screens": PLAIN_SCREENS,
    }


def script() -> str:
    """Return the script that draws boards in a page and switches its language."""
    return joined_files(_PACKAGE, "script")


def pieces() -> Markup:
    """Return the drawings of pieces, for ``<use href="#mmpeshki-red-piece">``."""
    return Markup(joined_files(_PACKAGE, "pieces") + _pieces_of_plugins())


@cache
def _pieces_of_plugins() -> str:
    return "".join(path.read_text("utf-8") for path, fault in _drawings_of_plugins() if not fault)


def drawing_faults() -> list[Text]:
    """Return the faults of drawings of other packages, which are left out of every page."""
    return [
        _NO_DRAWING.filled({"path": path, "why": fault})
        for path, fault in _drawings_of_plugins()
        if fault
    ]


@cache
def _drawings_of_plugins() -> list[tuple[Path, str | Text]]:
    """Return the drawings of other packages, each with its fault; an empty fault is none."""
    return [
        (path, _drawing_fault(game, path))
        for game, paths in plugin_files("arena/drawing/pieces/{game}.svg").items()
        for path in paths
    ]


def _drawing_fault(game: str, path: Path) -> str | Text:
    from xml.etree import ElementTree  # noqa: PLC0415 - only plugins need it

    try:
        symbols = list(ElementTree.fromstring(f"<svg>{path.read_text('utf-8')}</svg>"))
    except (OSError, ValueError, ElementTree.ParseError) as error:
        return str(error)
    prefix = f"{game}-"
    is_of_game = all(
        symbol.tag == "symbol" and symbol.get("id", "").startswith(prefix) for symbol in symbols
    )
    return "" if is_of_game else _NOT_SYMBOLS.filled({"game": game})


def is_drawn(game: AnyGame | type[AnyGame], look: Look) -> bool:
    """Return whether the look has a drawing; without one, its symbol is shown."""
    return drawing_of(game, look) in _drawings()


@cache
def _drawings() -> frozenset[str]:
    return frozenset(_DRAWING.findall(pieces()))


@cache
def joined_files(package: str, folder: str) -> str:
    """Return the files of a folder, joined in the order of their names."""
    sorted_files = sorted((files(package) / folder).iterdir(), key=lambda file: file.name)
    return "".join(map(_text, sorted_files))


def _text(file: Traversable) -> str:
    return file.read_text(encoding="utf-8")
