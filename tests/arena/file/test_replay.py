"""``arena replay``: all of a game when piped, page by page in a terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from formats.record import remark_from_output
from tests.arena.conftest import AFTER, AFTER_CAPTURE, EXAMPLE, Run
from tests.arena.terminal import in_terminal

RECORD = """\
[A "Иванов"]
[B "petrov"]
[Start "{start}"]
[Result "0-1"]
[Termination "no-moves"]

11. b1-b2 {{[%emt 0.79]}} a3:c1 {{[%emt 0.92]}}
0-1
"""


@pytest.fixture
def record(folder: Path) -> str:
    start = "/".join(EXAMPLE.split("\n")[:-1])
    (folder / "game.txt").write_text(RECORD.format(start=start), encoding="utf-8")
    return "game.txt"


def test_output_of_the_bots_and_the_verdict_are_shown(run: Run, record: str) -> None:
    text = Path(record).read_text(encoding="utf-8")
    remark = remark_from_output("depth 4\n  best \x1b[31m\n")
    text = text.replace("0.79]", f"0.79] {remark}").replace("0.92]", "0.92] printed: as of old")
    verdict = '[Verdict "the player to move has no move, and so wins (rule 9)"]\n[Start'
    Path(record).write_text(text.replace("[Start", verdict), encoding="utf-8")
    result = run("replay", record)
    assert result.status == 0
    assert "it printed:\n  | depth 4\n  |   best \\x1b[31m\n" in result.out
    assert "it printed:\n  | as of old\n" in result.out
    assert (
        "result 0-1, won without a move\nthe player to move has no move, and so wins (rule 9)\n"
        in result.out
    )
    assert "вывод бота:\n  | depth 4\n" in run("replay", record, "--lang", "ru").out


def test_the_rules_verdict_is_told_in_russian(run: Run, record: str) -> None:
    text = Path(record).read_text(encoding="utf-8")
    verdict = '[Verdict "a piece has reached its far row (rule 10)"]\n[Start'
    Path(record).write_text(text.replace("[Start", verdict), encoding="utf-8")
    assert "(rule 10)\n" in run("replay", record).out
    in_russian = run("replay", record, "--lang", "ru").out
    assert "\nфишка дошла до последней горизонтали (правило 10)\n" in in_russian


def test_a_whole_game_when_piped(run: Run, record: str) -> None:
    result = run("replay", record)
    assert result.status == 0
    assert "Иванов - petrov: the start" in result.out
    assert "Иванов - petrov: after 1, b1-b2 in 0.790 s" in result.out
    assert "Иванов - petrov: after 2, a3:c1 in 0.920 s" in result.out
    assert "result 0-1, won without a move" in result.out


def test_a_record_is_replayed_to_the_same_files(run: Run, record: str) -> None:
    assert run("replay", record, "--as", "matrix").out == f"{EXAMPLE}\n{AFTER}\n{AFTER_CAPTURE}\n"
    assert run("replay", record, "--as", "matrix", "--at", "1").out == f"{AFTER}\n"


def test_there_is_no_such_position(run: Run, record: str) -> None:
    assert run("replay", record, "--at", "3").status == 2


def test_a_bad_record_is_told_with_its_place(run: Run, record: str, folder: Path) -> None:
    text = (folder / record).read_text(encoding="utf-8")
    (folder / record).write_text(text.replace("a3:c1", "a3-c1"), encoding="utf-8")
    result = run("replay", record)
    assert (result.status, result.out) == (1, "")
    assert "game.txt:7:25: error:" in result.err
    assert run("replay", "-", stdin=b"\xff\x00rubbish").status == 1


def test_page_by_page_in_a_terminal(record: str) -> None:
    """Keys go forward, back, to both ends, to a number, and out."""
    keys = ["\n", "b", "\x1b[C", "\x1b[D", "\x1b[F", "\x1b[H", "2\n", "q"]
    shown = ["start", "after 1", "start", "after 1", "start", "after 2", "start", "after 2"]
    screen = ""
    with in_terminal("replay", "--lang", "en", record) as terminal:
        for key in keys:
            screen += terminal.read_until("q: quit ")
            terminal.type(key)
        screen += terminal.read_to_end()
        assert terminal.end() == 0
    assert re.findall(r"petrov: (?:the )?(start|after \d)", screen) == shown
    assert "▲" in screen
    assert "result 0-1" in screen
