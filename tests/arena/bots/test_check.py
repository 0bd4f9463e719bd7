"""``arena check``: the report that a student reads."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from arena.bots.check_report import collect_findings, finding_from_data
from formats.text import Text
from referee.check.checks import all_checks
from referee.check.finding import Finding
from referee.program import RefereeError
from tests.arena.conftest import Run
from tests.bot.programs import needs_compiler, shipped
from tests.formats.games.example_games import DEFAULT, SHORT
from tests.referee.needs import needs_sandbox

pytestmark = [needs_compiler, pytest.mark.xdist_group("matches"), pytest.mark.usefixtures("folder")]

TRUSTED = ("--game", SHORT, "--no-sandbox", "--time", "3")


def test_a_good_bot(run: Run) -> None:
    shutil.copy(shipped(f"{SHORT}-nim"), "ivanov")
    result = run("check", "ivanov", *TRUSTED)
    assert result.status == 0
    *lines, last = result.out.splitlines()
    assert len(lines) == len(all_checks().keys() - {"machine"}), "no event names a machine"
    assert all(line.startswith("good     ") for line in lines)
    assert "legal moves in 100 positions" in result.out
    assert last == "ivanov can be submitted"


def test_a_bad_bot_is_told_what_to_do(run: Run) -> None:
    Path("ivanov").write_text("#!/bin/sh\necho 'no idea'\n")
    Path("ivanov").chmod(0o755)
    result = run("check", "./ivanov", *TRUSTED, "--lang", "ru", "--size-limit", "10")
    assert result.status == 1
    lines = result.out.splitlines()
    assert lines[0] == "ivanov: в программе 25 байт, а можно не больше 10"
    assert any(line.startswith("ОШИБКА    размер       в программе 25 байт") for line in lines)
    untouched = "программа завершилась, но в matrix.txt ничего не записано"
    assert f"ошибка: {untouched} [V224]" in lines
    assert any(line.startswith(f"ОШИБКА    ходы         {untouched} (в 12 из ") for line in lines)
    assert "  | no idea" in lines
    assert lines[-1] == "ivanov пока нельзя сдать: 2 ошибки"


def bad_bot(text: str) -> None:
    """Write a script that changes the file in that way, and prints what it does."""
    Path("ivanov").write_text(f"#!/bin/sh\necho thinking\nsed -i '{text}' matrix.txt\n")
    Path("ivanov").chmod(0o755)


def test_formats_for_programs_say_what_the_report_says(run: Run) -> None:
    bad_bot("s/^0 3/0 x/")
    words = ("check", "./ivanov", *TRUSTED, "--format")
    whole = json.loads(run(*words, "json").out)
    assert (whole["bot"], whole["good"]) == ("ivanov", False)
    grades = {finding["check"]: finding["grade"] for finding in whole["findings"]}
    assert grades["moves"] == "failed"
    assert "passed" in grades.values()
    (part,) = json.loads(run(*words, "sarif").out)["runs"]
    failed = [f for f in whole["findings"] if f["grade"] == "failed"]
    assert [r["ruleId"] for r in part["results"] if r["level"] == "error"] == [
        finding["check"] for finding in failed
    ]
    result = run(*words, "junit")
    assert result.status == 1
    root = ElementTree.fromstring(result.out)
    assert (root.get("tests"), root.get("failures")) == (
        str(len(whole["findings"])),
        str(len(failed)),
    )


def test_a_single_turn_has_no_other_format(run: Run) -> None:
    bad_bot("")
    result = run("check", "./ivanov", *TRUSTED, "--format", "junit", "--position", "1")
    assert result.status == 2
    assert "--format is for the whole check" in result.err


def test_a_fault_of_the_file_is_told_as_validate_tells_it(run: Run) -> None:
    bad_bot("s/^0 3/0 x/")
    result = run("check", "./ivanov", *TRUSTED)
    assert result.status == 1
    first, blank, where, line, caret, *_ = result.out.splitlines()
    assert first == "ivanov: the time «x» is not a number"
    assert not blank
    assert where == "matrix.txt:2:3: error: the time «x» is not a number [M241]"
    assert line == "  2 | 0 x"
    assert caret == "    |   ^"


def test_the_turn_is_kept_and_can_be_repeated(run: Run) -> None:
    bad_bot("s/^A 1 U/B 2 U/")
    result = run("check", "./ivanov", *TRUSTED, "--keep", "kept")
    assert result.status == 1
    assert Path("kept/before.txt").read_text().startswith("A 1 U\n0 3\n0 3\n")
    assert Path("kept/after.txt").read_text().startswith("B 2 U\n0 3\n0 3\n")
    assert Path("kept/printed.txt").read_bytes() == b"thinking\n"
    *_, last = result.out.splitlines()
    command = last.removeprefix("the same turn again: arena ")
    again = run(*shlex.split(command))
    assert again.status == 1
    assert "no move" in again.out
    assert "  | thinking" in again.out


def test_the_limit_of_an_event_is_repeated_with_the_turn(run: Run) -> None:
    bots = "\n".join(f'[[entrants]]\nbot = "{SHORT}-{style}"' for style in ("nim", "random"))
    event = f'title = "Cup"\ngame = "{SHORT}"\nhalf-moves = 10\n{bots}\n'
    Path("cup.toml").write_text(event)
    words = ("--event", "cup.toml", "--position", "2", "--keep", "kept", "--no-sandbox")
    last = run("check", f"{SHORT}-nim", *words).out.splitlines()[-1]
    assert last.endswith("before.txt --limit 10 --no-sandbox")


def test_data_stay_data_where_a_turn_is_kept(run: Run) -> None:
    bad_bot("s/^A 1 U/B 2 U/")
    result = run("check", "./ivanov", *TRUSTED, "--keep", "kept", "--format", "json")
    assert json.loads(result.out)
    assert "kept in kept" in result.err


def test_data_are_in_utf_8_whatever_the_locale() -> None:
    bad_bot("s/^A 1 U/B 2 U/")
    words = ("check", "./ivanov", *TRUSTED, "--format", "json", "--lang", "ru")
    arguments = [sys.executable, "-m", "arena", *words]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    ended = subprocess.run(arguments, env=environment, stdout=subprocess.PIPE, check=False)
    (advice, *_) = (
        data["advice"] for data in json.loads(ended.stdout)["findings"] if data["advice"]
    )
    assert re.search("[а-я]", advice)


def test_a_turn_that_try_would_judge_otherwise_is_not_repeated(run: Run) -> None:
    bots = "\n".join(f'[[entrants]]\nbot = "{SHORT}-{style}"' for style in ("nim", "random"))
    Path("cup.toml").write_text(f'title = "Cup"\ngame = "{SHORT}"\nmargin = 3\n{bots}\n')
    words = ("--event", "cup.toml", "--position", "2", "--keep", "kept", "--no-sandbox")
    assert run("check", f"{SHORT}-nim", *words).out.splitlines()[-1].startswith("kept in kept")


def test_a_section_is_of_an_event(run: Run) -> None:
    assert run("check", f"{SHORT}-nim", *TRUSTED, "--section", "main").status == 2


def test_a_check_of_one_position_shows_it(run: Run) -> None:
    bad_bot("s/^A 1 U/B 2 U/")
    whole = run("check", "./ivanov", *TRUSTED)
    whole_turn = next(
        line for line in whole.out.splitlines() if line.startswith("the whole turn: ")
    )
    shown = run(*shlex.split(whole_turn.removeprefix("the whole turn: arena ")))
    assert shown.status == 1
    assert shown.out.startswith("Chomp, 7 x 5, half-move 1; the first player (A) to move\n")
    assert "printed   9 bytes:\n  | thinking\n" in shown.out


def test_a_position_is_not_shown_for_a_clock_that_does_not_last(run: Run) -> None:
    """With the whole clock, the turn in the position would be good."""
    bot = Path("ivanov")
    wait = "sh -c 'ulimit -t 1; while :; do :; done'"  # processor time, whatever the load
    bot.write_text(f"#!/bin/sh\n{wait}\nexec {shipped(f'{SHORT}-nim')}\n")
    bot.chmod(0o755)
    result = run("check", "./ivanov", *TRUSTED)
    assert result.status == 1
    assert re.search(r"at [\d.]+ s a move it has used its 3 s after \d+ of \d+ moves", result.out)
    assert "the whole turn: " not in result.out


def test_words_of_another_program_cannot_control_a_terminal() -> None:
    words = "\x1b]0;name\x07"
    finding = finding_from_data(
        {
            "check": "file",
            "title": words,
            "grade": "failed",
            "sentence": words,
            "cause": words,
            "advice": words,
            "position": None,
        }
    )
    texts = (finding.title, finding.sentence, finding.cause, finding.advice)
    assert all(text is not None and text.en.isprintable() for text in texts)


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("absent",),
        ("1.txt",),
        ("1.txt", "--game", "go"),
        ("1.txt", "--game", SHORT, "--time", "0"),
        ("1.txt", "--game", DEFAULT, "--limit", "61", "--no-sandbox"),
    ],
)
def test_wrong_usage(run: Run, words: tuple[str, ...]) -> None:
    assert run("check", *words).status == 2


def test_a_path_that_is_no_file_fails(run: Run, tmp_path: Path) -> None:
    result = run("check", str(tmp_path), *TRUSTED)
    assert result.status == 1
    assert result.out.startswith(f"{tmp_path.name}: it is not a regular file\n")
    name = Path().resolve().name
    assert run("check", ".", *TRUSTED).out.startswith(f"{name}: it is not a regular file\n")


EVENT = f"""
title = "Cup"
game = "{SHORT}"
time = 2
file-size = 90
temporary-files = false
entrants = "bots"
"""
NOTES = """#!/bin/sh
read mover number winner <matrix.txt
echo thinking >"${TMPDIR:-/tmp}/notes" || exit 3
"""


def write_event_and_bot() -> None:
    """Write an event with a folder of entrants, and a bot that writes a file of its own."""
    Path("cup.toml").write_text(EVENT)
    Path("bots").mkdir()
    Path("ivanov").write_text(NOTES)
    Path("ivanov").chmod(0o755)


@needs_sandbox
def test_an_event_says_by_what_a_bot_is_checked(run: Run) -> None:
    """The clock, the program size, and the permission to write files come from the event."""
    write_event_and_bot()
    result = run("check", "./ivanov", "--event", "cup.toml")
    assert result.status == 1
    assert "bytes, and at most 90 are allowed" in result.out
    assert "the program ended with status 3" in result.out
    assert "arena check ./ivanov --event=cup.toml --position 1\n" in result.out
    shown = run("check", "./ivanov", "--event", "cup.toml", "--position", "1")
    assert "status 3" in shown.out


@needs_sandbox
def test_a_huge_file_is_checked_by_an_event(run: Run) -> None:
    write_event_and_bot()
    os.truncate("ivanov", 1 << 37)
    result = run("check", "./ivanov", "--event", "cup.toml")
    assert result.status == 1
    assert "it has 137,438,953,472 bytes, and at most 90 are allowed" in result.out


@needs_sandbox
def test_an_event_checks_a_bot_by_the_name_that_it_would_have(run: Run) -> None:
    write_event_and_bot()
    text = f'game = "{SHORT}"\nname = "Пётр Иванов"\n'
    Path("arena.toml").write_text(text, encoding="utf-8")
    assert "\nПётр Иванов " in run("check", "./ivanov", "--event", "cup.toml").out


@pytest.mark.parametrize(
    "words",
    [("--game", SHORT), ("--time", "30"), ("--size-limit", "9"), ("--section", "no-such")],
)
def test_an_event_leaves_nothing_to_say(run: Run, words: tuple[str, ...]) -> None:
    write_event_and_bot()
    assert run("check", "./ivanov", "--event", "cup.toml", *words).status == 2


def test_a_machine_that_is_too_busy_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sandbox without a core is not the bot's fault."""

    def hangs(_tell: object) -> list[Finding]:
        raise RefereeError(Text("the sandbox does not answer", "песочница не отвечает"))

    for load, sentence in (
        (28.0, "this machine is too busy to check ivanov"),
        (0.5, "does not answer"),
    ):
        monkeypatch.setattr("os.getloadavg", lambda load=load: (load, load, load))
        with pytest.raises(RefereeError, match=sentence):
            collect_findings("ivanov", hangs, "en")
