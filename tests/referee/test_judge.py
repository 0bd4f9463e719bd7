"""Tests of the judgement of a turn: each ending, by the run result and the file; no bot runs."""

from __future__ import annotations

import signal
from dataclasses import replace
from decimal import Decimal
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formats.fault import Severity
from formats.games import all_games
from formats.matrix import Matrix, read_matrix, write_matrix
from formats.outcome import HALF_MOVE_LIMIT, Outcome
from formats.record import RecordedMove, after_move
from referee.clock import Clock, Timing
from referee.judge import Judgement, JudgingOptions, judge
from referee.program import MIB, Limits
from referee.sandbox.run_result import FileKind, RunEnd, RunResult, TurnFile
from referee.verdict import Ending, verdict_by_rules
from tests.formats.games.example_games import DEFAULT, SHORT, STEPS
from tests.formats.games.games_for_tests import SMALL, random_move
from tests.formats.games.variant import Variant
from tests.formats.test_repetition import THERE_AND_BACK, Shuttle

LEFT = Decimal(5)
LIMITS = Limits(memory=100 * MIB)
BEFORE = """\
A 3 U
0 5
0 5
--------
B------B
--------
--------
---A----
--------
--------
--------
"""
AFTER = """\
B 4 U
0 4.9
0 5
--------
B------B
--------
---A----
--------
--------
--------
--------
"""


LINK, FOLDER, FIFO, SOCKET, DEVICE = list(FileKind)[FileKind.LINK : FileKind.DEVICE + 1]


def matrix(text: str = BEFORE) -> Matrix:
    parsed = read_matrix(text.encode()).matrix
    assert parsed
    return parsed


def file(text: str | bytes) -> TurnFile:
    data = text if isinstance(text, bytes) else text.encode()
    return TurnFile(FileKind.REGULAR, 1, len(data), data)


def run_result(text: str | bytes = AFTER, **changes: Any) -> RunResult:
    """Return the result of a run that took a tenth of a second and left this file."""
    usual = RunResult(
        RunEnd.EXITED,
        0,
        Decimal("0.1"),
        Decimal("0.1"),
        Decimal(0),
        MIB,
        False,
        file(text),
        (),
        b"",
        0,
    )
    return replace(usual, **changes)


def judge_run(text: str | bytes = AFTER, clock: Clock = Clock.CPU, **changes: Any) -> Judgement:
    return judge(matrix(), run_result(text, **changes), JudgingOptions(Timing(clock), LIMITS))


def ending(*arguments: Any, **changes: Any) -> Ending | None:
    verdict = judge_run(*arguments, **changes).verdict
    return verdict.ending if verdict else None


def test_a_good_turn_is_charged_and_goes_on() -> None:
    turn = judge_run(cpu=Decimal("0.123"))
    assert turn.verdict is None
    assert str(turn.move and turn.move.text) == "d4-d5"
    assert turn.matrix
    assert turn.matrix.times == (Decimal("4.877"), LEFT)


SLEPT_LONG = {"slept": Decimal("6.9"), "wall": Decimal(7)}


class Case(NamedTuple):
    """A change of the run result, with the ending that it leads to."""

    ending: Ending
    other: dict[str, Any]
    sentence: str = ""


def left_file(kind: FileKind, links: int = 1, size: int = 10) -> dict[str, Any]:
    return {"file": TurnFile(kind, links, size, b"")}


