"""Tests of the explanation of a lost turn; bots that are run are in ``tests/class``."""

from __future__ import annotations

import errno
import signal
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from formats.board import Board, cell_from_name
from formats.fault import Fault, FaultKind
from formats.game import StartRequest
from formats.games import all_games
from formats.matrix import Matrix, read_matrix, write_matrix
from referee.clock import Clock, Timing
from referee.diagnosis import boards, cause, cause_of_fault, ends, texts, times, wrong_place
from referee.diagnosis.lost_turn import LostTurn
from referee.judge import JudgingOptions, judge
from referee.program import Program
from referee.sandbox.run_result import FileKind, RunEnd, RunResult, TurnFile
from referee.turn import Turn
from referee.verdict import Ending
from tests.formats.games.example_games import SHORT, STEPS

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
CORRECT = """\
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
ROWS = CORRECT.splitlines()[3:]


def board(rows: list[str]) -> bytes:
    return (HEADER + "\n".join(rows) + "\n").encode()


def changed_board(before: str, changes: dict[str, str], header: str = HEADER) -> bytes:
    """Return the file in which the board of ``before`` has other characters on these cells."""
    matrix = read_matrix(before.encode()).matrix
    assert matrix
    cells = {cell_from_name(name): character for name, character in changes.items()}
    after = matrix.position.board.with_changes({cell: c for cell, c in cells.items() if cell})
    footer = [line for line in before.splitlines() if line.startswith(("game ", "rules "))]
    return (header + "\n".join([*after.rows, *footer]) + "\n").encode()


def lose_turn(
    file: bytes = BEFORE.encode(),
    *,
    printed: bytes = b"",
    program: Path = Path("/dev/null"),
    before: str = BEFORE,
    judging: JudgingOptions | None = None,
    **changes: Any,
) -> LostTurn:
    """Judge the turn of a bot that left this file and printed this; assert that it loses."""
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
        file=TurnFile(FileKind.REGULAR, 1, len(file), file),
        other_names=(),
        printed=printed,
        printed_size=len(printed),
    )
    run_result = replace(run_result, **changes)
    judging = judging or JudgingOptions()
    judgement = judge(matrix, run_result, judging)
    assert judgement.offence, "the turn is good"
    turn = Turn(run_result, judgement)
    return LostTurn(matrix, turn, judging, Program("ivanov", program), judgement.offence)


def test_a_correct_file_is_no_lost_turn() -> None:
    with pytest.raises(AssertionError, match="the turn is good"):
        lose_turn(CORRECT.encode())


@pytest.mark.parametrize(
    ("rows", "kind"),
    [
        (ROWS[::-1], boards.UPSIDE_DOWN),
        ([row[::-1] for row in ROWS], boards.MIRRORED),
        ([row[::-1] for row in ROWS[::-1]], boards.TURNED),
        (["".join(column) for column in zip(*ROWS, strict=True)], boards.TRANSPOSED),
        ([f"{row[1:]}-" for row in ROWS], boards.SHIFTED),
        ([f"-{row[:-1]}" for row in ROWS], boards.SHIFTED),
        ([f"{row[-1]}{row[:-1]}" for row in ROWS], boards.SHIFTED),
        (["-" * 8, *ROWS[:-1]], boards.SHIFTED_BY_ROW),
        ([*ROWS[1:], "-" * 8], boards.SHIFTED_BY_ROW),
        ([*ROWS[1:], ROWS[0]], boards.SHIFTED_BY_ROW),
        ([ROWS[-1], *ROWS[:-1]], boards.SHIFTED_BY_ROW),
        ([row.translate(str.maketrans("AB", "BA")) for row in ROWS], boards.EXCHANGED),
    ],
)
def test_a_transformed_board_is_explained(rows: list[str], kind: FaultKind) -> None:
    explanation = cause_of_fault(lose_turn(board(rows)))
    assert explanation
    assert explanation.kind is kind
    assert explanation.values["move"] == "a7-a6"


EMPTY_WAR = "A 1 U\n0 9.5\n0 7.25\n" + "----------\n" * 10 + f"game {STEPS}\n"
WAR = f"""\
B 2 U
0 9.5
0 7.25
----------
----------
----------
----------
----------
----------
----------
----------
----------
AAA-------
game {STEPS}
"""
WAR_LATER = WAR.replace("B 2", "A 3").replace("----------\n", "-------BBB\n", 1)


@pytest.mark.parametrize(
    ("before", "changes"),
    [
        pytest.param(EMPTY_WAR, {"a1": "A", "b1": "A"}, id="two-steps"),
        pytest.param(EMPTY_WAR, {"a1": "A", "b1": "A", "c1": "A", "d1": "A"}, id="four-steps"),
        pytest.param(EMPTY_WAR, {"a10": "A", "a9": "A", "a8": "A"}, id="wrong-corner"),
        pytest.param(EMPTY_WAR, {"k1": "A", "i1": "A", "h1": "A"}, id="other-wrong-corner"),
        pytest.param(WAR, {"d1": "A", "e1": "A", "f1": "A"}, id="marks-of-the-other"),
        pytest.param(WAR, {"d1": "A"}, id="mark-of-the-other"),
        pytest.param(WAR, {"a10": "B", "b10": "B", "c10": "B"}, id="wrong-corner-of-B"),
        pytest.param(WAR_LATER, {"d1": "A", "e1": "A"}, id="two-steps-later"),
        pytest.param(
            WAR_LATER, {"d1": "A", "e1": "A", "f1": "A", "g1": "A"}, id="four-steps-later"
        ),
    ],
)
def test_a_turn_against_the_rules_is_not_said_to_change_the_board(
    before: str, changes: dict[str, str]
) -> None:
    player, half_move = before.split()[:2]
    header = f"{'B' if player == 'A' else 'A'} {int(half_move) + 1} U\n0 9.5\n0 7.25\n"
    header = header.replace(*(("9.5", "9.45") if player == "A" else ("7.25", "7.2")))
    turn = lose_turn(changed_board(before, changes, header), before=before)
    assert turn.offence.ending is Ending.ILLEGAL_MOVE
    assert cause(turn) == turn.offence.fault or cause(turn).kind is boards.OTHERS_MOVE


@pytest.mark.parametrize(
    "rows",
    [
        ["-" * 8, "-BBBBBBB", "B-------", *["-" * 8] * 4, "A-------"],
        ["B-------", *["-" * 8] * 4, "A-------", "-AAAAAAA", "-BBBBBBB"],
    ],
)
def test_a_full_row_may_be_lost_or_moved_to_the_other_edge(rows: list[str]) -> None:
    before = board(["BBBBBBBB", *["-" * 8] * 5, "A-------", "-AAAAAAA"]).decode()
    before = before.replace("A 5 U\n0 9.5\n0 7.2", "B 2 U\n0 9.5\n0 7.25")
    explanation = cause_of_fault(lose_turn(board(rows).replace(b"A 5", b"A 3"), before=before))
    assert explanation
    assert explanation.kind is boards.SHIFTED_BY_ROW
    assert explanation.values["move"] == "a8-a7"


def test_a_board_of_one_column_is_not_said_to_be_shifted() -> None:
    before = f"A 3 U\n0 9\n0 9\n-\no\no\no\ngame {SHORT}\n"
    turn = lose_turn(f"B 4 U\n0 9\n0 9\no\no\no\no\ngame {SHORT}\n".encode(), before=before)
    assert cause_of_fault(turn) is None


@pytest.mark.parametrize(
    ("changes", "code"),
    [({"a7": "-", "a5": "B"}, "L109"), ({"a7": "-", "b5": "B"}, "L106")],
)
def test_a_single_piece_that_goes_too_far_does_not_make_two_moves(
    changes: dict[str, str], code: str
) -> None:
    turn = lose_turn(changed_board(BEFORE, changes))
    assert cause(turn) == turn.offence.fault
    assert turn.offence.fault.kind.code == code


def test_two_pieces_that_go_make_two_moves() -> None:
    changes = {"a7": "-", "a6": "B", "h7": "-", "h6": "B"}
    assert cause(lose_turn(changed_board(BEFORE, changes))).kind is boards.TWO_MOVES


def test_a_move_and_a_capture_are_two_moves() -> None:
    before = BEFORE.replace("---A----\n----A---", "------A-\n----A---").replace(
        "--------\n------A-", "-------B\n------A-"
    )
    changes = {"a7": "-", "a6": "B", "h6": "-", "g5": "-", "f4": "B"}
    assert cause(lose_turn(changed_board(before, changes), before=before)).kind is boards.TWO_MOVES


@pytest.mark.parametrize("change", [("B-------", "-B------"), ("---A----", "--------")])
def test_a_plain_illegal_move_has_no_explanation(change: tuple[str, str]) -> None:
    rows = [row.replace(*change) if row == change[0] else row for row in ROWS]
    if change[0] == "B-------":
        rows[3] = "--------"
    turn = lose_turn(board(rows))
    assert cause_of_fault(turn) is None
    assert cause(turn) == turn.offence.fault


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("0 7.2", "0 -42.75", times.MILLISECONDS),
        ("0 7.2", "0 -49992.75", times.TICKS),
        ("0 7.2", "0 0.05", times.USED_FOR_LEFT),
        ("0 7.2", "0 0", times.TOO_MUCH_SUBTRACTED),
        ("0 7.2", "0 0.00", times.TOO_MUCH_SUBTRACTED),
        ("0 9.5\n0 7.2\n", "0 7.25\n0 9.45\n", times.SWAPPED),
        ("0 9.5\n0 7.2\n", "0 9.35\n0 7.25\n", times.OFF_THE_OTHER),
        ("0 9.5\n0 7.2\n", "0 -0.05\n0 7.25\n", times.OFF_THE_OTHER),
    ],
)
def test_a_wrong_time_is_explained(old: str, new: str, kind: FaultKind) -> None:
    explanation = cause_of_fault(
        lose_turn(CORRECT.replace(old, new).encode(), cpu=Decimal("0.05"), wall=Decimal("0.15"))
    )
    assert explanation
    assert explanation.kind is kind
    assert str(explanation.place).startswith("time ")


def test_two_changed_times_are_not_explained_by_one_wrong_line() -> None:
    turn = lose_turn(CORRECT.replace("0 9.5\n", "0 -0.05\n").encode())
    assert cause_of_fault(turn) is None


def test_the_last_second_cut_off_is_a_rounded_time() -> None:
    before, correct = BEFORE.replace("0 7.25", "0 1.4"), CORRECT.replace("0 7.2", "0 0")
    turn = lose_turn(correct.encode(), before=before, cpu=Decimal("0.6"), wall=Decimal("0.7"))
    assert cause(turn).kind is times.ROUNDED


@pytest.mark.parametrize("written", ["5", "3.8", "7.25001e3"])
def test_another_wrong_time_has_no_explanation(written: str) -> None:
    assert cause_of_fault(lose_turn(CORRECT.replace("0 7.2", f"0 {written}").encode())) is None


@pytest.mark.parametrize("clock", Clock)
@pytest.mark.parametrize(("left", "cpu"), [("1.5", "1.5"), ("2", "0.002")])
def test_a_late_bot_that_wrote_its_time_correctly_made_no_mistake_in_it(
    clock: Clock, left: str, cpu: str
) -> None:
    """The bot has used up its time, by computing or by sleeping, and wrote that nothing is left."""
    before, correct = BEFORE.replace("0 7.25", f"0 {left}"), CORRECT.replace("0 7.2", "0 0")
    wall = Decimal(left)
    used: dict[str, Any] = {"cpu": wall if clock is Clock.CPU else Decimal(cpu), "wall": wall}
    slept = wall - used["cpu"]
    judging = JudgingOptions(timing=Timing(clock))
    turn = lose_turn(correct.encode(), before=before, judging=judging, slept=slept, **used)
    assert turn.offence.ending is Ending.OUT_OF_TIME
    assert cause_of_fault(turn) is None


def test_a_time_below_a_millisecond_is_not_said_to_be_0() -> None:
    before = BEFORE.replace("0 7.25", "0 0.0003")
    offence = lose_turn(before=before, cpu=Decimal("0.0004"), wall=Decimal("0.0005")).offence
    assert "this move took 0.0004 s, with 0.0003 s left" in offence.fault.sentence()
    assert "0,0004" in offence.fault.sentence("ru")


ENDLESS: dict[str, Any] = {"end": RunEnd.CPU_OVER, "cpu": Decimal("7.3"), "wall": Decimal(8)}
ASLEEP: dict[str, Any] = {"end": RunEnd.OWN_TIME_OVER, "slept": Decimal(9), "wall": Decimal(9)}


@pytest.mark.parametrize(
    ("file", "program", "run_result", "kind"),
    [
        (BEFORE, "", ENDLESS, ends.NEVER_ENDED),
        (BEFORE, "", ASLEEP, ends.SLEPT),
        (BEFORE, "x = input()", ASLEEP, ends.WAITED),
        (CORRECT, "", ENDLESS, ends.MOVED_AND_STAYED),
        (CORRECT, "", ASLEEP, ends.MOVED_AND_STAYED),
        (CORRECT, 'system("pause");', ENDLESS, ends.MOVED_AND_WAITED),
    ],
)
def test_a_bot_that_does_not_end_is_explained(
    tmp_path: Path, file: str, program: str, run_result: dict[str, Any], kind: FaultKind
) -> None:
    path = tmp_path / "bot"
    path.write_text(program)
    explanation = cause_of_fault(lose_turn(file.encode(), program=path, **run_result))
    assert explanation
    assert explanation.kind is kind


@pytest.mark.parametrize(
    ("program", "run_result", "kind"),
    [("", ENDLESS, ends.NEVER_ENDED), ("", ASLEEP, ends.SLEPT), ("input()", ASLEEP, ends.WAITED)],
)
@pytest.mark.parametrize("is_written", [False, True])
def test_a_bot_that_does_not_end_is_told_the_fault_of_its_file(
    tmp_path: Path, program: str, run_result: dict[str, Any], kind: FaultKind, is_written: bool
) -> None:
    path = tmp_path / "bot"
    path.write_text(program)
    file = board(ROWS[:-1]) if is_written else BEFORE.encode()
    explanation = cause(lose_turn(file, program=path, **run_result))
    assert explanation.kind is kind
    sentence = "height is 7 instead of 8" if is_written else "it had written nothing"
    assert sentence in explanation.sentence()


def test_a_bot_with_little_time_is_not_said_never_to_end() -> None:
    before, correct = BEFORE.replace("0 7.25", "0 0.56"), CORRECT.replace("0 7.2", "0 0.51")
    turn = lose_turn(correct.encode(), before=before, end=RunEnd.CPU_OVER, cpu=Decimal("0.6"))
    assert cause_of_fault(turn) is None


@pytest.mark.parametrize("program", ["", "std::getchar()"])
@pytest.mark.parametrize("written", ["0 1.5", "0 0.01"])
def test_a_slow_bot_has_no_explanation_but_the_clock(
    tmp_path: Path, written: str, program: str
) -> None:
    """A bot that thought for all of its time is stopped before or after it writes its move."""
    path = tmp_path / "bot"
    path.write_text(program)
    late = BEFORE.replace("0 7.25", "0 1.5")
    for file in (late, CORRECT.replace("0 7.2", written)):
        used: dict[str, Any] = {
            "end": RunEnd.CPU_OVER,
            "cpu": Decimal("1.51"),
            "wall": Decimal("1.6"),
        }
        turn = lose_turn(file.encode(), before=late, program=path, **used)
        assert cause_of_fault(turn) is None


def test_a_bot_that_may_only_think_for_long_is_not_said_to_have_an_endless_loop() -> None:
    explanation = cause_of_fault(lose_turn(**ENDLESS))
    assert explanation
    assert "when its time was over" in explanation.sentence()
    assert (explanation.hint() or "").startswith("let it think for less time")


@pytest.mark.parametrize(
    ("printed", "quotation"),
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
def test_the_error_message_of_a_crash_is_quoted(printed: str, quotation: str) -> None:
    explanation = cause_of_fault(lose_turn(printed=printed.encode(), status=1))
    assert explanation
    assert explanation.kind is ends.LAST_WORDS
    assert quotation in explanation.sentence()
    assert "\x1b" not in explanation.sentence()


@pytest.mark.parametrize("file", ["/tmp/x/ivanov", r"C:\x\ivanov", "/tmp/x/ivanov/__main__.py"])
def test_the_line_of_an_error_is_the_last_in_the_file_of_the_bot(tmp_path: Path, file: str) -> None:
    printed = (
        'Traceback (most recent call last):\n  File "<frozen runpy>", line 198, in _run\n'
        f'  File "{file}", line 40, in <module>\n  File "{file}", line 7, in choose\n'
        '  File "/usr/lib/python3.11/random.py", line 373, in choice\n'
        "IndexError: Cannot choose from an empty sequence\n"
    )
    program = tmp_path / "ivanov"
    explanation = cause_of_fault(lose_turn(printed=printed.encode(), status=1, program=program))
    assert explanation
    assert "empty sequence (line 7)" in explanation.sentence()
    assert "empty sequence (строка 7)" in explanation.sentence("ru")


@pytest.mark.parametrize(
    ("memory", "kind"),
    [
        (1 << 20, ends.WRONG_ADDRESS),
        (9 << 20, ends.STACK_OR_ADDRESS),
        pytest.param(0, ends.STACK_OR_ADDRESS, id="unknown"),
    ],
)
@pytest.mark.parametrize("name", ["SIGSEGV", "SIGBUS"])
def test_a_segmentation_fault_is_explained(memory: int, kind: FaultKind, name: str) -> None:
    status = int(signal.Signals[name])
    explanation = cause_of_fault(lose_turn(end=RunEnd.SIGNALLED, status=status, memory=memory))
    assert explanation
    assert explanation.kind is kind
    assert f"it crashed ({name})" in explanation.sentence()


def test_a_full_stack_is_not_the_only_cause_named() -> None:
    """A program with a large table, or an interpreter, uses as much memory with a null pointer."""
    status = int(signal.SIGSEGV)
    explanation = cause_of_fault(lose_turn(end=RunEnd.SIGNALLED, status=status, memory=9 << 20))
    assert explanation
    assert "its stack was full" in explanation.sentence()
    assert "a pointer was wrong" in explanation.sentence()


def test_a_missing_library_is_named() -> None:
    message = (
        b"./bot: error while loading shared libraries: libengine.so: cannot open shared object\n"
    )
    explanation = cause_of_fault(lose_turn(printed=message, status=127))
    assert explanation
    assert explanation.sentence() == "it needs libengine.so, which is not part of the system"


@pytest.mark.parametrize(
    ("path", "is_other_path"),
    [
        (r"C:\\games\\matrix.txt", True),
        ("/home/ivan/matrix.txt", True),
        ("../matrix.txt", True),
        ("data/matrix.txt", True),
        ("./matrix.txt", False),
        ("matrix.txt", False),
    ],
)
def test_another_path_of_the_file_is_named(tmp_path: Path, path: str, is_other_path: bool) -> None:
    program = tmp_path / "bot"
    program.write_text(f'open("{path}")')
    explanation = cause_of_fault(lose_turn(program=program))
    assert explanation
    assert explanation.kind is (
        wrong_place.OTHER_FOLDER if is_other_path else wrong_place.UNTOUCHED
    )
    assert not is_other_path or path.replace("\\\\", "\\") in explanation.sentence()


@pytest.mark.parametrize(
    ("printed", "kind"),
    [
        (CORRECT, wrong_place.PRINTED),
        (f"thinking ...\n{CORRECT}", wrong_place.PRINTED),
        (CORRECT.replace("\n", "\r\n"), wrong_place.PRINTED),
        (BEFORE, wrong_place.UNTOUCHED),
        ("a7-a6\n", wrong_place.UNTOUCHED),
    ],
)
def test_a_printed_file_is_explained(printed: str, kind: FaultKind) -> None:
    explanation = cause_of_fault(lose_turn(printed=printed.encode()))
    assert explanation
    assert explanation.kind is kind


@pytest.mark.parametrize("name", sorted(all_games()))
def test_a_board_upside_down_is_explained_in_every_game(name: str) -> None:
    """The second move of a game is taken, on a board that is not the same upside down."""
    game = all_games()[name].with_rules(None)
    first = Matrix(game, game.start(StartRequest()))
    starts = (
        first.followed_by(game.perform(first.position, move), None)
        for move in game.moves(first.position)
    )
    start, after = next(
        (start, position)
        for start in starts
        if start.position.board != _upside_down(start.position.board)
        for position in (game.perform(start.position, move) for move in game.moves(start.position))
        if isinstance(game.infer_move(start.position, _upside_down(position.board)), Fault)
    )
    text = write_matrix(start.followed_by(after, None).with_times((Decimal(30), Decimal("29.95"))))
    upside_down = "\n".join(_upside_down(after.board).rows)
    explanation = cause_of_fault(
        lose_turn(
            text.replace("\n".join(after.board.rows), upside_down).encode(),
            before=write_matrix(start),
        )
    )
    assert explanation
    assert explanation.kind is boards.UPSIDE_DOWN


def _upside_down(board: Board) -> Board:
    return Board(board.rows[::-1])


RETURN = b"#!/usr/bin/env python3\r\nprint(1)\r\n"


@pytest.mark.parametrize(
    ("script", "changes", "is_cause"),
    [
        (b"#!/bin/sh\r\n", {"end": RunEnd.NOT_STARTED, "status": errno.ENOENT}, True),
        (RETURN, {"status": 127}, True),
        (RETURN.replace(b"3\r", b"3"), {"status": 127}, False),
        (RETURN, {"status": 1}, False),
        (RETURN.replace(b"env ", b"env -S "), {"status": 127}, False),
        (b"#!/usr/bin/perl -w\r\n", {"status": 127}, False),
        (b"#!/usr/bin/perl\r\n", {}, False),
    ],
)
def test_a_carriage_return_after_the_interpreter_is_explained_if_the_script_did_not_run(
    tmp_path: Path, script: bytes, changes: dict[str, Any], *, is_cause: bool
) -> None:
    program = tmp_path / "ivanov"
    program.write_bytes(script)
    assert (cause(lose_turn(program=program, **changes)).kind is texts.CARRIAGE_RETURN) is is_cause


@pytest.mark.parametrize("newline", ["\n", ""])
def test_a_file_that_was_not_emptied_is_explained(newline: str) -> None:
    before = BEFORE.replace("7.25", "7.25123")
    new = CORRECT.removesuffix("\n") + newline
    old_end = before[len(new) :]
    assert old_end
    explanation = cause_of_fault(lose_turn((new + old_end).encode(), before=before))
    assert explanation
    assert explanation.kind is texts.NOT_EMPTIED
    other_end = "x" * len(old_end)
    other = cause_of_fault(lose_turn((new + other_end).encode(), before=before))
    assert other is None or other.kind is not texts.NOT_EMPTIED


@pytest.mark.parametrize(
    ("printed", "words"),
    [
        (b"depth 3\nmatrix.txt: not my game\r\n\n", "matrix.txt: not my game"),
        (b"I think a7-a6\n", "I think a7-a6"),
        (b" \n", None),
        (b"", None),
    ],
)
def test_the_last_line_before_an_error_status_is_quoted_and_not_called_an_error(
    printed: bytes, words: str | None
) -> None:
    explanation = cause_of_fault(lose_turn(status=2, printed=printed))
    assert (explanation and explanation.kind) is (words and ends.LAST_LINE)
    assert (explanation and explanation.values["words"]) == words


def test_every_explanation_has_a_hint_and_a_code_of_its_own() -> None:
    modules = (boards, ends, wrong_place, texts, times)
    values = [value for module in modules for value in vars(module).values()]
    own = [kind for kind in values if isinstance(kind, FaultKind) and kind.code.startswith("V2")]
    assert own
    assert [kind.code for kind in own if kind.hint is None] == []
    assert len({kind.code for kind in own}) == len(own)


def test_a_crash_or_a_stop_reports_no_fault_of_the_file() -> None:
    """The unchanged file has no move, but that did not lose the game."""
    assert lose_turn().diagnostics
    for end in (RunEnd.SIGNALLED, RunEnd.CPU_OVER):
        assert lose_turn(end=end, status=signal.SIGSEGV).diagnostics == ()


def test_a_program_that_is_always_slow_is_not_said_never_to_end() -> None:
    stopped = lose_turn(end=RunEnd.CPU_OVER, cpu=Decimal(7), wall=Decimal(7))
    assert cause(stopped).kind is ends.NEVER_ENDED
    assert cause(replace(stopped, usual=Decimal(6))).kind is not ends.NEVER_ENDED
