"""Tests of messages and documents: both languages are there, with the words of the glossary."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.places import ROOT
from tests.texts import calls_of, documents, texts

TEXTS = list(texts())
SAME_IN_RUSSIAN = {
    *("Windows 10", "Wine", "Chromium", "seed", "namespaces", "landlock", "matrix.txt"),
    *('evening = "3 h"', "arena: {sentence} [{code}]"),
}
"""Names, which are not translated."""


class Refused(NamedTuple):
    """A refused phrase: a text has it if each pattern is in the text's version in that language."""

    reason: str
    en: str = ""
    ru: str = ""


REFUSED = [
    Refused("say real time", en="on the wall"),
    Refused("скажите: реальное время", ru="на стене|настенн"),
    Refused("say built-in", en=r"\bof ours\b|\b[Oo]ur (own )?(bots?|search|player|champion)\b"),
    Refused("скажите: встроенный", ru=r"\b[Нн]аш\w* (бот|поиск|игрок|чемпион)"),
    Refused("feedback — это отзыв", en="[Ff]eedback", ru="[Рр]азбор"),
    Refused("review — это разбор", en=r"\b[Rr]eview\b", ru="[Оо]тзыв"),
    Refused("журнал — только ledger", en="[Gg]rade", ru="[Жж]урнал"),
    Refused("ledger — это журнал", en="[Ll]edger", ru="[Вв]едомост|[Пп]ротокол"),
]
"""Phrases against the glossary, or which a reader does not understand."""


@pytest.mark.parametrize("refused", REFUSED, ids=[refused.reason for refused in REFUSED])
def test_no_text_has_a_refused_phrase(refused: Refused) -> None:
    wrong = [
        text for text in TEXTS if re.search(refused.en, text.en) and re.search(refused.ru, text.ru)
    ]
    assert wrong == []


@pytest.mark.parametrize("path", documents(), ids=str)
def test_no_document_has_a_refused_phrase(path: Path) -> None:
    is_russian = "ru" in path.parts or path.name.endswith(".ru.md")
    text = (ROOT / path).read_text(encoding="utf-8")
    wrong = [
        (match[0], refused.reason)
        for refused in REFUSED
        if not (refused.en and refused.ru)
        and (pattern := refused.ru if is_russian else refused.en)
        and (match := re.search(pattern.replace(" ", r"\s+"), text))
    ]
    assert wrong == []


def test_every_text_has_a_russian_version() -> None:
    untranslated = [
        text
        for text in TEXTS
        if re.search("[a-z]{3,}", re.sub(r"\{.*?\}", "", text.en))
        and not re.search("[а-яё]", text.ru)
        and text.en not in SAME_IN_RUSSIAN
    ]
    assert untranslated == []


def test_every_fault_of_the_machine_is_a_text() -> None:
    calls = [call for _, call in calls_of("RefereeError")]
    assert len(calls) > 30
    in_one_language = [
        ast.unparse(call)
        for call in calls
        if isinstance(call.args[0], ast.Constant | ast.JoinedStr)
    ]
    assert in_one_language == []


def test_both_languages_fill_in_the_same_values() -> None:
    assert [text for text in TEXTS if _values(text.en) != _values(text.ru)] == []


def _values(sentence: str) -> set[str]:
    return set(re.findall(r"\{(\w*)\}", sentence))