CASES = [
    Case(Ending.NOT_STARTED, {"end": RunEnd.NOT_STARTED, "status": 8}, "cannot be started"),
    Case(Ending.OUT_OF_MEMORY, {"end": RunEnd.MEMORY_OVER, "memory": 200 * MIB}, "MiB allowed"),
    Case(Ending.OUT_OF_MEMORY, {"memory": 100 * MIB + 1}),
    Case(
        Ending.OUT_OF_TIME,
        {"end": RunEnd.OWN_TIME_OVER, **SLEPT_LONG},
        "it slept 6.9 s in this turn",
    ),
    Case(Ending.OUT_OF_TIME, {"end": RunEnd.CPU_OVER, "cpu": Decimal("5.01")}, "took 5.01 s"),
    Case(Ending.OUT_OF_TIME, {"cpu": LEFT}, "this move took 5 s"),
    Case(Ending.CRASH, {"status": 3}, "status 3"),
    Case(
        Ending.CRASH, {"end": RunEnd.SIGNALLED, "status": signal.SIGFPE}, "SIGFPE: wrong arithmetic"
    ),
    Case(Ending.CRASH, {"end": RunEnd.SIGNALLED, "status": 64}, "SIGRTMAX"),
    Case(Ending.CRASH, {"end": RunEnd.SIGNALLED, "status": 40}, "40: it was killed"),
    Case(Ending.WROTE_TOO_MUCH, {"end": RunEnd.SIGNALLED, "status": signal.SIGXFSZ}, "64 MiB"),
    Case(
        Ending.WROTE_TOO_MUCH,
        left_file(FileKind.REGULAR, size=65537),
        "65,537 bytes; at most 65,536",
    ),
    Case(Ending.OTHER_FILES, {"other_names": ("b", "a")}, "beside matrix.txt: a, b"),
    Case(Ending.OTHER_FILES, {"other_names": tuple("abcdef")}, "a, b, c, d, e, ..."),
    Case(Ending.MALFORMED_FILE, left_file(FileKind.MISSING), "gone"),
    Case(Ending.MALFORMED_FILE, left_file(FileKind.UNREADABLE), "cannot be read"),
    *(
        Case(Ending.MALFORMED_FILE, left_file(kind), "matrix.txt has become a")
        for kind in (
            FileKind.LINK,
            FileKind.FOLDER,
            FileKind.FIFO,
            FileKind.SOCKET,
            FileKind.DEVICE,
        )
    ),
    Case(Ending.MALFORMED_FILE, left_file(FileKind.REGULAR, links=2), "hard link"),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.ending.label} {case.other}")
def test_the_run_result_decides_whatever_the_file_says(case: Case) -> None:
    verdict = judge_run(**case.other).verdict
    assert verdict
    assert (verdict.winner, verdict.ending) == ("B", case.ending)
    assert verdict.disqualified == ("A" if case.ending.disqualifies else None)
    assert case.sentence in verdict.say()
    assert verdict.say("ru") not in ("", verdict.say())


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("B 4", "B four", Ending.MALFORMED_FILE),
        ("B------B", "C------B", Ending.MALFORMED_FILE),
        ("0 4.9", "0 -4.9", Ending.FALSE_TIME),
        (AFTER, BEFORE, Ending.NO_MOVE),
        ("---A----\n--------", "--------\n--A-----", Ending.ILLEGAL_MOVE),
        ("B------B", "B-AAAAAA\nAAAAAAAA"[:8], Ending.ILLEGAL_MOVE),
        ("0 4.9", "0 5.2", Ending.FALSE_TIME),
        ("0 4.9", "0 4.7", Ending.FALSE_TIME),
        ("0 5\n", "0 4.8\n", Ending.FALSE_TIME),
        ("0 5\n", "0 5.2\n", Ending.FALSE_TIME),
        ("0 4.9", "1 4.9", Ending.FALSE_HEADER),
        ("B 4 U", "B 6 U", Ending.FALSE_HEADER),
        ("B 4 U", "A 5 U", Ending.FALSE_HEADER),
        ("B 4 U", "A 4 U", Ending.FALSE_HEADER),
        ("B 4 U", "B 100 U", Ending.FALSE_HEADER),
        ("B 4 U", "B 4 A", Ending.FALSE_HEADER),
        ("B 4 U", "B 4 B", Ending.FALSE_HEADER),
        ("B 4 U", "B 4 D", Ending.FALSE_HEADER),
    ],
)
def test_the_file_decides_if_the_run_has_no_fault(old: str, new: str, expected: Ending) -> None:
    assert old in AFTER
    assert ending(AFTER.replace(old, new, 1)) is expected


def test_a_bad_status_after_a_legal_move_is_explained() -> None:
    verdict = judge_run(status=1).verdict
    assert verdict
    assert verdict.ending is Ending.CRASH
    assert verdict.say() == (
        "the move is legal, but the program ended with status 1: end `main` with `return 0`"
    )
    for text in (BEFORE, AFTER.replace("B 4 U", "B 4 A")):
        without_move = judge_run(text, status=1).verdict
        assert without_move
        assert without_move.say() == "the program ended with status 1"


