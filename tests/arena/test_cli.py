"""Behaviour that all commands share."""

from __future__ import annotations

import ast
import errno
import os
import re
from collections.abc import Iterator, Sequence
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

import click
import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from click.types import IntParamType

from arena.app import LOCALE, application
from arena.cli import version
from arena.commands import COMMANDS, GROUPS
from formats.text import LANGUAGES
from tests.arena.conftest import Run
from tests.formats.games.example_games import DEFAULT, SHORT
from tests.places import ROOT

CATALOGUE = LOCALE / "ru/LC_MESSAGES/messages.po"
ENGLISH_WORD = re.compile(r"\b(the|of|and|default|this|with|for|option|argument)\b", re.IGNORECASE)
"""Words that nearly every English sentence has."""


def test_version_is_that_of_the_project(run: Run) -> None:
    # A checkout has a second one, which may be older.
    installed = {installation.version for installation in distributions(name="matrix-arena")}
    status, out, err = run("--version")
    assert (status, err) == (0, "")
    assert out.removeprefix("arena ").rstrip("\n") in installed
    assert run("--lang", "en", "--version").out == out


@pytest.mark.parametrize("command", COMMANDS)
def test_line_in_the_list_is_what_the_command_says_first(run: Run, command: str) -> None:
    _, text = COMMANDS[command]
    for language in LANGUAGES:
        line = text.say(language)
        listed, own = (
            " ".join(run("--lang", language, *words).out.split())
            for words in (["--help"], [command, "--help"])
        )
        assert f" {command} {line}" in listed
        assert f" {line} " in own


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", COMMANDS)
def test_required_arguments_are_written_in_capitals(run: Run, command: str, language: str) -> None:
    output = run("--lang", language, command, "--help").out
    (usage,) = re.findall(f"(?:Usage|Вызов): .*arena {command} (.*)", output)
    assert usage == usage.upper().replace("HUMAN", "human")


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_russian_help_has_no_english_sentence(run: Run, command: str) -> None:
    output = run("--lang", "ru", *command.split(), "--help").out
    assert output.startswith("Вызов: arena")
    assert not ENGLISH_WORD.findall(output)


WRONG = [
    ["validat"],
    ["validate"],
    ["validate", "x", "--limit", "many"],
    ["validate", "x", "--limit", "0"],
    ["validate", "x", "--format", "html"],
    ["validate", "x", "--limit"],
    ["validate", "x", "--limits", "3"],
    ["show", "x", "y"],
    ["match", "a", "b", "--sprt", "1", "x"],
    ["serve", "--events", "no-such-folder"],
    ["show", "no-such-file"],
    ["start", "go"],
    ["start", SHORT, "--size", "large"],
    ["start", SHORT, "--time", "long"],
    ["start", SHORT, "--rules", "classic"],
    ["start", SHORT, "--pieces", "3"],
    ["match", "a", "b", "--sprt", "0", "7000"],
    ["match", f"{SHORT}-nim", f"{SHORT}-nim", "--game", DEFAULT],
    ["match", f"{SHORT}-nim", f"{SHORT}-nim", "--time", "0.001"],
    ["build"],
    ["submit", "x"],
    ["match", "./no-such-bot", f"{SHORT}-nim"],
    ["run", "no-such-event"],
    ["table", "no-such-folder"],
    ["replay", "x", "--section", "y"],
    ["check", f"{SHORT}-nim", "--time", ""],
    ["match", f"{SHORT}-nim", f"{SHORT}-nim", "--opening-moves", "9223372036854775806"],
]


@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_wrong_usage_is_told_in_the_language_that_is_asked_for(run: Run, words: list[str]) -> None:
    english = run(*words)
    assert english.status == 2
    assert not re.search("[а-яё]", english.err)
    for asked in (["--lang", "ru", *words], [*words, "--lang", "ru"], [*words, "--lang=ru"]):
        russian = run(*asked)
        assert (russian.status, russian.out) == (2, "")
        assert re.search("[а-яё]{3}", russian.err)
        assert not ENGLISH_WORD.findall(russian.err)


def valued_options() -> Iterator[tuple[str, click.Option]]:
    """Yield each command with each of its options that take values."""
    for name in COMMANDS:
        declared = application("en").get_command(click.Context(click.Command(name)), name)
        assert declared
        for parameter in declared.params:
            if isinstance(parameter, click.Option) and not parameter.is_flag:
                yield name, parameter


def number_options(number: type[click.ParamType[Any]]) -> Iterator[tuple[str, str]]:
    """Yield each command with each of its options that take numbers of this type."""
    for name, option in valued_options():
        kinds = getattr(option.type, "types", [option.type])
        if any(isinstance(kind, number) for kind in kinds):
            yield name, option.opts[0]


@pytest.mark.parametrize(
    ("command", "option"), [(name, option.opts[0]) for name, option in valued_options()]
)
def test_an_option_without_its_value_is_wrong_usage(run: Run, command: str, option: str) -> None:
    result = run(command, "x", "x", option)
    assert result.status == 2
    assert re.search(f"option '{option}' requires (an argument|2 arguments)", result.err)


def test_commands_take_numbers() -> None:
    assert {("match", "--sprt"), ("solve", "--seconds")} <= set(number_options(click.FloatRange))
    assert {("match", "--games"), ("match", "--seed")} <= set(number_options(IntParamType))


@pytest.mark.parametrize(
    ("command", "option"),
    [(name, o.opts[0]) for name, o in valued_options() if isinstance(o.type, click.Path)],
)
def test_an_empty_path_is_not_the_current_folder(run: Run, command: str, option: str) -> None:
    result = run(command, "x", "x", option, "")
    assert result.status == 2
    assert f"invalid value for '{option}'" in result.err


