"""Completion of words in bash, zsh and fish, asked for as the shells' scripts ask."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from shlex import join
from shutil import which

import pytest

from arena.bots.builtin_bots import programs
from arena.commands import COMMANDS
from arena.game_request import BOT_FILE
from formats.games import all_games
from tests.arena.test_quick import HEAVY, PROGRAM
from tests.formats.games.example_games import SHORT
from tests.places import ROOT
from tests.present import needs
from tests.tournaments.filled_ledger import fill
from tournaments.ledger import NAME

BOTS = {program.name for program in programs()}
SHELLS = ("bash", "zsh", "fish")
every_shell = pytest.mark.parametrize("shell", SHELLS)


def asked(shell: str, words: list[str], folder: Path, **more: str) -> str:
    """Return what a shell is answered that wants the last word completed."""
    before, last = join(words[:-1]), words[-1]
    whole = f"{before} {last}"
    variables = {
        "_ARENA_COMPLETE": f"{shell}_complete",
        "COMP_WORDS": before if shell == "fish" and not last else whole,
        "COMP_CWORD": last if shell == "fish" else str(len(words) - 1),
        **more,
    }
    result = subprocess.run(
        [sys.executable, "-c", "from arena.cli import main; main()"],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8", **variables},
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stderr == ""
    return result.stdout


def completed(shell: str, words: list[str], folder: Path) -> list[tuple[str, str]]:
    """Return the kind and the value of each completion that a shell is offered."""
    lines = asked(shell, words, folder).splitlines()
    if shell == "zsh":
        rows = "\n".join(lines).strip().splitlines()
        return list(zip(rows[::3], rows[1::3], strict=True))
    pairs = [line.partition(",") for line in lines if line]
    return [(kind, rest.partition("\t")[0]) for kind, _, rest in pairs]


def values(shell: str, words: list[str], folder: Path) -> set[str]:
    """Return the values that are offered, none of them a file that the shell looks for."""
    items = completed(shell, words, folder)
    assert {kind for kind, _ in items} <= {"plain"}
    return {value for _, value in items}


@every_shell
def test_commands_are_completed_with_what_they_do(shell: str, tmp_path: Path) -> None:
    names = {name for name in COMMANDS if name.startswith("re")}
    assert values(shell, ["arena", "re"], tmp_path) == names
    if shell != "bash":  # which shows no descriptions
        _, help_text = COMMANDS["replay"]
        assert help_text.ru in asked(shell, ["arena", "repl"], tmp_path, LANG="ru_RU.UTF-8")


def test_commands_are_not_imported_for_it(tmp_path: Path) -> None:
    variables = {"_ARENA_COMPLETE": "bash_complete", "COMP_WORDS": "arena ", "COMP_CWORD": "1"}
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), **variables},
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(result.stderr.split())
    assert "arena.commands" in loaded
    assert loaded & HEAVY == set()
    assert not {name for name in loaded if name.startswith("arena.file.")}


@every_shell
def test_bots(shell: str, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / BOT_FILE).touch()
    (tmp_path / "program").touch(mode=0o755)
    (tmp_path / "text").touch()
    own = {"mine", "program"}
    assert values(shell, ["arena", "check", ""], tmp_path) == BOTS | own
    assert values(shell, ["arena", "match", "mine", ""], tmp_path) == BOTS | own
    short = {name for name in BOTS if name.startswith(SHORT)}
    assert values(shell, ["arena", "play", "--red", SHORT], tmp_path) == short
    assert completed(shell, ["arena", "check", "no/"], tmp_path) == [("file", "no/")]


@every_shell
def test_games(shell: str, tmp_path: Path) -> None:
    for words in (["start"], ["new", "a", "--game"], ["check", "a", "--game"], ["play", "--game"]):
        assert values(shell, ["arena", *words, ""], tmp_path) == set(all_games())


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with an event that was played, and files beside it."""
    folder = tmp_path_factory.mktemp("place")
    (folder / "cup").mkdir()
    fill(folder / "cup")
    for name in ("next.toml", BOT_FILE, "pyproject.toml"):
        (folder / name).touch()
    return folder


@every_shell
def test_events(shell: str, place: Path) -> None:
    shipped = {path.stem for path in (ROOT / "tournaments/events").glob("*.toml")}
    for words in (["run"], ["check", "a", "--event"], ["submit", "a", "--to"]):
        assert values(shell, ["arena", *words, ""], place) == shipped | {"next.toml"}
    assert values(shell, ["arena", "table", ""], place) == {"cup", "next.toml"}
    assert completed(shell, ["arena", "table", "other/"], place) == [("file", "other/")]


@every_shell
def test_entrants(shell: str, place: Path) -> None:
    words = ["arena", "withdraw", "cup"]
    quoted = "'Anna Smith'" if shell == "bash" else "Anna Smith"
    assert {quoted, "петрова"} <= values(shell, [*words, ""], place)
    assert values(shell, [*words, "An"], place) == {quoted}
    assert values(shell, [*words, "'An"], place) == {"Anna Smith"}
    assert values(shell, ["arena", "withdraw", "nothing", ""], place) == set()
    assert values(shell, ["arena", "admit", "cup", ""], place) == set(), "who is in cannot be late"


def test_a_damaged_ledger_has_no_entrants_and_prints_nothing(tmp_path: Path) -> None:
    (tmp_path / "cup").mkdir()
    (tmp_path / "cup" / NAME).write_bytes(b"no ledger")
    assert values("bash", ["arena", "withdraw", "cup", ""], tmp_path) == set()


@every_shell
def test_files(shell: str, tmp_path: Path) -> None:
    assert completed(shell, ["arena", "validate", "ma"], tmp_path) == [("file", "ma")]
    assert completed(shell, ["arena", "play", "--start", "ma"], tmp_path) == [("file", "ma")]


@pytest.mark.parametrize("shell", [pytest.param(shell, marks=needs(shell)) for shell in SHELLS])
def test_the_line_of_the_document_defines_the_completion(shell: str, tmp_path: Path) -> None:
    program = tmp_path / "arena"
    program.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -m arena "$@"\n')
    program.chmod(0o755)
    lines = (ROOT / "docs/install.md").read_text(encoding="utf-8").splitlines()
    (line,) = {line.split(">")[0].strip() for line in lines if f"_ARENA_COMPLETE={shell}_" in line}
    script = {
        "bash": f'eval "$({line})"; COMP_WORDS=(arena tab) COMP_CWORD=1; _arena_completion arena;'
        ' echo "${COMPREPLY[@]}"',
        "zsh": f'autoload -U compinit; compinit -u; eval "$({line})"; echo $_comps[arena]',
        "fish": f"{line} | source; complete -C 'arena tab'",
    }[shell]
    path = f"{tmp_path}:{os.environ['PATH']}"
    result = subprocess.run(
        [which(shell) or shell, "-c", script],
        env={"PATH": path, "LANG": "C.UTF-8", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    expected = {"bash": "table", "zsh": "_arena_completion", "fish": "table"}
    assert result.stdout.split("\t")[0].strip() == expected[shell]