def test_the_most_serious_of_several_faults_decides() -> None:
    """Faults are added from the least to the most serious; each changes the verdict."""
    text = AFTER.replace("B 4 U", "B 6 U")
    assert ending(text) is Ending.FALSE_HEADER
    text = text.replace("0 4.9", "0 6")
    assert ending(text) is Ending.FALSE_TIME
    text = text.replace("B------B", "-------B")
    assert ending(text) is Ending.ILLEGAL_MOVE
    text = text.replace("\n--------\n", "\n-----?--\n", 1)
    assert ending(text) is Ending.MALFORMED_FILE
    changes: dict[str, Any] = {"other_names": ("notes",)}
    assert ending(text, **changes) is Ending.OTHER_FILES
    changes["status"] = 1
    assert ending(text, **changes) is Ending.CRASH
    changes["cpu"] = LEFT
    assert ending(text, **changes) is Ending.OUT_OF_TIME
    changes["memory"] = 200 * MIB
    assert ending(text, **changes) is Ending.OUT_OF_MEMORY


def test_every_clock_checks_the_claim() -> None:
    for clock in Clock:
        assert ending(AFTER.replace("4.9", "1"), clock) is Ending.FALSE_TIME
        assert ending(AFTER, clock) is None


@pytest.mark.parametrize("clock", Clock)
def test_a_bot_that_waited_for_a_core_may_claim_a_negative_time_left(clock: Clock) -> None:
    """A claim by wall-clock time is honest; the charge is the time that the bot ran."""
    text, seconds = AFTER.replace("4.9", "-1.25"), Decimal("0.1")
    turn = judge_run(text, clock, cpu=seconds, wall=Decimal("6.3"))
    assert turn.verdict is None
    assert turn.move
    assert turn.move.seconds == seconds if clock is not Clock.FILE else seconds + Decimal("0.1")
    assert [(each.code, each.severity) for each in turn.diagnostics] == [("M242", Severity.WARNING)]
    false_claim = judge_run(text, clock, cpu=seconds, wall=Decimal(6)).verdict
    assert false_claim
    assert false_claim.ending is Ending.FALSE_TIME
    assert ending(AFTER.replace("\n0 5\n", "\n0 -0.05\n"), clock) is Ending.MALFORMED_FILE


def test_a_claim_of_all_the_time_loses_under_the_file_clock() -> None:
    used = {"cpu": Decimal("4.95"), "wall": Decimal("4.95")}
    text = AFTER.replace("4.9", "0")
    assert ending(text, Clock.FILE, **used) is Ending.OUT_OF_TIME
    assert ending(text, Clock.CPU, **used) is None


LONG_TIMES = (Decimal("29.999617"), Decimal("27.123456"))
"""Times left of two players; their files say 29.9996 and 27.1234."""
MARGIN = Decimal("0.25")


def judge_rounded_times(
    own: str, foe: str, clock: Clock = Clock.CPU, cpu: str = "0.1"
) -> Judgement:
    """Judge a turn with these times written, under a wider margin and LONG_TIMES left."""
    text = AFTER.replace("0 4.9", f"0 {own}").replace("0 5\n", f"0 {foe}\n")
    judging = JudgingOptions(Timing(clock, MARGIN), LIMITS)
    used = Decimal(cpu)
    return judge(
        replace(matrix(), times=LONG_TIMES), run_result(text, cpu=used, wall=used), judging
    )


@pytest.mark.parametrize("clock", Clock)
@pytest.mark.parametrize(
    ("own", "foe"),
    [
        pytest.param("29.9", "27.1234", id="cout << t"),
        pytest.param("29.90", "27.12", id="%.2f"),
        pytest.param("30.0", "27.1", id="%.1f, raised"),
        pytest.param("29.999599", "27.123400", id="%f of a float"),
        pytest.param("29.9", "27.3734", id="the other's raised by the margin"),
        pytest.param("30.2496", "26.8734", id="raised and lowered by the margin"),
    ],
)
def test_times_may_be_rounded(own: str, foe: str, clock: Clock) -> None:
    turn = judge_rounded_times(own, foe, clock)
    assert turn.verdict is None
    assert turn.move
    assert turn.matrix
    time_in_file = replace(matrix(), times=LONG_TIMES).as_written.times[0]
    charge = max(time_in_file - Decimal(own), Decimal(0)) if clock is Clock.FILE else Decimal("0.1")
    assert turn.move.seconds == charge
    assert turn.matrix.times == (LONG_TIMES[0] - charge, LONG_TIMES[1])
    assert all(d.severity is Severity.WARNING for d in turn.diagnostics)


