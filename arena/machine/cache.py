"""``arena cache``: files that arena keeps for the next time, and can make again."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from arena.console import plain_console
from arena.files import failed_at
from arena.machine import texts
from arena.options import LanguageOption, reader_language
from arena.parameters import Option
from formats.text import Text
from referee.machine import cache_folder
from referee.numbers import number
from referee.sandbox.host import cache_of_root

_MB = 1_000_000


def cache(
    clear: Annotated[
        bool,
        Option("--clear", help=Text("Remove all of it.", "Удалить всё это.")),
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
        for path in entries:
            _remove(path)
        console.print(texts.CACHE_CLEARED.say(language))


def _entries() -> Iterator[Path]:
    """Yield the files and folders in the cache folder, and in the one of root."""
    try:
        folders = [cache_folder()]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            folders.append(cache_of_root())
        for folder in folders:
            yield from sorted(folder.iterdir())
    except OSError as error:
        raise failed_at(Path(error.filename or "."), error) from None


def _size(path: Path) -> int:
    """Return the size of a file or a folder; 0 for a link, or for a file that has just gone."""
    try:
        return 0 if path.is_symlink() else path.stat().st_size
    except FileNotFoundError:
        return 0


def _purpose(path: Path) -> Text:
    return texts.CACHE_PURPOSES.get(path.name, texts.CACHED_OLD)


def _remove(path: Path) -> None:
    try:
        shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
    except OSError as error:
        raise failed_at(path, error) from None
