"""Sentences in all languages of the project.

A text has all its languages side by side: there is one code path whatever the reader's language,
and a missing translation is a missing argument.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Literal, TypeAlias, get_args

Language: TypeAlias = Literal["en", "ru"]
LANGUAGES: tuple[Language, ...] = get_args(Language)


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


def _spoken(value: object, language: Language) -> str:
    return value.say(language) if isinstance(value, Text) else str(value)


assert {field.name for field in fields(Text)} == set(LANGUAGES), "a text speaks every language"