@pytest.mark.parametrize(
    ("own", "foe"),
    [
        pytest.param("29.9", "27.373401", id="the other's raised"),
        pytest.param("29.9", "26.873399", id="the other's lowered"),
        pytest.param("30.249601", "27.1234", id="its own raised"),
    ],
)
def test_times_beyond_the_margin_are_false(own: str, foe: str) -> None:
    verdict = judge_rounded_times(own, foe).verdict
    assert verdict
    assert verdict.ending is Ending.FALSE_TIME


def test_verdicts_write_numbers_as_the_language_does() -> None:
    slept: dict[str, Any] = {"end": RunEnd.OWN_TIME_OVER, **SLEPT_LONG}
    verdict = judge_run(**slept).verdict
    assert verdict
    assert "она проспала 6,9 с, а оставалось 5 с" in verdict.say("ru")


def test_time_raised_by_rounding_after_a_long_turn_is_false() -> None:
    turn = judge_rounded_times("30.1", "27.1234", cpu="4")
    assert turn.verdict
    assert turn.verdict.ending is Ending.FALSE_TIME
    assert "says that it used 0 s, but it was measured at 4 s" in turn.verdict.say()


@pytest.mark.parametrize("clock", Clock)
def test_the_account_is_exact_however_the_bot_rounds(clock: Clock) -> None:
    before = replace(matrix(), times=LONG_TIMES)
    charged = {"A": Decimal(0), "B": Decimal(0)}
    for used in map(Decimal, ("0.000019", "0.012345", "0.100001", "0.004999")):
        player = before.position.player
        move = next(iter(before.game.moves(before.position)))
        after = after_move(before.as_written, RecordedMove(str(move), used))
        a, b = (round(time, 2) for time in after.times)
        text = write_matrix(replace(after, times=(a, b)))
        turn = judge(before, run_result(text, cpu=used, wall=used), JudgingOptions(Timing(clock)))
        assert turn.move
        assert turn.matrix
        assert turn.move.seconds >= 0
        charged[player] += turn.move.seconds
        before = turn.matrix
    assert before.times == (LONG_TIMES[0] - charged["A"], LONG_TIMES[1] - charged["B"])


def test_claiming_all_time_in_the_file_loses_even_if_the_account_has_more() -> None:
    """The account is exact, and the file has six digits."""
    before = replace(matrix(), times=(Decimal("29.999617"), LEFT))
    used = {"cpu": Decimal("29.95"), "wall": Decimal("29.95")}
    turn = judge(
        before, run_result(AFTER.replace("4.9", "0"), **used), JudgingOptions(Timing(Clock.FILE))
    )
    assert turn.verdict
    assert turn.verdict.ending is Ending.OUT_OF_TIME
    assert (
        judge(before, run_result(AFTER.replace("4.9", "0"), **used), JudgingOptions()).verdict
        is None
    )


NEARLY_WON = """\
A 3 U
0 5
0 5
--------
BA-----B
--------
--------
--------
--------
--------
--------
"""


@pytest.mark.parametrize("written", ["A", "B", "D", "U"])
def test_a_winning_bot_must_write_its_win(written: str) -> None:
    after = NEARLY_WON.replace("A 3 U", f"B 4 {written}").replace("0 5", "0 4.9", 1)
    after = after.replace("--------\nBA-----B", "-A------\nB------B")
    verdict = judge(matrix(NEARLY_WON), run_result(after), JudgingOptions()).verdict
    assert verdict
    is_right = written == "A"
    assert verdict.ending is (Ending.WON if is_right else Ending.FALSE_HEADER)
    assert verdict.winner == ("A" if is_right else "B")


@pytest.mark.parametrize("written", ["D", "U"])
def test_a_bot_may_write_the_draw_by_the_limit_or_leave_it_open(written: str) -> None:
    game = replace(all_games()[DEFAULT].with_rules(None), limit=3)
    before = replace(matrix(), game=game)
    verdict = judge(before, run_result(AFTER.replace("U", written)), JudgingOptions()).verdict
    assert verdict
    assert (verdict.winner, verdict.ending) == ("D", Ending.HALF_MOVE_LIMIT)


