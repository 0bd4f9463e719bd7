"""``arena cache``: files that arena keeps for the next time, and can make again.

Games of a site, which are kept beside them, are not made again: they are shown, and not removed.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from arena.console import plain_console
from arena.files import FileFailure
from arena.machine import texts
from arena.options import LanguageOption, reader_language
from arena.parameters import Option
from formats.text import Text
from referee.machine import cache_folder, is_root, may_be_in_use
from referee.numbers import number
from referee.sandbox.program_folders import cache_of_root
from tournaments.storage import is_locked

_MB = 1_000_000
_CLUSTER = "cluster"
_SITE = "site"


def cache(
    clear: Annotated[
        bool,
        Option(
            "--clear",
            help=Text(
                "Remove these files, except games of the site and locks of cluster workers.",
                "Удалить эти файлы, кроме партий сайта и блокировок исполнителей кластера.",
            ),
        ),
    ] = False,
    lang: LanguageOption = None,
) -> None:
    language = reader_language(lang)
    console = plain_console()
    entries = list(_entries())
    for path in entries:
        size = sum(_size(file) for file in path.rglob("*")) + _size(path)
        values = {"path": path, "size": number(size / _MB, 1), "what": _purpose(path)}
        console.print(texts.CACHED_FOLDER.say(language, values), soft_wrap=True)
    if not entries:
        console.print(texts.NOTHING_CACHED.say(language))
    elif clear:
        remaining = [pair for path in entries for pair in _clear(path)]
        for path, what in remaining:
            values = {"path": path, "what": what}
            console.print(texts.CACHE_KEPT.say(language, values), soft_wrap=True)
        console.print((texts.REST_CLEARED if remaining else texts.CACHE_CLEARED).say(language))


def _entries() -> Iterator[Path]:
    """Yield the files and folders in the cache folder, and in the one of root."""
    try:
        folders = [cache_folder()]
        if is_root():
            folders.append(cache_of_root())
        for folder in folders:
            yield from sorted(folder.iterdir())
    except OSError as error:
        raise FileFailure.at(Path(error.filename or "."), error) from None


def _size(path: Path) -> int:
    """Return the size of a file or a folder; 0 for a link, or for a file that has just gone."""
    try:
        return 0 if path.is_symlink() else path.stat().st_size
    except FileNotFoundError:
        return 0


def _purpose(path: Path) -> Text:
    if may_be_in_use(path):
        return texts.PROGRAM_IN_USE
    return texts.CACHE_PURPOSES.get(path.name, texts.CACHED_OLD)


def _clear(path: Path) -> list[tuple[Path, Text]]:
    """Remove a file or a folder; return what must stay, each with its description."""
    if path.name == _SITE or may_be_in_use(path):
        return [(path, _purpose(path))]
    locks = _locks_in_use(path)
    if not locks:
        _remove(path)
    else:
        for inner in list(path.iterdir()):
            if inner not in locks:
                _remove(inner)
    return [(lock, texts.LOCK_IN_USE) for lock in locks]


def _locks_in_use(path: Path) -> list[Path]:
    """Return the locks in the folder of workers that running processes hold."""
    if path.name != _CLUSTER or path.is_symlink():
        return []
    return [file for file in sorted(path.glob("*")) if file.is_file() and is_locked(file)]


def _remove(path: Path) -> None:
    try:
        shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
    except OSError as error:
        raise FileFailure.at(path, error) from None
