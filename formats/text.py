"""Sentences in the languages that the project speaks.

A text carries all its languages side by side: there is one code path whatever the reader's
language, and a missing translation is a missing argument.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Literal, TypeAlias, get_args

Language: TypeAlias = Literal["en", "ru"]
LANGUAGES: tuple[Language, ...] = get_args(Language)


@dataclass(frozen=True, slots=True)
class Text:
    """One sentence, or a word to be put into one; ``{name}`` stands for a value to fill in."""

    en: str
    ru: str

    def say(self, language: Language, values: Mapping[str, object] | None = None) -> str:
        """The sentence in that language. Values that are texts themselves are said in it too."""
        template = self.ru if language == "ru" else self.en
        if not values:
            return template
        return template.format_map({name: _spoken(v, language) for name, v in values.items()})

    def filled(self, values: Mapping[str, object]) -> Text:
        """The text with those values in it, still in all languages."""
        return Text(**{language: self.say(language, values) for language in LANGUAGES})


def listed(texts: Iterable[Text], between: Text = Text(", ", ", ")) -> Text:
    """The texts one after the other, and that between them."""
    told = list(texts)
    return Text(
        **{
            language: between.say(language).join(one.say(language) for one in told)
            for language in LANGUAGES
        }
    )


def _spoken(value: object, language: Language) -> str:
    return value.say(language) if isinstance(value, Text) else str(value)


assert {field.name for field in fields(Text)} == set(LANGUAGES), "a text speaks every language"