@pytest.mark.parametrize("written", ["A", "B"])
def test_writing_a_win_at_the_limit_is_false(written: str) -> None:
    game = replace(all_games()[DEFAULT].with_rules(None), limit=3)
    before = replace(matrix(), game=game)
    verdict = judge(before, run_result(AFTER.replace("U", written)), JudgingOptions()).verdict
    assert verdict
    assert (verdict.winner, verdict.ending) == ("B", Ending.FALSE_HEADER)


@pytest.fixture(name="shuttle")
def make_shuttle(monkeypatch: pytest.MonkeyPatch) -> Shuttle:
    """Add the game with repeatable moves to the known games."""
    monkeypatch.setitem(all_games(), Shuttle.name, Shuttle)
    return Shuttle()


@pytest.mark.parametrize(("written", "winner"), [("D", "D"), ("U", "D"), ("B", "A"), ("A", "A")])
def test_a_bot_may_write_the_draw_by_repetition_or_leave_it_open(
    shuttle: Shuttle, written: str, winner: str
) -> None:
    matrix = Matrix(shuttle, shuttle.start(), times=(LEFT, LEFT))
    for name in THERE_AND_BACK * 3:
        before, matrix = matrix, after_move(matrix, RecordedMove(name, Decimal("0.1")))
    earlier = (THERE_AND_BACK * 3)[:-1]
    text = write_matrix(replace(matrix, winner=None)).replace(" U", f" {written}", 1)
    verdict = judge(before, run_result(text), JudgingOptions(), earlier).verdict
    assert verdict
    assert verdict.winner == winner
    assert verdict.ending is (Ending.REPETITION if winner == "D" else Ending.FALSE_HEADER)
    without_repetition = judge(before, run_result(text), JudgingOptions(), earlier[1:]).verdict
    assert (without_repetition is None) is (written == "U"), (
        "a written D is right only by repetition"
    )


OF_STEPS = f"""\
B 2 U
0 5
0 5
-----
-----
--A--
-A---
A----
game {STEPS}
rules sesc
last a1-b2-c3
"""
OF_STEPS_AFTER = f"""\
A 3 U
0 5
0 4.9
----B
---B-
--a--
-A---
A----
game {STEPS}
rules sesc
"""


@pytest.mark.parametrize("encoding", ["utf-8", "cp1251", "cp866", "koi8-r"])
@pytest.mark.parametrize("letters", ["АВ", "Д"])
def test_russian_letters_lose_unless_the_event_is_lenient(letters: str, encoding: str) -> None:
    before = replace(matrix(), game=all_games()[DEFAULT]().with_limit(3))
    russian = dict(zip("ABD", "АВД", strict=True))
    text = AFTER.replace("B 4 U", "B 4 D")
    table = {ord(latin): letter for latin, letter in russian.items() if letter in letters}
    turn = run_result(text.translate(table).encode(encoding))
    strict, lenient = (judge(before, turn, JudgingOptions(lenient=kind)) for kind in (False, True))
    assert strict.verdict
    assert strict.verdict.ending is Ending.MALFORMED_FILE
    assert lenient.verdict == verdict_by_rules(Outcome("D", HALF_MOVE_LIMIT)), lenient.diagnostics
    assert {d.severity for d in lenient.diagnostics} == {Severity.WARNING}


@pytest.mark.parametrize(
    "footer",
    ["", f"game {STEPS}\n", "rules sesc\n", "last e5-d4-c3\n", "rules classic ending=last-turn\n"],
)
def test_an_omitted_footer_line_is_no_fault(footer: str) -> None:
    head, _, _ = OF_STEPS_AFTER.partition("game")
    turn = judge(matrix(OF_STEPS), run_result(head + footer), JudgingOptions())
    assert turn.verdict is None
    assert turn.matrix
    assert write_matrix(turn.matrix).endswith(f"game {STEPS}\nrules sesc\nlast e5-d4-c3\n")


@pytest.mark.parametrize(
    ("footer", "expected"),
    [
        (f"game {DEFAULT}\n", Ending.MALFORMED_FILE),
        (f"game {SHORT}\n", Ending.MALFORMED_FILE),
        ("rules classic\n", Ending.ILLEGAL_MOVE),
        (f"game {STEPS}\nrules classic\n", Ending.ILLEGAL_MOVE),
        ("last e5-d4-d5\n", Ending.ILLEGAL_MOVE),
        ("hello\n", Ending.MALFORMED_FILE),
    ],
)
def test_a_changed_footer_line_is_a_fault(footer: str, expected: Ending) -> None:
    head, _, _ = OF_STEPS_AFTER.partition("game")
    verdict = judge(matrix(OF_STEPS), run_result(head + footer), JudgingOptions()).verdict
    assert verdict
    assert (verdict.winner, verdict.ending) == ("A", expected)


