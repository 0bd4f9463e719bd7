"""What is said of a lost turn beyond the verdict; bots that are run are in ``tests/class``."""

from __future__ import annotations

import signal
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from formats.board import Board
from formats.fault import Fault, FaultKind
from formats.game import StartRequest
from formats.games import all_games
from formats.matrix import Matrix, read_matrix, write_matrix
from referee.diagnosis import boards, cause, cause_of_fault, ends, times, wrong_place
from referee.diagnosis.lost_turn import LostTurn
from referee.judge import Rules, judge
from referee.program import Program
from referee.sandbox.run_result import FileKind, FoundFile, RunEnd, RunResult
from referee.turn import Turn

BEFORE = """\
B 4 U
0 9.5
0 7.25
--------
B------B
--------
---A----
----A---
--------
--------
--------
"""
RIGHT = """\
A 5 U
0 9.5
0 7.2
--------
-------B
B-------
---A----
----A---
--------
--------
--------
"""
HEADER = "A 5 U\n0 9.5\n0 7.2\n"
ROWS = RIGHT.splitlines()[3:]


def board(rows: list[str]) -> bytes:
    return (HEADER + "\n".join(rows) + "\n").encode()


def lost(
    file: bytes = BEFORE.encode(),
    *,
    printed: bytes = b"",
    program: Path = Path("/dev/null"),
    before: str = BEFORE,
    **more: Any,
) -> LostTurn:
    """The turn of a bot that left this file and printed this."""
    matrix = read_matrix(before.encode()).matrix
    assert matrix
    run_result = RunResult(
        end=RunEnd.EXITED,
        status=0,
        cpu=Decimal("0.05"),
        wall=Decimal("0.06"),
        slept=Decimal(0),
        memory=1 << 20,
        left_processes=False,
        file=FoundFile(FileKind.REGULAR, 1, len(file), file),
        others=(),
        printed=printed,
        printed_size=len(printed),
    )
    run_result = replace(run_result, **more)
    judged = judge(matrix, run_result, Rules())
    assert judged.offence, "the turn is good"
    turn = Turn(run_result, judged)
    return LostTurn(matrix, turn, Rules(), Program("ivanov", program), judged.offence)


def test_the_right_file_is_no_lost_turn() -> None:
    with pytest.raises(AssertionError, match="the turn is good"):
        lost(RIGHT.encode())


@pytest.mark.parametrize(
    ("rows", "kind"),
    [
        (ROWS[::-1], boards.UPSIDE_DOWN),
        ([row[::-1] for row in ROWS], boards.MIRRORED),
        ([row[::-1] for row in ROWS[::-1]], boards.TURNED),
        (["".join(column) for column in zip(*ROWS, strict=True)], boards.TRANSPOSED),
        ([f"{row[1:]}-" for row in ROWS], boards.SHIFTED),
        ([f"-{row[:-1]}" for row in ROWS], boards.SHIFTED),
    ],
)
def test_a_board_seen_otherwise(rows: list[str], kind: FaultKind) -> None:
    found = cause_of_fault(lost(board(rows)))
    assert found
    assert found.kind is kind
    assert found.values["move"] == "a7-a6"


@pytest.mark.parametrize("change", [("B-------", "-B------"), ("---A----", "--------")])
def test_what_is_simply_illegal_is_left_to_the_verdict(change: tuple[str, str]) -> None:
    rows = [row.replace(*change) if row == change[0] else row for row in ROWS]
    if change[0] == "B-------":
        rows[3] = "--------"
    turn = lost(board(rows))
    assert cause_of_fault(turn) is None
    assert cause(turn) == turn.offence.fault


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("0 7.2", "0 -42.75", times.MILLISECONDS),
        ("0 7.2", "0 -49992.75", times.TICKS),
        ("0 7.2", "0 0.05", times.USED_FOR_LEFT),
        ("0 9.5\n0 7.2\n", "0 7.25\n0 9.45\n", times.SWAPPED),
        ("0 9.5\n0 7.2\n", "0 9.35\n0 7.25\n", times.OFF_THE_OTHER),
    ],
)
def test_times(old: str, new: str, kind: FaultKind) -> None:
    found = cause_of_fault(
        lost(RIGHT.replace(old, new).encode(), cpu=Decimal("0.05"), wall=Decimal("0.15"))
    )
    assert found
    assert found.kind is kind
    assert str(found.place).startswith("time ")


