"""Russian sentences of click: usage, options, and errors.

click looks each of its sentences up by gettext, whose catalogues are compiled files, chosen by the
language of the system. Here they are data, and ``--lang`` chooses: the function that looks a
sentence up is replaced in click's modules. A sentence that is missing here stays English.
"""

from __future__ import annotations

from gettext import gettext, ngettext

import click.core
import click.decorators
import click.exceptions
import click.formatting
import click.parser
import click.types

from formats.text import Language

_MODULES = (
    click.core,
    click.decorators,
    click.exceptions,
    click.formatting,
    click.parser,
    click.types,
)
RUSSIAN = {
    "Usage:": "Вызов:",
    "Options": "Ключи",
    "Commands": "Команды",
    "Positional arguments": "Аргументы",
    "Show this message and exit.": "Показать эту справку.",
    "default: {default}": "по умолчанию: {default}",
    "Error: {message}": "Ошибка: {message}",
    "Try '{command} {option}' for help.": "Справка: {command} {option}",
    "Missing command.": "Не названа команда.",
    "Missing argument": "Не хватает аргумента",
    "Missing option": "Не хватает ключа",
    "Missing parameter": "Не хватает параметра",
    "No such command {name!r}.": "Нет команды «{name}».",
    "No such option {name!r}.": "Нет ключа «{name}».",
    "Did you mean {possibility}?": "Может быть, {possibility}?",
    "(Did you mean one of: {possibilities}?)": "(Может быть, одно из: {possibilities}?)",
    "Got unexpected extra argument ({args})": "Лишнее слово: {args}",
    "Got unexpected extra arguments ({args})": "Лишние слова: {args}",
    "Invalid value: {message}": "Неверное значение: {message}",
    "Invalid value for {param_hint}: {message}": "Неверное значение {param_hint}: {message}",
    "Option {name!r} does not take a value.": "У ключа «{name}» не бывает значения.",
    "Option {name!r} requires an argument.": "После ключа «{name}» нужно значение.",
    "Option {name!r} requires {nargs} arguments.": "После ключа «{name}» нужно значений: {nargs}.",
    "Argument {name!r} takes {nargs} values.": "Аргумент «{name}» — это столько слов: {nargs}.",
    "Takes {nargs} values but 1 was given.": "Нужно значений: {nargs}, а дано одно.",
    "Takes {nargs} values but {len} were given.": "Нужно значений: {nargs}, а дано {len}.",
    "{value!r} is not {choice}.": "«{value}» — не {choice}.",
    "{value!r} is not one of {choices}.": "«{value}» — не одно из {choices}.",
    "{value!r} is not a valid {number_type}.": "«{value}» — не {number_type}.",
    "{value} is not in the range {range}.": "{value} не в пределах {range}.",
    "{value!r} is not a valid boolean. Recognized values: {states}": (
        "«{value}» — ни да, ни нет. Бывает: {states}"
    ),
    "required": "обязательный",
    "file": "файл",
    "directory": "папка",
    "path": "путь",
    "Choose from:\n\t{choices}": "Выберите из:\n\t{choices}",
    "{name} {filename!r} does not exist.": "{name} «{filename}»: такого нет.",
    "{name} {filename!r} is a file.": "{name} «{filename}»: это файл.",
    "{name} {filename!r} is a directory.": "{name} «{filename}»: это папка.",
    "{name} {filename!r} is not readable.": "{name} «{filename}» нельзя прочесть.",
    "{name} {filename!r} is not writable.": "{name} «{filename}»: нельзя записать.",
}
_WORDS = {
    "ADDRESS": "АДРЕС",
    "AFTER": "ПОСЛЕ",
    "BOT": "БОТ",
    "DEPTH": "ГЛУБИНА",
    "DIR": "ПАПКА",
    "ELO0": "ЭЛО0",
    "ELO1": "ЭЛО1",
    "EVENT": "ТУРНИР",
    "FILE": "ФАЙЛ",
    "GAME": "ИГРА",
    "HASH": "ХЕШ",
    "NAME": "ИМЯ",
    "NUMBER": "НОМЕР",
    "RECORD": "ЗАПИСЬ",
    "SECONDS": "СЕКУНДЫ",
    "WORD": "СЛОВО",
    "[OPTIONS]": "[КЛЮЧИ]",
    "COMMAND [ARGS]...": "КОМАНДА [СЛОВА]...",
}
TYPES = {"text": "строка", "integer": "целое число", "float": "число"}
"""Russian names of kinds of values, by click's names."""


def speak(language: Language) -> None:
    """Let click use that language from now on."""
    is_russian = language == "ru"
    for module in _MODULES:
        names = vars(module)
        names["_"] = _russian if is_russian else gettext
        if "ngettext" in names:
            names["ngettext"] = _russian_counted if is_russian else ngettext


def _russian(sentence: str) -> str:
    return RUSSIAN.get(sentence, sentence)


def _russian_counted(singular: str, plural: str, count: int) -> str:
    return _russian(singular if count == 1 else plural)


def placeholder(text: str, language: Language) -> str:
    """Return the placeholder of a value in a usage line: FILE, or ФАЙЛ."""
    if language == "en":
        return text
    for english in sorted(_WORDS, key=len, reverse=True):
        text = text.replace(english, _WORDS[english])
    return text