@pytest.mark.parametrize("variant", SMALL, ids=str)
def test_a_winner_written_too_early_is_false_in_every_game(variant: Variant) -> None:
    """Each winner is tried, also if the game has no draw or an event has limited it."""
    random, moves = Random(str(variant)), list[str]()
    before = Matrix(variant.game, variant.start, times=(LEFT * 1000, LEFT * 1000))
    while True:
        move = random_move(variant.game, before.position, random)
        after = after_move(before, RecordedMove(str(move), Decimal("0.1")))
        if after.winner:
            break
        for written in ("A", "B", "D"):
            verdict = judge(
                before,
                run_result(write_matrix(replace(after, winner=written))),
                JudgingOptions(),
                moves,
            )
            assert verdict.verdict
            assert verdict.verdict.ending is Ending.FALSE_HEADER
            assert verdict.verdict.disqualified == before.position.player
        moves.append(str(move))
        before = after


@pytest.mark.parametrize("rules", all_games()[STEPS].rule_sets)
def test_the_second_pass_ends_the_game_by_the_rules(rules: str) -> None:
    """The first pass may not write a winner, and the second must write the right one."""
    game = all_games()[STEPS].with_rules(rules)
    start = Matrix(game, game.start(), times=(LEFT, LEFT))
    if game.fault_of(start.position, game.parse("pass")):
        return
    once = after_move(start, RecordedMove("pass", Decimal("0.1")))
    twice = after_move(once, RecordedMove("pass", Decimal("0.1")))
    for written in ("A", "B", "D"):
        first = judge(
            start, run_result(write_matrix(replace(once, winner=written))), JudgingOptions()
        )
        assert first.verdict
        assert first.verdict.ending is Ending.FALSE_HEADER
        second = judge(
            once,
            run_result(write_matrix(replace(twice, winner=written))),
            JudgingOptions(),
            ["pass"],
        )
        assert second.verdict
        assert (second.verdict.ending is Ending.FALSE_HEADER) is (written != twice.winner)


@given(st.binary(max_size=300))
def test_no_content_of_the_file_raises(data: bytes) -> None:
    verdict = judge_run(data).verdict
    assert verdict
    assert verdict.winner == "B"


@given(st.data())
def test_no_change_of_a_good_file_raises(data: st.DataObject) -> None:
    """A changed file is accepted only if it means the same."""
    text = bytearray(AFTER.encode())
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(text) - 1))
        text[place : place + data.draw(st.integers(0, 2))] = data.draw(st.binary(max_size=2))
    turn = judge_run(bytes(text))
    if turn.verdict is None:
        assert turn.matrix
        position, expected = turn.matrix.position, matrix(AFTER).position
        assert (position.board, position.half_move, turn.matrix.times[1]) == (
            expected.board,
            4,
            LEFT,
        )


@pytest.mark.parametrize("variant", SMALL, ids=str)
def test_an_honest_game_has_no_fault(variant: Variant) -> None:
    """Play every game under every rule set, with the winner written by the rules."""
    random, moves = Random(str(variant)), list[str]()
    before = Matrix(variant.game, variant.start, times=(LEFT * 1000, LEFT * 1000))
    while not variant.game.outcome(before.position):
        move = random_move(variant.game, before.position, random)
        after = after_move(before, RecordedMove(str(move), Decimal("0.1")))
        turn = judge(before, run_result(write_matrix(after)), JudgingOptions(), moves)
        assert turn.move
        assert turn.matrix
        assert (
            variant.game.play(before.position, variant.game.parse(turn.move.text))
            == turn.matrix.position
        )
        assert turn.matrix.position.board == after.position.board
        assert (turn.matrix.times, turn.matrix.winner) == (after.times, after.winner)
        outcome = variant.game.outcome(after.position)
        assert (turn.verdict and turn.verdict.winner) == (outcome and outcome.winner)
        moves.append(str(move))
        before = after