@pytest.mark.parametrize("written", ["5", "3.8", "7.25001e3"])
def test_a_time_that_nothing_explains(written: str) -> None:
    assert cause_of_fault(lost(RIGHT.replace("0 7.2", f"0 {written}").encode())) is None


ENDLESS: dict[str, Any] = {"end": RunEnd.CPU_OVER, "cpu": Decimal("7.3"), "wall": Decimal(8)}
ASLEEP: dict[str, Any] = {"end": RunEnd.OWN_TIME_OVER, "slept": Decimal(9), "wall": Decimal(9)}


@pytest.mark.parametrize(
    ("file", "program", "run_result", "kind"),
    [
        (BEFORE, "", ENDLESS, ends.NEVER_ENDED),
        (BEFORE, "", ASLEEP, ends.SLEPT),
        (BEFORE, "x = input()", ASLEEP, ends.WAITED),
        (RIGHT, "", ENDLESS, ends.MOVED_AND_STAYED),
        (RIGHT, "", ASLEEP, ends.MOVED_AND_STAYED),
        (RIGHT, 'system("pause");', ENDLESS, ends.MOVED_AND_WAITED),
    ],
)
def test_what_does_not_end(
    tmp_path: Path, file: str, program: str, run_result: dict[str, Any], kind: FaultKind
) -> None:
    path = tmp_path / "bot"
    path.write_text(program)
    found = cause_of_fault(lost(file.encode(), program=path, **run_result))
    assert found
    assert found.kind is kind


def test_who_had_little_time_may_have_been_about_to_end() -> None:
    before, right = BEFORE.replace("0 7.25", "0 0.56"), RIGHT.replace("0 7.2", "0 0.51")
    turn = lost(right.encode(), before=before, end=RunEnd.CPU_OVER, cpu=Decimal("0.6"))
    assert cause_of_fault(turn) is None


def test_who_is_only_slow_is_told_of_the_clock() -> None:
    late = BEFORE.replace("0 7.25", "0 1.5")
    turn = lost(late.encode(), before=late, end=RunEnd.CPU_OVER, cpu=Decimal("1.51"))
    assert cause_of_fault(turn) is None


@pytest.mark.parametrize(
    ("printed", "told"),
    [
        (
            'Traceback (most recent call last):\n  File "/bot", line 7, in <module>\n'
            "ZeroDivisionError: division by zero\n",
            "ZeroDivisionError: division by zero (line 7)",
        ),
        (
            "terminate called after throwing an instance of 'std::bad_alloc'\n"
            "  what():  std::bad_alloc\n",
            "std::bad_alloc: std::bad_alloc",
        ),
        ("bot: bot.c:12: main: Assertion `x > 0' failed.\n", "Assertion `x > 0' failed"),
        ("thread 'main' panicked at src/main.rs:3:5:\nno\n", "panicked at src/main.rs:3:5"),
        ("panic: runtime error: index out of range [9]\n\ngoroutine 1:\n", "index out of range"),
        ("Unhandled Exception:\nSystem.IndexOutOfRangeException: x\n", "IndexOutOfRange"),
        ("\x1b[31mRuntimeError: \x07\n", "RuntimeError: �"),
    ],
)
def test_last_words(printed: str, told: str) -> None:
    found = cause_of_fault(lost(printed=printed.encode(), status=1))
    assert found
    assert found.kind is ends.LAST_WORDS
    assert told in found.sentence()
    assert "\x1b" not in found.sentence()


@pytest.mark.parametrize("printed", ["", "I think a7-a6\n"])
def test_who_says_nothing_of_an_error_is_not_quoted(printed: str) -> None:
    assert cause_of_fault(lost(printed=printed.encode(), status=1)) is None


