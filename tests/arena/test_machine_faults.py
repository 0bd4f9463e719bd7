"""A fault of the machine is told in the user's language, from whatever process it comes."""

from __future__ import annotations

import os
import pickle
import re
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE

import pytest

from arena.commands import ExitStatus
from formats.text import LANGUAGES, Language, Text
from referee.program import RefereeError
from referee.program_copy import ChangedProgram
from referee.sandbox import keeper_link
from tests.arena.conftest import Run
from tests.formats.games.example_games import SHORT
from tests.places import ROOT
from tests.tournaments.submission.submitting import CUP

COMMAND = (sys.executable, "-m", "arena")
POSITION = ROOT / "docs" / "positions" / "example-1.txt"
TRUSTED = ("--game", SHORT, "--no-sandbox")
SAME_WORDS = {"arena", "killer", "cup", "toml", "Killed"}
"""Words that a Russian message may contain: names of files, and what the system prints."""


@pytest.fixture
def killers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An event of two bots that kill the keeper, which runs them."""
    if not keeper_link.is_built():
        pytest.skip("there is no keeper here")
    monkeypatch.chdir(tmp_path)
    Path("cup.toml").write_text(CUP)
    Path("bots").mkdir()
    for name in ("killer", "bots/killer", "bots/killer2"):
        Path(name).write_text(f"#!/bin/sh\nkill -9 $PPID\nsleep 5\n# {name}\n")
        Path(name).chmod(0o755)


@pytest.mark.usefixtures("killers")
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("match", "./killer", "./killer", *TRUSTED), "партию сыграть не удалось"),
        (("check", "./killer", *TRUSTED), "партию сыграть не удалось"),
        (("try", "./killer", *TRUSTED), "партию сыграть не удалось"),
        (("run", "cup.toml"), "журнал не повреждён: устраните причину"),
        (("run", "cup.toml", "--try"), "пробу сыграть не удалось, боты не виноваты"),
    ],
    ids=["match", "check", "try", "run", "run --try"],
)
def test_a_russian_user_reads_a_russian_sentence(
    run: Run, words: tuple[str, ...], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.getloadavg", lambda: (0.0, 0.0, 0.0))
    result = run(*words, "--lang", "ru")
    message = " ".join(result.err.split())
    assert result.status == 3
    assert sentence in message
    assert "песочница закрылась сама" in message
    assert set(re.findall("[A-Za-z]{2,}", message)) <= SAME_WORDS, message
    assert ("журнал" in message) == (words == ("run", "cup.toml")), "a trial has no ledger"


@pytest.mark.parametrize(
    "error",
    [
        RefereeError(Text("no {room}", "нет {room}"), room=Text("{room}", "{места}")),
        ChangedProgram("ivanov", Path("bots/ivanov")),
    ],
)
def test_a_fault_keeps_both_languages_between_processes(error: RefereeError) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert copy.text == error.text
    assert str(copy) == error.text.en


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("language", LANGUAGES)
def test_output_that_cannot_be_written_is_named(language: Language) -> None:
    words = [*COMMAND, "--lang", language, "show", str(POSITION)]
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(words, stdout=full, stderr=PIPE, text=True, check=False)
    assert ended.returncode == ExitStatus.OWN_FAULT
    sentence = {
        "en": "arena: the output cannot be written: No space left on device\n",
        "ru": "arena: вывод не записать: на диске нет места\n",
    }
    assert ended.stderr == sentence[language]


CLOSED_EARLY = {
    "help": ("--help",),
    "help of a command": ("run", "--help"),
    "run": ("run", "cup.toml"),
    "build": ("build", f"{SHORT}-nim", "--out", "bots"),
    "validate": ("validate", "--each", str(POSITION)),
}


@pytest.mark.parametrize("words", CLOSED_EARLY.values(), ids=CLOSED_EARLY)
def test_a_reader_of_the_output_that_has_gone_is_no_fault(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    """The output is a closed pipe, which ``arena run cup.toml | head -1`` leaves, too."""
    bots = "\n".join(f'[[entrants]]\nbot = "{SHORT}-{style}"' for style in ("nim", "random"))
    (tmp_path / "cup.toml").write_text(f'title = "Cup"\ngame = "{SHORT}"\n{bots}\n')
    reading, writing = os.pipe()
    os.close(reading)
    ended = subprocess.run(
        [*COMMAND, *words], stdout=writing, stderr=PIPE, cwd=tmp_path, text=True, check=False
    )
    os.close(writing)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_file_is_read_whole_or_not_at_all(run: Run, tmp_path: Path) -> None:
    large = tmp_path / "large.toml"
    with large.open("wb") as file:
        file.truncate(17 << 20)
    for command in ("replay", "run"):
        assert f"{large}: larger than 16 MiB" in run(command, str(large)).err