@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "1e300"])
@pytest.mark.parametrize(("command", "option"), list(number_options(click.FloatRange)))
def test_numbers_are_finite(run: Run, command: str, option: str, value: str) -> None:
    result = run(command, "x", "x", f"{option}", value, "5", "--lang", "ru")
    assert result.status == 2
    assert f"неверное значение «{option}»" in result.err


@pytest.mark.parametrize(("command", "option"), list(number_options(IntParamType)))
def test_whole_numbers_are_not_larger_than_a_machine_word(
    run: Run, command: str, option: str
) -> None:
    result = run(command, "x", "x", option, "9" * 20, "--lang", "ru")
    assert result.status == 2
    assert f"неверное значение «{option}»" in result.err


def test_a_number_may_have_a_decimal_comma(run: Run) -> None:
    assert "no-such-file" in run("solve", "no-such-file", "--seconds", "0,5").err


def test_the_last_language_counts(run: Run) -> None:
    assert "No such file" in run("--lang", "ru", "show", "nope", "--lang", "en").err


def test_wrong_usage_is_told_in_the_language_of_the_locale(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "ru_RU.UTF-8")
    assert "нет команды «validat»" in run("validat").err
    assert "no such command" in run("--lang", "en", "validat").err


@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_usage_errors_have_one_form(run: Run, words: list[str]) -> None:
    for language in LANGUAGES:
        sentence, *help_line = run("--lang", language, *words).err.rstrip("\n").split("\n  ")
        assert re.fullmatch(r"arena: \S.*", sentence)
        command = " ".join(["arena", *words[:1]]) if words[0] in COMMANDS else "arena"
        assert [line for line in help_line if f"{command} -h" not in line] == []


def wrong_words(command: str) -> Iterator[list[str]]:
    """Yield wrong command lines for each parameter of a command."""
    declared = application("en").get_command(click.Context(click.Command(command)), command)
    assert declared
    yield ["--nonsense"]
    yield ["--lan"]
    if any(parameter.required for parameter in declared.params):
        yield []
    for parameter in declared.params:
        names = parameter.opts[:1] if isinstance(parameter, click.Option) else []
        if isinstance(parameter, click.Option):
            yield [f"{names[0]}=x"] if parameter.is_flag else names
        kinds = getattr(parameter.type, "types", [parameter.type])
        is_checked = isinstance(kinds[0], click.Choice | click.IntRange | click.FloatRange)
        if names and (is_checked or getattr(kinds[0], "exists", False)):
            yield [*names, *["O'Neil"] * len(kinds)]
            yield [*names, *["-7"] * len(kinds)]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_wrong_parameter_is_told_in_the_form_of_other_messages(run: Run, command: str) -> None:
    for words in wrong_words(command):
        english, russian = (
            run("--lang", language, command, *words).err.split("\n")[0] for language in LANGUAGES
        )
        assert re.match("arena: [a-z].*[^.]$", english)
        assert re.match("arena: [а-яё].*[^.]$", russian)
        assert not re.search(r"""'(?!Neil)|"|: [А-ЯЁ]""", russian)


def test_no_command_is_in_two_groups() -> None:
    assert sum(map(len, GROUPS.values())) == len(COMMANDS)


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_has_a_short_name(run: Run, command: str) -> None:
    assert run(*command.split(), "-h") == run(*command.split(), "--help")


def test_language_before_the_command_is_passed_on_to_it(run: Run) -> None:
    position = str(ROOT / "docs/positions/example-1.txt")
    result = run("validate", position, "--lang", "ru")
    assert run("--lang", "ru", "validate", position) == result
    assert run("--lang", "ru", "validate", position, "--lang", "en").out != result.out


def sentences_of_click() -> set[str]:
    """Return every sentence that the modules of click look up, from their sources."""
    sentences: set[str] = set()
    for path in Path(click.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                words = {"_": node.args[:1], "ngettext": node.args[:2]}.get(node.func.id, [])
                sentences |= {word.value for word in words if isinstance(word, ast.Constant)}  # type: ignore[misc]  # of strings
    return sentences


def catalogue(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_mo(file) if path.suffix == ".mo" else read_po(file, locale="ru")


def sentences_in(catalogue: Catalog) -> Iterator[tuple[str, str]]:
    """Yield each English sentence with its translation; those for one and for more things apart."""
    for message in catalogue:
        yield from zip(as_list(message.id), as_list(message.string), strict=True)


def as_list(sentence: str | Sequence[str] | None) -> Sequence[str]:
    return [sentence] if isinstance(sentence, str) else sentence or []


def test_translated_sentences_are_those_of_click() -> None:
    _, *sentences = sentences_in(catalogue(CATALOGUE))
    in_a_variable = {"required"}
    assert {english for english, _ in sentences} <= sentences_of_click() | in_a_variable
    for english, russian in sentences:
        assert set(re.findall(r"{(\w+)", russian)) <= set(re.findall(r"{(\w+)", english))
        assert re.search("[а-яё]", russian)


def test_compiled_catalogue_is_that_of_the_sentences() -> None:
    compiled, written = catalogue(CATALOGUE.with_suffix(".mo")), catalogue(CATALOGUE)
    advice = "run pybabel compile -d arena/locale"
    assert sorted(sentences_in(compiled))[1:] == sorted(sentences_in(written))[1:], advice
    assert compiled.plural_forms == written.plural_forms, advice


def test_the_version_is_known_though_a_folder_of_modules_cannot_be_listed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    list_folder = os.listdir

    def list_others(folder: str) -> list[str]:
        if folder == str(tmp_path):
            raise PermissionError(errno.EACCES, "Permission denied", folder)
        return list_folder(folder)

    expected = version()
    monkeypatch.setattr(os, "listdir", list_others)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert version() == expected
