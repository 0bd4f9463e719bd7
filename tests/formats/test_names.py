"""Names of people are names, what could harm is none, and what looks alike is told apart."""

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
    alike,
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
"""Bytes, on Linux; the shortest that any system of today has."""


# What is a name


@pytest.mark.parametrize("name", PEOPLE)
def test_people_have_names(name: str) -> None:
    assert why_not_a_name(name) is None
    assert normalized(name) == name
    assert is_name(name)


@pytest.mark.parametrize("name", PEOPLE)
def test_name_is_the_same_however_it_is_encoded_and_spaced(name: str) -> None:
    loose = unicodedata.normalize("NFD", f"\t{name} ".replace(" ", " \N{NO-BREAK SPACE}"))
    assert normalized(loose) == name
    assert not is_name(loose), "it is not kept so"


@pytest.mark.parametrize("text", NOT_NAMES, ids=ascii)
def test_why_it_is_no_name_is_said_in_every_language(text: str) -> None:
    why = why_not_a_name(normalized(text))
    assert why
    said = [why.say(language) for language in LANGUAGES]
    assert len(set(said)) == len(LANGUAGES)
    for sentence in said:
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
def test_character_that_is_wrong_is_named(name: str, character: str) -> None:
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
def test_name_can_be_shown_on_one_line(name: str) -> None:
    assert name.isprintable()
    assert 0 < len(name) <= LONGEST
    assert name == " ".join(name.split())
    assert all(unicodedata.category(c)[0] in "LMN" or c in " -_.'’׳՚" for c in name)


@given(TEXTS)
def test_every_text_is_a_name_or_is_told_why_not(text: str) -> None:
    once = normalized(text)
    assert normalized(once) == once
    why = why_not_a_name(once)
    assert why is None or why.en.isprintable()


# What its file is called


@given(NAMES)
def test_name_of_a_file_stays_in_its_folder_on_every_system(name: str) -> None:
    found = file_name(name)
    assert PurePosixPath("/bots", found).parts == ("/", "bots", found)
    assert PureWindowsPath("C:/bots", found).parts == ("C:\\", "bots", found)
    assert not is_reserved(found)
    assert found[0] != "."
    assert found[-1] not in ". "
    assert len(f".{found}.1234567".encode()) <= LONGEST_FILE_NAME


@pytest.mark.parametrize("name", ["con", "CON", "Con.x", "nul", "Com1", "lpt9.a", "aux .b", "prn."])
def test_devices_of_windows_have_files_all_the_same(name: str) -> None:
    assert is_reserved(name) or name == "aux .b"
    assert file_name(name).startswith("_")
    assert name_from_file_name(file_name(name)) == name


@given(NAMES)
def test_name_is_read_back_from_its_file(name: str) -> None:
    for found in (file_name(name), f"{file_name(name)}.exe", f"{file_name(name)}.PY"):
        assert name_from_file_name(found) == name
        assert name_from_file_name(unicodedata.normalize("NFD", found)) == name


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
def test_file_is_named_after_its_author(file: str, name: str) -> None:
    assert name_from_file_name(file) == name


@pytest.mark.parametrize("text", NOT_NAMES, ids=ascii)
def test_what_is_no_name_has_no_file(text: str) -> None:
    with pytest.raises(ValueError, match="is no name"):
        file_name(text)


@settings(suppress_health_check=[HealthCheck.filter_too_much])  # of texts, one in ten is a name
@given(NAMES, NAMES)
def test_files_are_not_taken_for_each_other_unless_their_names_are(one: str, other: str) -> None:
    def on_a_disk(name: str) -> str:
        return unicodedata.normalize("NFD", file_name(name)).casefold()

    assert on_a_disk(one) != on_a_disk(other) or alike(one, other)


@given(st.text() | TEXTS)
def test_part_of_the_name_of_a_file_needs_no_quotation_marks(text: str) -> None:
    part = file_part(text)
    assert part
    assert len(part.encode()) <= 81
    assert not set(part) & set(" '\"’/\\$`:;&|<>()*?#%=@~\n\t\0")
    assert part[0] not in ".-"
    assert part[-1] not in ". "
    assert not is_reserved(part)


def test_part_of_the_name_of_a_file_tells_whose_it_is() -> None:
    assert file_part("Анна Смит-2") == "Анна_Смит-2"
    assert file_part("प्रिया") == "प्रिया"
    assert file_part("O'Neil --seed 7 (2)") == "O_Neil_--seed_7_2"
    assert file_part("..") == "_"


# What people take for each other


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike(one: str, other: str) -> None:
    one, other = normalized(one), normalized(other)
    assert alike(one, other)
    assert alike(other, one)
    assert list(clashes(["x", one, "y", other])) == [(3, 1)]


@pytest.mark.parametrize(
    ("one", "other"), [pair for pair in ALIKE if normalized(pair[1]) != pair[0]]
)
def test_difference_of_names_that_look_alike_is_told(one: str, other: str) -> None:
    here, there = difference(one, normalized(other))
    assert here != there


def test_difference_is_the_first_character() -> None:
    assert difference("ivan", "іvan") == (
        "«i» (U+0069 LATIN SMALL LETTER I)",
        "«і» (U+0456 CYRILLIC SMALL LETTER BYELORUSSIAN-UKRAINIAN I)",
    )


def test_nobody_looks_like_somebody_else() -> None:
    others = (
        *("Lilia", "Illia", "Lila", "Марк", "Mark", "Анна", "Anna", "Hanna", "Ева", "Eva", "Вера"),
        *("Петров", "Петрова", "Petrov", "Сидоров", "Смирнов", "Семенов", "Иванова", "Попов"),
        *("Jose", "bot-2", "bot-12", "bot-1.2", "a-b", "a_b", "a.b", "Ким", "Kim", "Рома", "Poma."),
    )
    names = [*PEOPLE, *others]
    found = [pair for pair in combinations(names, 2) if alike(*pair)]
    assert found == [("Рома", "Poma.")]


@given(NAMES)
def test_name_looks_like_itself(name: str) -> None:
    assert alike(name, name)
    assert alike(name, normalized(name.upper()))
    assert alike(name, normalized(name.lower()))


@given(st.lists(st.sampled_from([name for pair in ALIKE for name in pair] + list(PEOPLE))))
def test_clashes_are_of_names_that_are_alike(names: list[str]) -> None:
    found = dict(clashes(names))
    for place, name in enumerate(names):
        before = [n for n in range(place) if alike(names[n], name)]
        assert (place in found) == bool(before)
        if before:
            assert found[place] in before
