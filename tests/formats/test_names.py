"""Tests of the names of people: real names pass, harmful texts do not, similar names are found."""

from __future__ import annotations

import ntpath
import unicodedata
from itertools import combinations
from pathlib import PurePosixPath, PureWindowsPath

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from formats.names import (
    LONGEST,
    are_alike,
    clashes,
    difference,
    file_name,
    file_part,
    is_name,
    name_from_file_name,
    normalized,
    why_not_a_name,
)
from formats.text import LANGUAGES
from tests.formats.games.people import ALIKE, NOT_NAMES, PEOPLE


def is_reserved(name: str) -> bool:
    """Return whether Windows takes the name of a file for a device, in any version of Python."""
    if hasattr(ntpath, "isreserved"):  # since 3.13, which finds more
        return bool(ntpath.isreserved(name))
    return PureWindowsPath(name).is_reserved()


TEXTS = st.text(
    st.sampled_from("aAbIl10 -_.'’aàßςеёКк\u0301\u200b/\\\n")
    | st.characters(categories=("L", "M", "N", "Z", "P", "C")),
    max_size=LONGEST + 2,
)
NAMES = TEXTS.map(normalized).filter(is_name)
LONGEST_FILE_NAME = 255
"""Bytes of a file name on Linux, the smallest limit of any system."""


# Names and other texts


@pytest.mark.parametrize("name", PEOPLE)
def test_names_of_people_are_accepted(name: str) -> None:
    assert why_not_a_name(name) is None
    assert normalized(name) == name
    assert is_name(name)


@pytest.mark.parametrize("name", PEOPLE)
def test_a_name_is_normalised_whatever_its_encoding_and_spaces(name: str) -> None:
    loose = unicodedata.normalize("NFD", f"\t{name} ".replace(" ", " \N{NO-BREAK SPACE}"))
    assert normalized(loose) == name
    assert not is_name(loose), "only the normalized form is a name"


@pytest.mark.parametrize("text", NOT_NAMES, ids=ascii)
def test_a_refused_text_has_a_reason_in_every_language(text: str) -> None:
    reason = why_not_a_name(normalized(text))
    assert reason
    sentences = [reason.say(language) for language in LANGUAGES]
    assert len(set(sentences)) == len(LANGUAGES)
    for sentence in sentences:
        assert sentence.isprintable()
        assert "{" not in sentence.replace("«{»", "")
        assert len(sentence) < 100


@pytest.mark.parametrize(
    ("name", "character"),
    [
        ("ab/c", "«/» (U+002F SOLIDUS)"),
        ("Иванов (2)", "«(» (U+0028 LEFT PARENTHESIS)"),
        ("a\u202eb", "«\\u202e» (U+202E RIGHT-TO-LEFT OVERRIDE)"),
        ("-x", "«-» (U+002D HYPHEN-MINUS)"),
        ("x_", "«_» (U+005F LOW LINE)"),
    ],
)
def test_the_wrong_character_is_named(name: str, character: str) -> None:
    why = why_not_a_name(name)
    assert why
    assert all(character in why.say(language) for language in LANGUAGES)


def test_a_file_name_that_is_not_utf_8_is_called_so() -> None:
    name = "Пётр".encode("cp1251").decode("utf-8", "surrogateescape")
    why = why_not_a_name(name)
    assert why
    assert "UTF-8" in why.en
    assert "UTF-8" in why.ru


@given(NAMES)
def test_a_name_is_printable_on_one_line(name: str) -> None:
    assert name.isprintable()
    assert 0 < len(name) <= LONGEST
    assert name == " ".join(name.split())
    assert all(unicodedata.category(c)[0] in "LMN" or c in " -_.'’׳՚" for c in name)


@given(TEXTS)
def test_every_text_is_a_name_or_has_a_reason(text: str) -> None:
    once = normalized(text)
    assert normalized(once) == once
    why = why_not_a_name(once)
    assert why is None or why.en.isprintable()


# File names


@given(NAMES)
def test_a_file_name_stays_in_its_folder_on_every_system(name: str) -> None:
    file = file_name(name)
    assert PurePosixPath("/bots", file).parts == ("/", "bots", file)
    assert PureWindowsPath("C:/bots", file).parts == ("C:\\", "bots", file)
    assert not is_reserved(file)
    assert file[0] != "."
    assert file[-1] not in ". "
    assert len(f".{file}.1234567".encode()) <= LONGEST_FILE_NAME


@pytest.mark.parametrize("name", ["con", "CON", "Con.x", "nul", "Com1", "lpt9.a", "aux .b", "prn."])
def test_names_of_windows_devices_have_file_names(name: str) -> None:
    assert is_reserved(name) or name == "aux .b"
    assert file_name(name).startswith("_")
    assert name_from_file_name(file_name(name)) == name


