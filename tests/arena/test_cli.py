"""Behaviour that all commands share."""

from __future__ import annotations

import ast
import inspect
import re
from importlib.metadata import version
from itertools import chain

import click
import pytest

from arena import click_texts
from arena.click_texts import RUSSIAN
from arena.commands import COMMANDS, GROUPS, Command
from formats.text import LANGUAGES
from tests.arena.conftest import Run
from tests.formats.games.example_games import SHORT
from tests.places import ROOT

ENGLISH_WORD = re.compile(r"\b(the|of|and|default|this|with|for|option|argument)\b", re.IGNORECASE)
"""Words that nearly every English sentence has."""


def test_version_is_that_of_the_project(run: Run) -> None:
    assert run("--version") == (0, f"arena {version('matrix-arena')}\n", "")


@pytest.mark.parametrize("command", COMMANDS)
def test_line_in_the_list_is_what_the_command_says_first(run: Run, command: str) -> None:
    _, text = COMMANDS[command]
    for language in LANGUAGES:
        line = text.say(language)
        assert Command(command, language).loaded().help == line
        output = " ".join(run("--lang", language, "--help").out.split())
        assert f" {command} {line}" in output


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", COMMANDS)
def test_what_must_be_named_is_written_in_capitals(run: Run, command: str, language: str) -> None:
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
    ["build"],
    ["submit", "x"],
    ["match", "./no-such-bot", f"{SHORT}-nim"],
    ["run", "no-such-event"],
    ["table", "no-such-folder"],
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


def test_wrong_usage_is_told_in_the_language_of_the_locale(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "ru_RU.UTF-8")
    assert "Нет команды «validat»" in run("validat").err
    assert "No such command" in run("--lang", "en", "validat").err


@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_usage_errors_have_one_form(run: Run, words: list[str]) -> None:
    for language in LANGUAGES:
        sentence, *help_line = run("--lang", language, *words).err.rstrip("\n").split("\n  ")
        assert re.fullmatch(r"arena: \S.*", sentence)
        command = " ".join(["arena", *words[:1]]) if words[0] in COMMANDS else "arena"
        assert [line for line in help_line if f"{command} -h" not in line] == []


def test_every_command_is_in_one_group() -> None:
    names = [name for group in GROUPS.values() for name in group.split()]
    assert sorted(names) == sorted(COMMANDS)


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
    found: set[str] = set()
    for module in click_texts._MODULES:
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                words = {"_": node.args[:1], "ngettext": node.args[:2]}.get(node.func.id, [])
                found |= {word.value for word in words if isinstance(word, ast.Constant)}  # type: ignore[misc]  # of strings
    return found


def test_what_is_translated_is_what_click_says() -> None:
    in_a_variable = {"required"}
    assert set(RUSSIAN) <= sentences_of_click() | in_a_variable, click.__name__
    fields = [
        (set(re.findall(r"{(\w+)", one)), set(re.findall(r"{(\w+)", RUSSIAN[one])))
        for one in RUSSIAN
    ]
    assert all(russian <= english for english, russian in fields)
    assert not [one for one in chain(RUSSIAN.values()) if not re.search("[а-яё]", one)]
