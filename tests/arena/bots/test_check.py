"""``arena check``: the report that a student reads."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from referee.check.checks import all_checks
from tests.arena.conftest import Run
from tests.bot.programs import needs_compiler, shipped

pytestmark = [needs_compiler, pytest.mark.xdist_group("matches"), pytest.mark.usefixtures("folder")]

CHOMP = ("--game", "chomp", "--no-sandbox", "--time", "3")


def test_a_good_bot(run: Run) -> None:
    shutil.copy(shipped("chomp-nim"), "ivanov")
    ran = run("check", "ivanov", *CHOMP)
    assert ran.status == 0
    *lines, last = ran.out.splitlines()
    assert len(lines) == len(all_checks())
    assert all(line.startswith("good     ") for line in lines)
    assert "legal moves in 100 positions" in ran.out
    assert last == "ivanov is fit to be entered"


def test_a_bad_bot_is_told_what_to_do(run: Run) -> None:
    Path("ivanov").write_text("#!/bin/sh\necho 'no idea'\n")
    Path("ivanov").chmod(0o755)
    ran = run("check", "./ivanov", *CHOMP, "--lang", "ru", "--size-limit", "10")
    assert ran.status == 1
    lines = ran.out.splitlines()
    assert "ОШИБКА    размер       25 байт, а можно 10" in lines
    assert any(
        line.startswith("ОШИБКА    ходы         нет хода: доска осталась прежней") for line in lines
    )
    assert "          | game chomp" in lines
    assert "          | no idea" in lines
    assert lines[-1] == "ivanov пока нельзя сдать: ошибок 2"


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("absent",),
        ("1.txt",),
        ("1.txt", "--game", "go"),
        ("1.txt", "--game", "chomp", "--time", "0"),
        ("1.txt", "--game", "mmpeshki", "--limit", "61", "--no-sandbox"),
    ],
)
def test_wrong_usage(run: Run, words: tuple[str, ...]) -> None:
    assert run("check", *words).status == 2


def test_what_is_no_file(run: Run, tmp_path: Path) -> None:
    ran = run("check", str(tmp_path), *CHOMP)
    assert ran.status == 1
    assert "it is no regular file" in ran.out


def test_without_lief(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.check.binary.CAN_READ", False)
    shutil.copy(shipped("chomp-nim"), "ivanov")
    ran = run("check", "ivanov", *CHOMP)
    assert ran.status == 0
    assert "pip install 'matrix-arena[check]'" in ran.out