@pytest.mark.parametrize(
    ("memory", "kind"), [(1 << 20, ends.WRONG_ADDRESS), (9 << 20, ends.STACK_FULL)]
)
def test_a_wrong_address(memory: int, kind: FaultKind) -> None:
    status = int(signal.SIGSEGV)
    found = cause_of_fault(lost(end=RunEnd.SIGNALLED, status=status, memory=memory))
    assert found
    assert found.kind is kind


def test_a_library_that_the_loader_misses() -> None:
    said = b"./bot: error while loading shared libraries: libengine.so: cannot open shared object\n"
    found = cause_of_fault(lost(printed=said, status=127))
    assert found
    assert found.sentence() == "it needs libengine.so, which is not part of the system"


@pytest.mark.parametrize(
    ("path", "is_told"),
    [
        (r"C:\\games\\matrix.txt", True),
        ("/home/ivan/matrix.txt", True),
        ("../matrix.txt", True),
        ("data/matrix.txt", True),
        ("./matrix.txt", False),
        ("matrix.txt", False),
    ],
)
def test_a_path_of_its_own(tmp_path: Path, path: str, is_told: bool) -> None:
    program = tmp_path / "bot"
    program.write_text(f'open("{path}")')
    found = cause_of_fault(lost(program=program))
    assert found
    assert found.kind is (wrong_place.OTHER_FOLDER if is_told else wrong_place.UNTOUCHED)
    assert not is_told or path.replace("\\\\", "\\") in found.sentence()


@pytest.mark.parametrize(
    ("printed", "kind"),
    [
        (RIGHT, wrong_place.PRINTED),
        (f"thinking ...\n{RIGHT}", wrong_place.PRINTED),
        (RIGHT.replace("\n", "\r\n"), wrong_place.PRINTED),
        (BEFORE, wrong_place.UNTOUCHED),
        ("a7-a6\n", wrong_place.UNTOUCHED),
    ],
)
def test_what_was_printed(printed: str, kind: FaultKind) -> None:
    found = cause_of_fault(lost(printed=printed.encode()))
    assert found
    assert found.kind is kind


@pytest.mark.parametrize("name", sorted(all_games()))
def test_other_games(name: str) -> None:
    """A board upside down is seen in any of them whose board shows it."""
    game = all_games()[name].with_rules(None)
    start = Matrix(game, game.start(StartRequest()))
    boards_after = (game.perform(start.position, move) for move in game.moves(start.position))
    after = next(
        there
        for there in boards_after
        if isinstance(game.infer_move(start.position, _upside_down(there.board)), Fault)
    )
    text = write_matrix(start.followed_by(after, None).with_times((Decimal("29.95"), Decimal(30))))
    upside_down = "\n".join(_upside_down(after.board).rows)
    found = cause_of_fault(
        lost(
            text.replace("\n".join(after.board.rows), upside_down).encode(),
            before=write_matrix(start),
        )
    )
    assert found
    assert found.kind is boards.UPSIDE_DOWN


def _upside_down(board: Board) -> Board:
    return Board(board.rows[::-1])


def test_every_slip_says_how_to_mend_it() -> None:
    modules = (boards, ends, wrong_place, times)
    kinds = [each for module in modules for each in vars(module).values()]
    own = [kind for kind in kinds if isinstance(kind, FaultKind) and kind.code.startswith("V2")]
    assert own
    assert [kind.code for kind in own if kind.hint is None] == []
    assert len({kind.code for kind in own}) == len(own)


def test_a_file_is_not_blamed_for_a_crash_or_a_stop() -> None:
    """It is as it was given, which is no move: but that did not lose the game."""
    assert lost().diagnostics
    for end in (RunEnd.SIGNALLED, RunEnd.CPU_OVER):
        assert lost(end=end, status=signal.SIGSEGV).diagnostics == ()


def test_a_program_that_always_takes_as_long_is_not_said_never_to_end() -> None:
    stopped = lost(end=RunEnd.CPU_OVER, cpu=Decimal(7), wall=Decimal(7))
    assert cause(stopped).kind is ends.NEVER_ENDED
    assert cause(replace(stopped, usual=Decimal(6))).kind is not ends.NEVER_ENDED
