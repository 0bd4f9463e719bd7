"""Check whether the bot is one regular file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from formats.text import Text
from referee.check.checked_bot import CheckedBot
from referee.check.finding import Finding, failed, passed, warned

TITLE = Text("one file", "один файл")
ORDER = 10
_GOOD = Text("is one regular file", "это один обычный файл")
_ABSENT = Text("there is no such file", "такого файла нет")
_ABSENT_ADVICE = Text("check the name and the folder", "проверьте имя и папку")
_LINK = Text("it is a symbolic link", "это символическая ссылка")
_LINK_ADVICE = Text("give the file itself: {target}", "дайте сам файл: {target}")
_NO_FILE = Text("it is not a regular file", "это не обычный файл")
_NO_FILE_ADVICE = Text(
    "a bot is a single file that needs no others, not a folder or an archive",
    "бот — это один файл, которому не нужны другие, а не папка и не архив",
)
_FOLDER = Text("it is a folder, not a program", "это папка, а не программа")
_FOLDER_ADVICE = Text("give the program that is in it: {path}", "дайте программу из неё: {path}")
_EMPTY = Text("it is empty", "файл пуст")
_EMPTY_ADVICE = Text("build it again", "соберите его заново")
_NOT_EXECUTABLE = Text("it is not marked as executable", "файл не помечен как исполняемый")
_NOT_EXECUTABLE_ADVICE = Text(
    "mark it with chmod +x {path}; in its sandbox, the referee runs it anyway",
    "пометьте его: chmod +x {path}; в песочнице судья запустит его и так",
)


def run(checked_bot: CheckedBot) -> Iterator[Finding]:
    """Check the directory entry itself, not what a link leads to."""
    path = checked_bot.program.path
    if path.is_symlink():
        leads_to = os.path.realpath(path)  # It also resolves a loop of links.
        yield failed(_LINK, _LINK_ADVICE if path.exists() else _ABSENT_ADVICE, target=leads_to)
    elif not path.exists():
        yield failed(_ABSENT, _ABSENT_ADVICE)
    elif path.is_dir() and (program := next(filter(_is_program, sorted(path.iterdir())), None)):
        yield failed(_FOLDER, _FOLDER_ADVICE, path=program)
    elif not path.is_file():
        yield failed(_NO_FILE, _NO_FILE_ADVICE)
    elif path.stat().st_size == 0:
        yield failed(_EMPTY, _EMPTY_ADVICE)
    elif not os.access(path, os.X_OK) and not checked_bot.program.is_windows:
        yield warned(_NOT_EXECUTABLE, _NOT_EXECUTABLE_ADVICE, path=path)
    else:
        yield passed(_GOOD)


def _is_program(path: Path) -> bool:
    return path.is_file() and (os.access(path, os.X_OK) or path.suffix.lower() == ".exe")
