"""Hook of mkdocs that adds the pages beside docs/ to the site of the documents; see mkdocs.yml.

The README is the first page, and a file outside docs/ that a document links to is part of the site.
Each page has the navigation, the words of the theme and the switch of its own language.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
INDEX = {ROOT / "README.md": "index.md", ROOT / "README.ru.md": "ru/index.md"}
ELSEWHERE = "repository"
"""Folder of the site for the files that are not in docs/."""
RUSSIAN = "ru/"
NAMES = {"en": "English", "ru": "Русский"}
TITLES = {
    "Students": "Студенту",
    "Teachers": "Преподавателю",
    "Files and rules": "Файлы и правила",
    "Developers": "Разработчику",
}
_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_BLOCK = re.compile(r"^(```\S+) .*$", re.MULTILINE)
"""First line of a block; the theme takes one word there, tests/test_documents.py several."""
_LINK = re.compile(r"(\]\()([^)#:\s]+)(#[^)\s]*)?(?=\))")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Add the Russian navigation: the same pages, as far as there are Russian ones."""
    assert config.nav is not None, "mkdocs.yml has the navigation"
    russian = []
    for group in config.nav:
        ((title, pages),) = group.items()
        russian.append({TITLES[title]: [f"{RUSSIAN}{page}" for page in pages if _is_russian(page)]})
    config.nav = [
        {NAMES["en"]: ["index.md", *config.nav]},
        {NAMES["ru"]: [f"{RUSSIAN}index.md", *russian]},
    ]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the files outside docs/ that documents link to."""
    for path in sorted(_linked_from(DOCS.rglob("*.md"))):
        place = INDEX.get(path, f"{ELSEWHERE}/{path.relative_to(ROOT).as_posix()}")
        files.append(File.generated(config, place, abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Let links lead to where their files are on the site; cut the words for tests off blocks."""
    source = Path(str(page.file.abs_src_path))

    def moved(match: re.Match[str]) -> str:
        target = _target(source, match[2])
        if target is None:
            return match[0]  # and mkdocs complains
        link = os.path.relpath(_place(target), Path(page.file.src_uri).parent)
        return f"{match[1]}{Path(link).as_posix()}{match[3] or ''}"

    return _BLOCK.sub(r"\1", _LINK.sub(moved, markdown))


def on_page_context(
    context: dict[str, Any], page: Page, config: MkDocsConfig, nav: Navigation
) -> dict[str, Any]:
    """Give the page the navigation and the words of its language, and the switch to the other."""
    is_russian = page.file.src_uri.startswith(RUSSIAN)
    language, other = ("ru", "en") if is_russian else ("en", "ru")
    (section,) = (item for item in nav.items if item.title == NAMES[language])
    assert isinstance(section, Section), "a section for each language"
    context["nav"] = Navigation(section.children, nav.pages)
    config.theme["language"] = language
    config.extra["alternate"] = [
        {"name": NAMES[name], "link": _in_language(page.file.src_uri, name), "lang": name}
        for name in (language, other)
    ]
    return context


def _is_russian(page: str) -> bool:
    return (DOCS / RUSSIAN / page).is_file()


def _in_language(page: str, language: str) -> str:
    """Return the address of the page in that language, or of the first page in it."""
    name = page.removeprefix(RUSSIAN)
    exists = _is_russian(name) if language == "ru" else (DOCS / name).is_file()
    prefix = RUSSIAN if language == "ru" else ""
    return f"{prefix}{Path(name).with_suffix('.html').as_posix() if exists else 'index.html'}"


def _linked_from(pages: Iterator[Path]) -> set[Path]:
    """Return the files outside docs/ that pages link to, and that these link to in turn."""
    linked, waiting = set[Path](), [*pages, *INDEX]
    linked.update(INDEX)
    while waiting:
        page = waiting.pop()
        for match in _LINK.finditer(_FENCE.sub("", page.read_text(encoding="utf-8"))):
            target = _target(page, match[2])
            if target and not target.is_relative_to(DOCS) and target not in linked:
                linked.add(target)
                waiting += [target] if target.suffix == ".md" else []
    return linked


def _target(page: Path, link: str) -> Path | None:
    """Return the file of the repository that a link of a page leads to, if it is there."""
    target = Path(os.path.normpath(page.parent / link))
    return target if target.is_file() and target.is_relative_to(ROOT) else None


def _place(path: Path) -> str:
    """Return where a file is on the site."""
    if path in INDEX:
        return INDEX[path]
    if path.is_relative_to(DOCS):
        return path.relative_to(DOCS).as_posix()
    return f"{ELSEWHERE}/{path.relative_to(ROOT).as_posix()}"
