"""The project's documents as HTML pages.

They are made from ``docs/``, which a wheel contains, too (``setup.py``). Links between documents
become links between pages; other links (to source files, pictures) become text.
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

from arena.site.documents import texts
from formats.games import plugin_files
from formats.record import PlayedRecord, read_played
from formats.text import Language

_FOLDERS: dict[Language, str] = {"en": "", "ru": "ru/"}
_RECORDS = "records"
_ABSOLUTE_LINK = re.compile(r"(?:[a-z]+:|#|/)", re.IGNORECASE)
_NOT_IN_ADDRESS = re.compile(r"[^\w\- ]")
_ENDING = ".md"
_WIDE = ("table_open", "fence", "code_block")
"""Tokens whose elements may be wider than a telephone, and scroll."""
_RULE = re.compile(r"\*\*(?:Rule|Правило) (\d+)\.")


@dataclass(frozen=True, slots=True)
class Document:
    """A document as HTML."""

    name: str
    title: str
    html: str
    language: Language
    """Language of the text, which may be English where no other is there."""


@cache
def document_names() -> tuple[str, ...]:
    """Return the names of all documents: ``rules``, ``games/reversi``."""
    paths = (
        path.relative_to(documents_folder()) for path in documents_folder().rglob(f"*{_ENDING}")
    )
    names_of_all = {path.with_suffix("").as_posix() for path in paths} | _pages_of_plugins().keys()
    return tuple(sorted(name for name in names_of_all if not name.startswith("ru/")))


@cache
def _pages_of_plugins() -> dict[str, Path]:
    """Return the files with rules of plugin games, in both languages, by names of documents."""
    return {
        f"{prefix}games/{game}": paths[0]
        for prefix in _FOLDERS.values()
        for game, paths in plugin_files(f"docs/{prefix}games/{{game}}{_ENDING}").items()
        if paths
    }


def document(name: str, language: Language) -> Document | None:
    """Return the document in that language, else in English; None if no document has the name."""
    return _document(name, language) if name in document_names() else None


@cache
def _record_paths() -> dict[str, Path]:
    """Return the game records of ``docs/records/`` by their names."""
    return {path.name: path for path in (documents_folder() / _RECORDS).glob("*.txt")}


def record(name: str) -> PlayedRecord | None:
    """Return the named game record; None if there is no such file."""
    path = _record_paths().get(name)
    return _record_in(path) if path else None


@cache
def _record_in(path: Path) -> PlayedRecord | None:
    return read_played(path.read_text(encoding="utf-8"))


def rules_of(game: str, title: str, language: Language) -> str:
    """Return the address of a game's rules: a page of its own, or a heading of the rules."""
    if f"games/{game}" in document_names():
        return f"/docs/games/{game}"
    anchor = _address(title, set())
    rules = document("rules", language)
    return f"/docs/rules#{anchor}" if rules and f'id="{anchor}"' in rules.html else "/docs/rules"


def documents_folder() -> Path:
    """Return the folder of documents.

    In a wheel it is inside this package, else at the top of the source tree.
    """
    inside = Path(str(files("arena.site"))) / "docs"
    return inside if inside.is_dir() else inside.parents[2] / "docs"


def _path(source: str) -> Path:
    path = documents_folder() / source
    return (
        _pages_of_plugins().get(source.removesuffix(_ENDING), path) if not path.is_file() else path
    )


@cache
def _document(name: str, language: Language) -> Document:
    source = f"{_FOLDERS[language]}{name}{_ENDING}"
    path, text_language = _path(source), language
    if not path.is_file():
        source, text_language = f"{name}{_ENDING}", "en"
        path = _path(source)
    markdown = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    tokens = markdown.parse(path.read_text(encoding="utf-8", errors="replace"))
    title = next((token.content for token in tokens if token.type == "inline"), name)
    if text_language != language:
        title = texts.IN_ENGLISH.say(language, {"title": texts.RUSSIAN_TITLES.get(name, title)})
    with_addresses = list(_with_addresses(tokens, source))
    html = markdown.renderer.render(with_addresses, markdown.options, {})
    return Document(name, title, html, text_language)


def _with_addresses(tokens: Sequence[Token], source: str) -> Iterator[Token]:
    """Yield the tokens with addresses on headings and rules, and links to pages."""
    addresses: set[str] = set()
    for index, token in enumerate(tokens):
        following = tokens[index + 1 : index + 3]
        if token.type == "heading_open":
            token.attrSet("id", _address(following[0].content, addresses))
        elif token.type == "list_item_open" and (rule := _RULE.match(following[-1].content)):
            token.attrSet("id", f"rule-{rule[1]}")
        elif token.type == "inline":
            children = [] if _is_switch(token) else token.children or []
            token.children = list(_with_page_links(children, source))
        if token.type in _WIDE:
            kind = "scroll" if token.type == "table_open" else "scroll code"
            yield Token("html_block", "", 0, content=f'<div class="{kind}" tabindex="0">\n')
        yield token
        if token.type in ("table_close", *_WIDE[1:]):
            yield Token("html_block", "", 0, content="</div>\n")


def _is_switch(token: Token) -> bool:
    """Return whether the token is a link to the other language, which the page itself offers."""
    return token.content.startswith(("[По-русски](", "[In English]("))


def _address(heading: str, addresses: set[str]) -> str:
    """Return the anchor of a heading, made as GitHub makes it."""
    text = heading.replace("`", "").replace("*", "").strip().lower()
    name = base = _NOT_IN_ADDRESS.sub("", text).replace(" ", "-")
    number = 0
    while name in addresses:
        number += 1
        name = f"{base}-{number}"
    addresses.add(name)
    return name


def _with_page_links(tokens: Sequence[Token], source: str) -> Iterator[Token]:
    """Yield the tokens without images, and with links to documents only."""
    kept_links = [True]
    for token in tokens:
        if token.type == "image":
            continue
        if token.type == "link_open":
            target = _page_of_link(str(token.attrGet("href") or ""), source)
            kept_links.append(target is not None)
            if target is None:
                continue
            token.attrSet("href", target)
        if token.type == "link_close" and not kept_links.pop():
            continue
        yield token


def _page_of_link(link: str, source: str) -> str | None:
    """Return the page that the link leads to; None if it leads to no document."""
    if _ABSOLUTE_LINK.match(link):
        return link
    path, mark, anchor = link.partition("#")
    source_folder = source.rpartition("/")[0]
    name = normpath(f"{source_folder}/{path}" if source_folder else path)
    name = name.removeprefix("ru/").removesuffix(_ENDING)
    is_record = name.startswith(f"{_RECORDS}/") and record(name.removeprefix(f"{_RECORDS}/"))
    return f"/docs/{name}{mark}{anchor}" if name in document_names() or is_record else None
