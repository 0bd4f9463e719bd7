"""A fault of the machine is told in the user's language, from whatever process it comes."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import pytest

from formats.text import Text
from referee.program import RefereeError
from referee.program_copy import ChangedProgram
from referee.sandbox import keeper_link
from tests.arena.conftest import Run
from tests.formats.games.example_games import SHORT
from tests.tournaments.submission.submitting import CUP

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
def test_it_keeps_both_languages_between_processes(error: RefereeError) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert copy.text == error.text
    assert str(copy) == error.text.en
