"""What users read is in both languages, and in the words of the glossary."""

from __future__ import annotations

import ast
import re

from tests.texts import calls_of, texts

TEXTS = list(texts())
SAME_IN_RUSSIAN = {
    *("Windows 10", "Wine", "Chromium", "seed", "namespaces", "landlock", "matrix.txt"),
    *('evening = "3 h"', "arena: {sentence} [{code}]"),
}
"""Names, which are not translated."""


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
