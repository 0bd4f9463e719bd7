"""Tests of unprintable text: it is replaced or spelled out, and all other text is unchanged."""

from __future__ import annotations

import codecs
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formats import printable as module
from formats.printable import escape_unprintable, printable, printable_sentence

TEXTS = st.text(st.characters() | st.characters(categories=("Cc", "Cf", "Cs", "Zs", "Zl", "Zp")))


@given(TEXTS)
def test_no_control_character_remains(text: str) -> None:
    assert printable(text).isprintable()
    assert escape_unprintable(text).isprintable()
    assert escape_unprintable(text, keep="\n\t").replace("\n", "").replace("\t", "").isprintable()


@given(TEXTS)
def test_columns_are_unchanged(text: str) -> None:
    assert len(printable(text)) == len(text)
    for before, after in zip(text, printable(text), strict=True):
        assert after == before or not before.isprintable()


@given(TEXTS.filter(lambda text: "\\" not in text))
def test_escaped_text_can_be_read_back(text: str) -> None:
    spelled = escape_unprintable(text).encode("ascii", "backslashreplace")
    assert codecs.decode(spelled, "unicode-escape") == text


@given(TEXTS)
def test_printable_text_is_unchanged(text: str) -> None:
    once = printable(text)
    assert printable(once) == escape_unprintable(once) == once


@pytest.mark.parametrize(
    ("text", "shown", "spelled"),
    [
        ("a\tb\r\n", "a b  ", "a\\tb\\r\\n"),
        ("\x1b[31m", "�[31m", "\\x1b[31m"),
        ("Пётр\u202eъ", "Пётр�ъ", "Пётр\\u202eъ"),
        ("\u200b\ufeff", "��", "\\u200b\\ufeff"),
        ("\ud800\U000e0001", "��", "\\ud800\\U000e0001"),
        ("1\u00a0000", "1�000", "1\\xa0000"),
        ("日本 👍", "日本 👍", "日本 👍"),
    ],
)
def test_examples_are_replaced_and_spelled_out(text: str, shown: str, spelled: str) -> None:
    assert (printable(text), escape_unprintable(text)) == (shown, spelled)


@given(TEXTS)
def test_no_control_character_remains_in_a_sentence(text: str) -> None:
    assert printable_sentence(text).replace("\u00a0", " ").isprintable()


def test_numbers_of_a_sentence_are_unchanged() -> None:
    assert printable_sentence("62\u00a0872 байта\x1b") == "62\u00a0872 байта�"


@pytest.mark.parametrize(
    ("system", "line"),
    [
        ("posix", "'my bot' '--note=a\\b' plain"),
        ("nt", '"my bot" --note=a\\b plain'),
    ],
)
def test_a_line_of_the_shell_is_split_into_its_words(
    monkeypatch: pytest.MonkeyPatch, system: str, line: str
) -> None:
    words = ["my bot", "--note=a\\b", "plain"]
    monkeypatch.setattr(module, "os", SimpleNamespace(name=system))
    assert module.shell_line(*words) == line
    assert module.split_shell_line(line) == words
