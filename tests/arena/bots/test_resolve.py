"""Meaning of BOT on a command line: a file, a built-in bot, a folder made by ``arena new``."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

import pytest

from tests.arena.conftest import Run
from tests.bot.programs import needs_compiler, shipped
from tests.formats.games.example_games import DEFAULT, LEAPS, SHORT, STEPS

pytestmark = [needs_compiler, pytest.mark.xdist_group("matches"), pytest.mark.usefixtures("folder")]

TRUSTED = ("--game", SHORT, "--no-sandbox")


@pytest.mark.parametrize("language", ["c++", "python"])
def test_a_folder_of_a_new_bot_stands_for_its_program(run: Run, language: str) -> None:
    assert run("new", "ivanov", "--game", SHORT, "--language", language).status == 0
    if language == "c++":
        for command in ("try", "check"):
            result = run(command, "ivanov", *TRUSTED)
            assert result.status == 2
            assert "ivanov is a bot that is not built yet: make -C ivanov" in result.err
        shutil.copy(shipped(f"{SHORT}-nim"), "ivanov/ivanov")
    result = run("try", "ivanov", *TRUSTED)
    assert result.status == 0
    assert result.out.splitlines()[-1] == "ivanov: a good turn"


def test_a_folder_of_a_new_bot_says_its_game_and_its_name(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("new", "ivanov", "--game", SHORT, "--language", "python").status == 0
    for command in (["try"], ["check"], ["match", "./ivanov"]):
        result = run(*command, "ivanov", "--no-sandbox")
        assert result.status == 0, result.err
    monkeypatch.chdir("ivanov")
    result = run("try", "./ivanov.py", "--no-sandbox")
    assert result.out.splitlines()[-1] == "ivanov: a good turn"
    result = run("match", "./ivanov.py", f"{LEAPS}-random", "--no-sandbox")
    assert (result.status, "they play different games" in result.err) == (2, True)


@pytest.mark.parametrize(
    "text",
    [
        *("game = 7", "gaem = 'chess'", "game", "size-limit = 'small'"),
        *("game = " + "[" * 5_000, "a." * 100_000 + "a = 1"),
    ],
    ids=["number", "unknown", "half", "size", "nested", "long"],
)
def test_a_folder_that_says_nonsense_of_its_bot_is_refused(run: Run, text: str) -> None:
    assert run("new", "ivanov", "--game", SHORT, "--language", "python").status == 0
    Path("ivanov/arena.toml").write_text(text)
    result = run("try", "ivanov", "--no-sandbox")
    assert result.status == 2
    assert result.err.startswith("arena: ivanov/arena.toml: it must be TOML")


def test_a_folder_that_was_copied_still_has_its_bot(run: Run) -> None:
    assert run("new", "ivanov", "--game", SHORT).status == 0
    shutil.copytree("ivanov", "before")
    result = run("try", "before", *TRUSTED)
    assert "before is a bot that is not built yet" in result.err
    shutil.copy(shipped(f"{SHORT}-nim"), "before/ivanov")
    result = run("try", "before", *TRUSTED)
    assert result.status == 0
    assert result.out.splitlines()[-1] == "ivanov: a good turn"


def test_another_folder_does_not(run: Run) -> None:
    Path("things").mkdir()
    result = run("try", "things", *TRUSTED)
    assert result.status == 2
    assert "there is no program things in the folder things" in result.err


@pytest.mark.parametrize("command", ["try", "check"])
@pytest.mark.parametrize("arguments", ["", " --seed 5"])
def test_another_folder_hides_no_built_in_bot(run: Run, command: str, arguments: str) -> None:
    name = f"{SHORT}-random"
    Path(name).mkdir()
    Path(name, "notes.txt").touch()
    result = run(command, name + arguments, "--no-sandbox")
    assert result.status == 0, result.err
    Path(name, "arena.toml").write_text(f'game = "{SHORT}"\n')
    result = run(command, name + arguments, "--no-sandbox")
    assert result.status == 2
    assert f"there is no program {name} in the folder {name}" in result.err


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("try", f"{SHORT}-nimm"), f"{SHORT}-nim"),
        (("try", f"{SHORT}_greedy".title()), f"{SHORT}-greedy"),
        (("start", STEPS.replace("-", "_")), STEPS),
        (("check", "ivanov", "--game", DEFAULT[:-1]), DEFAULT),
        (("new", "petrov", "--language", "pyhton"), "python"),
        (("new", "petrov", "--game", SHORT[1:]), SHORT),
    ],
)
def test_a_mistyped_name_gets_a_suggestion(run: Run, words: tuple[str, ...], meant: str) -> None:
    shutil.copy(shipped(f"{SHORT}-nim"), "ivanov")
    result = run(*words)
    assert result.status == 2
    assert f"; did you mean {meant}?" in " ".join(result.err.split())
    result = run(*words, "--lang", "ru")
    assert f"; может быть, {meant}?" in " ".join(result.err.split())


def test_a_name_like_no_other_gets_the_list_of_names(run: Run) -> None:
    result = run("try", "zzzz")
    assert result.status == 2
    assert "did you mean" not in result.err
    assert f"{SHORT}-nim" in result.err


@pytest.mark.parametrize("called", ["cpp", "C++", "cxx", "py", "Python"])
def test_other_names_of_languages_are_understood(run: Run, called: str) -> None:
    assert run("new", "ivanov", "--language", called).status == 0
    assert list(Path("ivanov").glob("ivanov.[cp]*"))


def test_a_way_of_playing_names_the_bots_that_play_so(run: Run) -> None:
    result = run("play", "--blue", "random")
    assert result.status == 2
    assert f"{SHORT}-random" in result.err
    assert f"{SHORT}-nim" not in result.err


@pytest.mark.parametrize("command", ["try", "check"])
def test_a_file_that_may_not_be_looked_at_is_not_said_to_be_missing(
    run: Run, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root may look at every file: its refusal is made."""
    exists = Path.exists

    def refuse(path: Path) -> bool:
        if path.name == "bot":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return exists(path)

    monkeypatch.setattr(Path, "exists", refuse)
    result = run(command, "/closed/bot", "--no-sandbox")
    assert (result.status, result.out) == (2, "")
    assert "ermission" in result.err


def test_arguments_that_are_too_long_for_a_file_name_belong_to_a_built_in_bot(run: Run) -> None:
    words = "x" * 260
    assert "would lose the game" in run("try", f"{LEAPS}-random {words}", "--no-sandbox").out
    assert "cannot be submitted" in run("check", f"{LEAPS}-random {words}", "--no-sandbox").out
    result = run("try", f"{LEAPS}-random{words}", "--no-sandbox")
    assert (result.status, "too long" in result.err) == (2, False)
