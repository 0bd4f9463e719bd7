"""Sentences in all languages of the project.

A text has all its languages side by side: there is one code path whatever the reader's language,
and a missing translation is a missing argument.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Literal, TypeAlias, get_args

Language: TypeAlias = Literal["en", "ru"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
_REASONS = {
    errno.ENOENT: "такого файла или папки нет",
    errno.EACCES: "нет прав на это",
    errno.EPERM: "это запрещено",
    errno.EISDIR: "это папка",
    errno.ENOTDIR: "это не папка",
    errno.EEXIST: "уже есть",
    errno.ENOSPC: "на диске нет места",
    errno.EROFS: "здесь можно только читать",
    errno.ENAMETOOLONG: "слишком длинное имя",
    errno.EADDRINUSE: "адрес уже занят",
    errno.EADDRNOTAVAIL: "такого адреса у этой машины нет",
    errno.EAGAIN: "системе не хватает ресурсов",
    errno.ENOMEM: "не хватает памяти",
    errno.EMFILE: "открыто слишком много файлов",
    errno.ENFILE: "в системе открыто слишком много файлов",
    errno.EIO: "ошибка чтения или записи на диске",
    errno.ELOOP: "ссылки ведут по кругу",
    errno.ENOEXEC: "это не программа",
    errno.ETXTBSY: "в файл сейчас пишут",
    errno.EPIPE: "связь прервалась",
    errno.ECONNRESET: "связь прервалась",
    errno.ECONNREFUSED: "в соединении отказано",
}
"""Russian words for the system's usual reasons."""


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence, or a word for one; ``{name}`` stands for a value to fill in."""

    en: str
    ru: str

    def say(self, language: Language, values: Mapping[str, object] | None = None) -> str:
        """Return the sentence in that language; values that are texts are translated, too."""
        template = self.ru if language == "ru" else self.en
        if not values:
            return template
        return template.format_map({name: _spoken(v, language) for name, v in values.items()})

    def filled(self, values: Mapping[str, object]) -> Text:
        """Return the text with these values filled in, in all languages."""
        return text_from(lambda language: self.say(language, values))


def text_from(say: Callable[[Language], str]) -> Text:
    """Return the text that ``say`` makes in each language."""
    return Text(**{language: say(language) for language in LANGUAGES})


def join_list(texts: Iterable[Text], between: Text = Text(", ", ", ")) -> Text:
    """Return the texts one after another, with a separator."""
    items = list(texts)
    return text_from(
        lambda language: between.say(language).join(item.say(language) for item in items)
    )


def reason(error: OSError) -> Text:
    """Return why the system refused; rare reasons only in the system's own words."""
    message = error.strerror or str(error)
    return Text(message, _REASONS.get(error.errno or 0, message))


def reason_of(number: int) -> Text:
    """Return what the system's error with that number means."""
    return reason(OSError(number, os.strerror(number)))


def _spoken(value: object, language: Language) -> str:
    return value.say(language) if isinstance(value, Text) else str(value)


assert {field.name for field in fields(Text)} == set(LANGUAGES), "a text has every language"
