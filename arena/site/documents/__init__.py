"""The documents of the project as pages: from ``docs/``, which is in a wheel too (``setup.py``).

Links between documents lead to their pages, and what is no document (a file of the source, a
picture) is left as text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from posixpath import normpath

from markdown_it import MarkdownIt
from markdown_it.token import Token

from formats.record import PlayedRecord, read_played
from formats.text import Language

_FOLDERS: dict[Language, str] = {"en": "", "ru": "ru/"}
_RECORDS = "records"
_LINK = re.compile(r"(?:[a-z]+:|#|/)", re.IGNORECASE)
_NOT_IN_ADDRESS = re.compile(r"[^\w\- ]")
_ENDING = ".md"
_WIDE = ("table_open", "fence", "code_block")
"""What may be wider than a telephone, and is scrolled."""
_RULE = re.compile(r"\*\*(?:Rule|Правило) (\d+)\.")


@dataclass(frozen=True, slots=True)
class Document:
    name: str
    title: str
    html: str


@cache
def names() -> tuple[str, ...]:
    """All documents, by their names: ``rules``, ``games/reversi``."""
    found = (path.relative_to(folder()) for path in folder().rglob(f"*{_ENDING}"))
    parts = (path.with_suffix("").as_posix() for path in found)
    return tuple(sorted(name for name in parts if not name.startswith("ru/")))


def document(name: str, language: Language) -> Document | None:
    """The one of that name, in English if there is none in the language; nothing if none is."""
    return _document(name, language) if name in names() else None


@cache
def record(name: str) -> PlayedRecord | None:
    """Return a game record of ``docs/records/``; None if there is none of that name."""
    path = next((path for path in (folder() / _RECORDS).glob("*.txt") if path.name == name), None)
    return read_played(path.read_text(encoding="utf-8")) if path else None


def rules_of(game: str, title: str, language: Language) -> str:
    """Where the rules of a game are: on a page of its own, or under its title."""
    if f"games/{game}" in names():
        return f"/docs/games/{game}"
    place = _address(title, set())
    rules = document("rules", language)
    return f"/docs/rules#{place}" if rules and f'id="{place}"' in rules.html else "/docs/rules"


def folder() -> Path:
    """In a wheel beside this, in a source tree at its top."""
    beside = Path(str(files("arena.site"))) / "docs"
    return beside if beside.is_dir() else beside.parents[2] / "docs"


@cache
def _document(name: str, language: Language) -> Document:
    spoken = f"{_FOLDERS[language]}{name}{_ENDING}"
    path = folder() / spoken
    if not path.is_file():
        spoken = f"{name}{_ENDING}"
        path = folder() / spoken
    markdown = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    tokens = markdown.parse(path.read_text(encoding="utf-8"))
    title = next(one.content for one in tokens if one.type == "inline")
    shaped = list(_shaped(tokens, spoken))
    return Document(name, title, markdown.renderer.render(shaped, markdown.options, {}))


def _shaped(tokens: Sequence[Token], source: str) -> Iterator[Token]:
    """The tokens with addresses on headings and rules, and links to pages."""
    seen: set[str] = set()
    for place, token in enumerate(tokens):
        following = tokens[place + 1 : place + 3]
        if token.type == "heading_open":
            token.attrSet("id", _address(following[0].content, seen))
        elif token.type == "list_item_open" and (rule := _RULE.match(following[-1].content)):
            token.attrSet("id", f"rule-{rule[1]}")
        elif token.type == "inline":
            children = [] if _is_switch(token) else token.children or []
            token.children = list(_linked(children, source))
        if token.type in _WIDE:
            kind = "scroll" if token.type == "table_open" else "scroll code"
            yield Token("html_block", "", 0, content=f'<div class="{kind}" tabindex="0">\n')
        yield token
        if token.type in ("table_close", *_WIDE[1:]):
            yield Token("html_block", "", 0, content="</div>\n")


def _is_switch(token: Token) -> bool:
    """Whether it only leads to the other language, which the page itself offers."""
    return token.content.startswith(("[По-русски](", "[In English]("))


def _address(heading: str, seen: set[str]) -> str:
    """What a heading is called in links, as GitHub calls it."""
    text = heading.replace("`", "").replace("*", "").strip().lower()
    name = known = _NOT_IN_ADDRESS.sub("", text).replace(" ", "-")
    number = 0
    while name in seen:
        number += 1
        name = f"{known}-{number}"
    seen.add(name)
    return name


def _linked(tokens: Sequence[Token], source: str) -> Iterator[Token]:
    leads = [True]
    for token in tokens:
        if token.type == "image":
            continue
        if token.type == "link_open":
            target = _target(str(token.attrGet("href") or ""), source)
            leads.append(target is not None)
            if target is None:
                continue
            token.attrSet("href", target)
        if token.type == "link_close" and not leads.pop():
            continue
        yield token


def _target(link: str, source: str) -> str | None:
    """Where it leads on the site; nothing, if that is no document."""
    if _LINK.match(link):
        return link
    path, mark, place = link.partition("#")
    beside = source.rpartition("/")[0]
    name = normpath(f"{beside}/{path}" if beside else path)
    name = name.removeprefix("ru/").removesuffix(_ENDING)
    is_record = name.startswith(f"{_RECORDS}/") and record(name.removeprefix(f"{_RECORDS}/"))
    return f"/docs/{name}{mark}{place}" if name in names() or is_record else None