@given(NAMES)
def test_a_name_is_read_from_its_file_name(name: str) -> None:
    for file in (file_name(name), f"{file_name(name)}.exe", f"{file_name(name)}.PY"):
        assert name_from_file_name(file) == name
        assert name_from_file_name(unicodedata.normalize("NFD", file)) == name


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("ivanov", "ivanov"),
        ("ivanov.exe", "ivanov"),
        ("IVANOV.EXE", "IVANOV"),
        ("ivanov.py", "ivanov"),
        ("ivanov.v2", "ivanov.v2"),
        (".exe", ".exe"),
        ("Anna  Smith .py", "Anna Smith"),
    ],
)
def test_the_author_is_read_from_a_file_name(file: str, name: str) -> None:
    assert name_from_file_name(file) == name


@pytest.mark.parametrize("text", NOT_NAMES, ids=ascii)
def test_other_texts_have_no_file_name(text: str) -> None:
    with pytest.raises(ValueError, match="is no name"):
        file_name(text)


@settings(suppress_health_check=[HealthCheck.filter_too_much])  # one text in ten is a name
@given(NAMES, NAMES)
def test_different_names_have_different_files_on_any_disk(first: str, second: str) -> None:
    def on_a_disk(name: str) -> str:
        return unicodedata.normalize("NFD", file_name(name)).casefold()

    assert on_a_disk(first) != on_a_disk(second) or are_alike(first, second)


@given(st.text() | TEXTS)
def test_a_part_of_a_file_name_needs_no_quotation_marks(text: str) -> None:
    part = file_part(text)
    assert part
    assert len(part.encode()) <= 81
    assert not set(part) & set(" '\"’/\\$`:;&|<>()*?#%=@~\n\t\0")
    assert part[0] not in ".-"
    assert part[-1] not in ". "
    assert not is_reserved(part)


def test_a_part_of_a_file_name_resembles_the_name() -> None:
    assert file_part("Анна Смит-2") == "Анна_Смит-2"
    assert file_part("प्रिया") == "प्रिया"
    assert file_part("O'Neil --seed 7 (2)") == "O_Neil_--seed_7_2"
    assert file_part("..") == "_"


# Names that look alike


@pytest.mark.parametrize(("first", "second"), ALIKE)
def test_similar_names_clash(first: str, second: str) -> None:
    first, second = normalized(first), normalized(second)
    assert are_alike(first, second)
    assert are_alike(second, first)
    assert list(clashes(["x", first, "y", second])) == [(3, 1)]


@pytest.mark.parametrize(
    ("first", "second"), [pair for pair in ALIKE if normalized(pair[1]) != pair[0]]
)
def test_the_difference_of_similar_names_is_found(first: str, second: str) -> None:
    here, there = difference(first, normalized(second))
    assert here != there


def test_the_difference_is_the_first_different_character() -> None:
    assert difference("ivan", "іvan") == (
        "«i» (U+0069 LATIN SMALL LETTER I)",
        "«і» (U+0456 CYRILLIC SMALL LETTER BYELORUSSIAN-UKRAINIAN I)",
    )


def test_different_names_are_not_similar() -> None:
    others = (
        *("Lilia", "Illia", "Lila", "Марк", "Mark", "Анна", "Anna", "Hanna", "Ева", "Eva", "Вера"),
        *("Петров", "Петрова", "Petrov", "Сидоров", "Смирнов", "Семенов", "Иванова", "Попов"),
        *("Jose", "bot-2", "bot-12", "bot-1.2", "a-b", "a_b", "a.b", "Ким", "Kim", "Рома", "Poma."),
    )
    names = [*PEOPLE, *others]
    similar_pairs = [pair for pair in combinations(names, 2) if are_alike(*pair)]
    assert similar_pairs == [("Рома", "Poma.")]


@given(NAMES)
def test_a_name_is_similar_to_itself(name: str) -> None:
    assert are_alike(name, name)
    assert are_alike(name, normalized(name.upper()))
    assert are_alike(name, normalized(name.lower()))


@given(st.lists(st.sampled_from([name for pair in ALIKE for name in pair] + list(PEOPLE))))
def test_clashes_are_pairs_of_similar_names(names: list[str]) -> None:
    clash_of = dict(clashes(names))
    for place, name in enumerate(names):
        earlier = [n for n in range(place) if are_alike(names[n], name)]
        assert (place in clash_of) == bool(earlier)
        if earlier:
            assert clash_of[place] in earlier
