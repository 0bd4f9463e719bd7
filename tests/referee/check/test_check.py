"""Tests of the check of submitted bots, by real programs, correct and faulty."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from formats.game import StartRequest
from formats.games import all_games
from formats.matrix import Matrix, read_matrix
from formats.text import LANGUAGES
from referee.bot_game import Setting, play_game
from referee.check import examine
from referee.check.binary import WINDOWS, BinaryHeader
from referee.check.checked_bot import CheckedBot
from referee.check.checks import all_checks
from referee.check.finding import CheckResult, Finding
from referee.check.positions import POSITIONS
from referee.check.trials import Trials
from referee.diagnosis.texts import NOT_EMPTIED
from referee.judge import JudgingOptions
from referee.program import MIB, Allowance, Limits, Program
from referee.sandbox import Sandbox
from referee.sandbox.isolation_levels import IsolationLevel
from referee.sandbox.run_result import RunEnd
from referee.verdict import Ending
from tests.bot.programs import needs_compiler, shipped
from tests.formats.games.example_games import DEFAULT
from tests.formats.games.people import NOT_NAMES, PEOPLE
from tests.full_load import FULL
from tests.places import ROOT
from tests.referee.needs import ISOLATING

pytestmark = pytest.mark.xdist_group("checks")

GAME = all_games()[DEFAULT].with_rules(None)
FOLDER = ROOT / "referee" / "check" / "checks"

# A correct bot of MMPeshki; each test adds one fault to it.
CORRECT = f"""\
#!{sys.executable} -S
import os, sys, time
text = open("matrix.txt", newline="", encoding="utf-8-sig").read()
lines = text.split()
mover, number, winner, _, time_a, _, time_b, *rows = lines[:15]
rows = [list(row) for row in rows]
own, ahead = ("A", -1) if mover == "A" else ("B", 1)


def inside(row, column):
    return 0 <= row < 8 and 0 <= column < 8


def moves():
    for row in range(8):
        for column in range(8):
            for side in (-1, 0, 1):
                if rows[row][column] != own or not inside(row + ahead, column + side):
                    continue
                met = rows[row + ahead][column + side]
                if met == "-":
                    yield row, column, row + ahead, column + side
                beyond = row + 2 * ahead, column + 2 * side
                if met not in "-*" + own and inside(*beyond) and rows[beyond[0]][beyond[1]] == "-":
                    yield row, column, *beyond


row, column, to_row, to_column = next(moves())
if abs(to_row - row) == 2:
    rows[(row + to_row) // 2][(column + to_column) // 2] = "-"
rows[row][column], rows[to_row][to_column] = "-", own
other = "B" if own == "A" else "A"
mover_won = own in rows[0 if own == "A" else 7]
own, ahead = other, -ahead
stuck = next(moves(), None) is None
winner = other if stuck else mover if mover_won else "D" if int(number) == 60 else "U"
used = time.process_time()
"""
WRITE = """
times = [float(time_a), float(time_b)]
times["AB".index(mover)] -= used
head = [f"{other} {int(number) + 1} {winner}", *(f"0 {t:.6f}" for t in times)]
open("matrix.txt", "w").write("\\n".join([*head, *map("".join, rows), ""]))
"""
FAULTY = {
    "moves": 'winner = "U" if winner != "U" else "A"\n',
    "clock": "used = 0.9\n",
    "leftovers": 'open("notes.txt", "w").write("x")\n',
    "memory": "child = os.fork(); hog = b'x' * (60 << 20); time.sleep(0.2)\n"
    "child and os.waitpid(child, 0) or os._exit(0)\n",
}
FORKS = "\nif os.fork() == 0:\n    os.setsid(); time.sleep(30)\n"


def bot(folder: Path, text: str, name: str = "ivanov") -> Program:
    path = folder / name
    path.write_text(text)
    path.chmod(0o755)
    return Program(name, path)


def checked_bot(program: Program, **changes: object) -> CheckedBot:
    judging = JudgingOptions(limits=Limits(memory=100 * MIB))
    values: dict[str, object] = {"judging": judging, "isolation": IsolationLevel.NONE, **changes}
    return CheckedBot(program, GAME, **values)  # type: ignore[arg-type]  # of several kinds


def run_check(checked: CheckedBot) -> dict[str, list[Finding]]:
    findings: dict[str, list[Finding]] = {}
    for finding in examine(checked):
        for language in LANGUAGES:
            assert "{" not in finding.sentence.say(language)
            assert finding.result is CheckResult.PASSED or finding.advice
        findings.setdefault(finding.check, []).append(finding)
    return findings


def failures(findings: dict[str, list[Finding]]) -> set[str]:
    return {
        label
        for label, label_findings in findings.items()
        if any(f.result is CheckResult.FAILED for f in label_findings)
    }


def test_every_module_of_the_folder_is_a_check() -> None:
    modules = {path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__"}
    assert modules == {label.replace("-", "_") for label in all_checks()}


@needs_compiler
def test_a_correct_bot_passes_every_check() -> None:
    findings = run_check(checked_bot(Program("ivanov", shipped(f"{DEFAULT}-greedy"))))
    # Without an event no machine is given on which the bot must start.
    assert list(findings) == [label for label in all_checks() if label != "machine"]
    assert {
        finding.result for label_findings in findings.values() for finding in label_findings
    } == {CheckResult.PASSED}
    assert findings["moves"][0].sentence.en == f"legal moves in {POSITIONS} positions"


def test_a_correct_script_passes(tmp_path: Path) -> None:
    findings = run_check(checked_bot(bot(tmp_path, CORRECT + WRITE)))
    assert not failures(findings)
    assert "a script for" in findings["file-format"][0].sentence.en
    assert findings["line-ends"][0].result is CheckResult.PASSED


def test_a_check_gives_a_bot_one_core_as_a_game_does(tmp_path: Path) -> None:
    script = CORRECT + "assert len(os.sched_getaffinity(0)) == 1\n" + WRITE
    assert not failures(run_check(checked_bot(bot(tmp_path, script))))


def test_a_slow_start_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some positions leave a thirtieth of the time, hardly more than this bot needs to start."""
    monkeypatch.setattr("referee.check.checked_bot.POSITIONS", 20)
    slow = "while time.process_time() < 0.2:\n    pass\nused = time.process_time()\n"
    assert not failures(
        run_check(checked_bot(bot(tmp_path, CORRECT + slow + WRITE), time=Decimal(8)))
    )


@pytest.mark.parametrize("again", [False, True])
def test_the_check_gives_no_less_time_than_a_game_leaves(tmp_path: Path, *, again: bool) -> None:
    """The bot is slow with less than a second left, which its games never leave."""
    slow = f"""
seen = "{tmp_path}/" + "_".join(lines)
if float(time_a if mover == "A" else time_b) < 1 and ({again} or not os.path.exists(seen)):
    open(seen, "w").close()
    while time.process_time() < 1:
        pass
used = time.process_time()
"""
    findings = run_check(checked_bot(bot(tmp_path, CORRECT + slow + WRITE), time=Decimal(6)))
    assert failures(findings) == set()


@pytest.mark.parametrize(("form", "is_good"), [("g", True), (".2f", True), (".0f", False)])
def test_the_check_and_a_match_judge_times_alike(tmp_path: Path, form: str, is_good: bool) -> None:
    program = bot(tmp_path, CORRECT + WRITE.replace(".6f", form))
    assert failures(run_check(checked_bot(program))) == (set() if is_good else {"clock"})
    times = (Decimal("29.999617"), Decimal("7.123456"))
    start_matrix = Matrix(GAME, GAME.start(StartRequest(seed=1)), times=times)
    played = play_game(
        {"A": program, "B": program}, Setting(start_matrix, isolation=IsolationLevel.NONE)
    )
    assert (played.verdict.ending is not Ending.FALSE_TIME) == is_good
    assert played.verdict.disqualified == (None if is_good else "A")


@pytest.mark.parametrize("check", FAULTY)
def test_a_faulty_bot_fails_that_check_alone(tmp_path: Path, check: str) -> None:
    findings = run_check(checked_bot(bot(tmp_path, CORRECT + FAULTY[check] + WRITE)))
    assert failures(findings) == {check}


def test_a_finding_shows_the_faulty_file_and_the_advice(tmp_path: Path) -> None:
    text = CORRECT + FAULTY["moves"] + WRITE + "print('hm')\n"
    (finding,) = run_check(checked_bot(bot(tmp_path, text)))["moves"]
    assert finding.cause
    assert (
        finding.cause.en == "a1-a2 is legal; A is written as the result, but the game is not over"
    )
    assert finding.sentence.en == f"{finding.cause.en} (in 3 of 3 positions)"
    assert finding.advice
    assert finding.advice.ru == "победитель U, пока партия не окончена"
    assert finding.position == 1
    file_before, file_after = finding.exhibit.removeprefix("matrix.txt:\n").split("\n->\n")
    assert read_matrix(file_before.encode()).good
    assert "hm" in file_after


def test_letters_that_only_a_lenient_event_takes_are_a_warning(tmp_path: Path) -> None:
    cyrillic = WRITE.replace(
        '"".join, rows', 'lambda row: "".join(row).replace("B", "\\u0412"), rows'
    )
    program = bot(tmp_path, CORRECT + cyrillic)
    for lenient, expected in ((True, CheckResult.WARNED), (False, CheckResult.FAILED)):
        judging = JudgingOptions(limits=Limits(memory=100 * MIB), lenient=lenient)
        findings = run_check(checked_bot(program, judging=judging))
        results = {finding.result for finding in findings["moves"] if "U+0412" in str(finding)}
        assert results == {expected}


def test_a_left_process_is_a_warning(tmp_path: Path) -> None:
    findings = run_check(checked_bot(bot(tmp_path, CORRECT + WRITE + FORKS)))
    assert failures(findings) == set()
    assert [finding.result for finding in findings["leftovers"]] == [CheckResult.WARNED]


def test_a_dependence_on_line_ends_is_a_warning(tmp_path: Path) -> None:
    strict = CORRECT.replace("utf-8-sig", "ascii").replace(
        "lines = ", "assert '\\r' not in text; lines = "
    )
    findings = run_check(checked_bot(bot(tmp_path, strict + WRITE)))
    assert not failures(findings)
    assert [finding.result for finding in findings["line-ends"]] == [
        CheckResult.WARNED,
        CheckResult.WARNED,
    ]


@pytest.mark.parametrize("is_shorter", [True, False], ids=["always", "with-Windows-line-ends"])
def test_a_bot_that_does_not_empty_the_file_is_told_so(tmp_path: Path, *, is_shorter: bool) -> None:
    kept = 'if p == mover else f"0 {s}" for p, t, s in zip("AB", times, (time_a, time_b))'
    write = WRITE.replace('"w"', '"r+"').replace("for t in times", kept)
    if is_shorter:
        write = write.replace(".6f", ".2f")
    findings = run_check(checked_bot(bot(tmp_path, CORRECT + write)))
    finding = findings["moves" if is_shorter else "line-ends"][0]
    assert finding.result is (CheckResult.FAILED if is_shorter else CheckResult.WARNED)
    assert finding.sentence.en.startswith(NOT_EMPTIED.text.en)


def test_a_bot_that_hangs_on_a_mark_is_stopped_soon(tmp_path: Path) -> None:
    hanging = CORRECT.replace("utf-8-sig", "utf-8").replace(
        "lines = ", "__import__('time').sleep(100) if text[0] == '\\ufeff' else None; lines = "
    )
    checked = checked_bot(bot(tmp_path, hanging + WRITE))
    findings = run_check(checked)
    assert not failures(findings)
    assert [finding.result for finding in findings["line-ends"]] == [CheckResult.WARNED]
    assert checked.trials.marked
    assert checked.trials.marked.turn.run_result.wall < 10


@pytest.mark.parametrize("make", ["missing", "folder", "link", "empty"])
def test_a_path_that_is_no_regular_file_fails(tmp_path: Path, make: str) -> None:
    path = tmp_path / "ivanov"
    if make == "folder":
        path.mkdir()
    elif make == "link":
        path.symlink_to("/bin/true")
    elif make == "empty":
        path.touch()
    findings = run_check(checked_bot(Program("ivanov", path)))
    assert failures(findings) == {"file"}
    assert list(findings) == ["file"], "no other check is made"


def test_a_file_that_is_not_executable_is_a_warning(tmp_path: Path) -> None:
    program = bot(tmp_path, CORRECT + WRITE)
    program.path.chmod(0o644)
    assert run_check(checked_bot(program))["file"][0].result is CheckResult.WARNED


@pytest.mark.parametrize(
    ("spoils", "sentence"),
    [
        ("os.remove(sys.argv[0])", "the program cannot be started"),
        ("os.chmod(sys.argv[0], 0o644)", "not marked as executable"),
    ],
)
def test_a_bot_that_cannot_be_started_again_fails(
    tmp_path: Path, spoils: str, sentence: str
) -> None:
    text = CORRECT + WRITE + f"if int(number) > 20 and lines[2] == 'U':\n    {spoils}\n"
    checked = checked_bot(bot(tmp_path, text))
    findings = run_check(checked)
    assert checked.trials.played[0].move
    assert failures(findings) == {"starting"}
    assert sentence in findings["starting"][0].sentence.en


def test_a_bot_that_loses_the_first_position_when_asked_again_fails(tmp_path: Path) -> None:
    text = (
        CORRECT
        + WRITE
        + (
            "seen = f'{sys.argv[0]}.{lines[0]} {lines[3:]}'.replace(' ', '')\n"
            "if os.path.exists(seen):\n    sys.exit(1)\n"
            "open(seen, 'w').close()\n"
        )
    )
    checked = checked_bot(bot(tmp_path, text))
    assert failures(run_check(checked)) == {"moves"}
    assert [trial.move is None for trial in checked.trials.played[-2:]] == [False, True]


@pytest.mark.parametrize("isolation", [IsolationLevel.NONE, *ISOLATING])
def test_a_missing_loader_is_not_taken_for_a_missing_execute_bit(
    tmp_path: Path, isolation: IsolationLevel
) -> None:
    (tmp_path / "bot.c").write_text("int main(void) { return 0; }")
    command = ["cc", "-Wl,--dynamic-linker=/lib/no-loader", "-o", "ivanov", "bot.c"]
    subprocess.run(command, cwd=tmp_path, check=True)
    (tmp_path / "ivanov").chmod(0o644)
    checked = checked_bot(Program("ivanov", tmp_path / "ivanov"), isolation=isolation)
    (finding,) = run_check(checked)["starting"]
    is_loader = "loader" in finding.sentence.en
    assert is_loader is isolation.isolates
    assert is_loader or "not marked as executable" in finding.sentence.en


WITH_STREAM = '#include <fstream>\nint main() { std::ofstream("x").clear(); }'


def test_a_bot_that_leaves_a_file_in_a_lost_turn_is_not_praised(tmp_path: Path) -> None:
    text = CORRECT + FAULTY["leftovers"] + "sys.exit(1)\n"
    findings = run_check(checked_bot(bot(tmp_path, text)))
    assert failures(findings) == {"moves"}
    assert "leftovers" not in findings


@pytest.mark.parametrize(
    ("code", "words", "sentence"),
    [
        (WITH_STREAM, "-static-libstdc++", "<iostream> is linked into it"),
        (WITH_STREAM, "", "and at most 100 are allowed"),
        ("int main() {}", "-static", "all of glibc is linked into it"),
        ("int main() {}", "", "and at most 100 are allowed"),
    ],
)
def test_only_a_linked_library_is_said_to_make_a_program_large(
    tmp_path: Path, code: str, words: str, sentence: str
) -> None:
    (tmp_path / "bot.cpp").write_text(code)
    command = ["c++", *words.split(), "-o", "ivanov", "bot.cpp"]
    subprocess.run(command, cwd=tmp_path, check=True)
    checked = checked_bot(Program("ivanov", tmp_path / "ivanov"), size_limit=100)
    (finding,) = all_checks()["size"].run(checked)
    assert finding.sentence.en.endswith(sentence)


def test_a_file_that_is_too_large_fails(tmp_path: Path) -> None:
    findings = run_check(checked_bot(bot(tmp_path, CORRECT + WRITE), size_limit=100))
    assert failures(findings) == {"size"}


def test_a_huge_file_only_fails_for_its_size(tmp_path: Path) -> None:
    path = tmp_path / "ivanov"
    path.write_bytes(Path("/bin/true").resolve().read_bytes())
    path.chmod(0o755)
    os.truncate(path, 1 << 37)
    findings = run_check(checked_bot(Program("ivanov", path)))
    assert failures(findings) == {"size"}
    assert list(findings) == ["file", "size"], "no sandbox copies it"
    (finding,) = findings["size"]
    assert (
        "137\N{NO-BREAK SPACE}438\N{NO-BREAK SPACE}953\N{NO-BREAK SPACE}472" in finding.sentence.ru
    )


@pytest.mark.parametrize("name", PEOPLE)
def test_correct_names_pass(tmp_path: Path, name: str) -> None:
    assert _result_of_name(tmp_path, name) is CheckResult.PASSED


@pytest.mark.parametrize("name", NOT_NAMES, ids=ascii)
def test_faulty_names_fail(tmp_path: Path, name: str) -> None:
    assert _result_of_name(tmp_path, name) is CheckResult.FAILED


def _result_of_name(folder: Path, name: str) -> CheckResult:
    checked = checked_bot(Program(name, folder))
    (finding,) = all_checks()["name"].run(checked)
    return finding.result


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("#!/usr/bin/no-such-thing\n", "/usr/bin/no-such-thing is not installed here"),
        ("#!/usr/bin/env no-such-thing\n", "/usr/bin/env no-such-thing is not installed here"),
        (
            "#!/usr/bin/env -S no-such-thing -u\n",
            "/usr/bin/env no-such-thing is not installed here",
        ),
        ("#!/usr/bin/env -S\n", "/usr/bin/env is not installed here"),
        ("#!/usr/bin/env sh -e\n", "the system hands `sh -e` to env as one word"),
        ("#!sh\n", "sh is not installed here"),
        ("#!/bin/sh\r\ntrue\r\n", "carriage return"),
        ("#!\n", "#! is not installed here"),
        ("hello\n", "this is a text file, not a program"),
    ],
)
def test_a_file_that_cannot_be_run_fails(tmp_path: Path, text: str, sentence: str) -> None:
    (finding,) = all_checks()["file-format"].run(checked_bot(bot(tmp_path, text)))
    assert finding.result is CheckResult.FAILED
    assert sentence in finding.sentence.en


@pytest.mark.parametrize(
    "line",
    [
        "#!/bin/sh",
        "#! /bin/sh -e",
        "#!/usr/bin/env sh",
        "#!/usr/bin/env -S sh -e",
        "#!/usr/bin/env -S -i LANG=C sh -e",
        "#!/usr/bin/env -Ssh",
        "#!/usr/bin/env --split-string=sh -e",
        "#!/usr/bin/env -S -u FOO -C / -i sh -e",
        "#!/usr/bin/env\tsh",
    ],
)
def test_every_form_of_a_first_line_passes(tmp_path: Path, line: str) -> None:
    (finding,) = all_checks()["file-format"].run(checked_bot(bot(tmp_path, f"{line}\ntrue\n")))
    assert finding.result is CheckResult.PASSED
    assert finding.sentence.en.endswith("sh")


@pytest.mark.parametrize("isolation", ISOLATING)
@pytest.mark.parametrize("line", ["#!/usr/bin/env {name}", "#!{path}", "#!/usr/bin/env -S sh"])
def test_a_script_passes_where_a_bot_can_start_its_interpreter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, isolation: IsolationLevel
) -> None:
    """The paths of arena and of the sandbox differ, in both directions."""
    own = bot(tmp_path, "#!/bin/sh\n", "own-interpreter")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    script = bot(tmp_path, line.format(name=own.name, path=own.path) + "\ntrue\n")
    (finding,) = all_checks()["file-format"].run(checked_bot(script, isolation=isolation))
    with Sandbox(script, isolation=isolation) as sandbox:
        run_result = sandbox.run(b"", Allowance(own=Decimal(10), wall=Decimal(100)))
    is_started = run_result.end is RunEnd.EXITED and run_result.status == 0
    assert is_started is (finding.result is CheckResult.PASSED) is line.endswith("sh")
    assert is_started or "the sandbox has no " in finding.sentence.en


@pytest.mark.parametrize("isolation", ISOLATING)
def test_an_interpreter_outside_of_the_path_of_arena_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, isolation: IsolationLevel
) -> None:
    """A job of cron has a short PATH."""
    monkeypatch.setenv("PATH", str(tmp_path))
    script = bot(tmp_path, "#!/usr/bin/env sh\ntrue\n")
    (finding,) = all_checks()["file-format"].run(checked_bot(script, isolation=isolation))
    assert finding.result is CheckResult.PASSED


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#!/usr/bin/env python3\n", CheckResult.PASSED),
        ("#!/usr/bin/python3\n", CheckResult.PASSED),
        ("#!/bin/sh\n", CheckResult.FAILED),
    ],
)
def test_on_windows_arena_itself_starts_the_scripts_of_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, expected: CheckResult
) -> None:
    """Windows has no python3 and does not read the first line."""
    script = checked_bot(bot(tmp_path, text), isolation=IsolationLevel.NONE)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("sys.platform", "win32")
    (finding,) = all_checks()["file-format"].run(script)
    assert finding.result is expected


def test_on_windows_its_programs_need_no_wine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = checked_bot(bot(tmp_path, ""))
    program.__dict__["header"] = BinaryHeader(
        WINDOWS, "x86-64", processor_is_right=True, is_library=False, libraries=()
    )
    program.program.path.write_bytes(b"MZ")
    monkeypatch.setenv("PATH", str(tmp_path))
    for platform, expected in (("linux", CheckResult.WARNED), ("win32", CheckResult.PASSED)):
        monkeypatch.setattr("sys.platform", platform)
        (finding,) = all_checks()["file-format"].run(program)
        assert finding.result is expected


def test_a_program_for_another_processor_fails(tmp_path: Path) -> None:
    data = bytearray(Path("/bin/true").resolve().read_bytes())
    data[18:20] = (183).to_bytes(2, "little")  # AArch64
    path = tmp_path / "ivanov"
    path.write_bytes(data)
    path.chmod(0o755)
    findings = run_check(checked_bot(Program("ivanov", path)))
    assert failures(findings) == {"file-format"}
    assert findings["file-format"][0].sentence.en == "it is a program for AArch64"


LIBRARIES_OF_COMPILERS = {
    "libgomp.so.1": ("-fopenmp", "#include <omp.h>\nint main(void) { return omp_in_parallel(); }"),
    "libatomic.so.1": (
        "-latomic",
        "struct s { char c[32]; }; _Atomic struct s a;\n"
        "int main(void) { struct s b = a; return b.c[0]; }",
    ),
    "libmvec.so.1": (
        "-Ofast -ftree-vectorize -lm",
        "#include <math.h>\ndouble a[64];\n"
        "int main(void) { for (int n = 0; n < 64; ++n) a[n] = sin(a[n]); return a[3] != 0; }",
    ),
}


@pytest.mark.parametrize("library", LIBRARIES_OF_COMPILERS)
def test_a_library_that_a_compiler_links_passes_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, library: str
) -> None:
    words, source = LIBRARIES_OF_COMPILERS[library]
    (tmp_path / "bot.c").write_text(source)
    command = ["cc", "-o", "ivanov", "bot.c", *words.split()]
    subprocess.run(command, cwd=tmp_path, check=True)
    checked = checked_bot(Program("ivanov", tmp_path / "ivanov"))
    assert checked.header is not None
    if library not in checked.header.libraries:
        pytest.skip("the compiler does not need it for this source")
    (finding,) = all_checks()["libraries"].run(checked)
    assert finding.result is CheckResult.PASSED
    if library == "libmvec.so.1":
        return
    monkeypatch.setattr("referee.check.checks.libraries._PLACES", ())
    (finding,) = all_checks()["libraries"].run(checked)
    assert finding.result is CheckResult.WARNED
    assert finding.advice is not None
    assert library.removesuffix(".so.1") in finding.advice.en
    assert finding.advice_is_for_host


def test_memory_that_is_not_known_is_not_reported(tmp_path: Path) -> None:
    checked = checked_bot(bot(tmp_path, "#!/bin/sh\n"))
    assert list(all_checks()["memory"].run(checked))
    trial = checked.trials.played[0]
    run_result = replace(trial.turn.run_result, memory=0)
    unknown = replace(trial, turn=replace(trial.turn, run_result=run_result))
    checked.__dict__["trials"] = Trials((unknown,))
    assert list(all_checks()["memory"].run(checked)) == []


def test_the_memory_of_a_file_in_another_form_is_not_praised(tmp_path: Path) -> None:
    """The referee writes no such file, so a bot need not have the memory for it."""
    checked = checked_bot(bot(tmp_path, CORRECT + WRITE))
    trials = checked.trials
    assert trials.windows is not None
    run_result = replace(trials.windows.turn.run_result, memory=101 * MIB)
    turn = replace(trials.windows.turn, run_result=run_result)
    checked.__dict__["trials"] = replace(trials, windows=replace(trials.windows, turn=turn))
    (finding,) = all_checks()["memory"].run(checked)
    assert "101" not in finding.sentence.en


HOSTILE = "\x1b]0;name\x07\x9b2Jforged\u202e"
"""Words that would rename a terminal, clear it, and turn a line round."""


@pytest.mark.parametrize(
    "words", [f"/opt/{HOSTILE}", f"/usr/bin/env sh {HOSTILE}"], ids=["path", "argument"]
)
def test_the_first_line_of_a_script_cannot_control_a_terminal(tmp_path: Path, words: str) -> None:
    (finding,) = all_checks()["file-format"].run(checked_bot(bot(tmp_path, f"#!{words}\n")))
    assert finding.advice is not None
    for text in (finding.sentence, finding.advice):
        assert text.en.isprintable()
        assert text.ru.isprintable()
    assert "]0;name" in finding.sentence.en


def test_the_name_of_a_library_cannot_control_a_terminal(tmp_path: Path) -> None:
    name = f"lib\nBAD{HOSTILE}.so"
    (tmp_path / "own.c").write_text("int own(void) { return 0; }")
    (tmp_path / "bot.c").write_text("int own(void); int main(void) { return own(); }")
    library = ["cc", "-shared", "-fPIC", f"-Wl,-soname={name}", "-o", "libown.so", "own.c"]
    for command in (library, ["cc", "-o", "ivanov", "bot.c", "-L.", "-lown"]):
        subprocess.run(command, cwd=tmp_path, check=True)
    (finding,) = all_checks()["libraries"].run(checked_bot(Program("ivanov", tmp_path / "ivanov")))
    assert finding.sentence.en.startswith("it needs lib BAD")
    assert finding.sentence.en.isprintable()


def test_a_library_that_the_system_lacks_fails(tmp_path: Path) -> None:
    (tmp_path / "own.c").write_text("int own(void) { return 0; }")
    (tmp_path / "bot.c").write_text("int own(void); int main(void) { return own(); }")
    for words in ("-shared -fPIC -o libown.so own.c", "-o ivanov bot.c -L. -lown"):
        subprocess.run(["cc", *words.split()], cwd=tmp_path, check=True)
    (finding,) = all_checks()["libraries"].run(checked_bot(Program("ivanov", tmp_path / "ivanov")))
    assert finding.result is CheckResult.FAILED
    assert "libown.so" in finding.sentence.en
    (library,) = all_checks()["file-format"].run(
        checked_bot(Program("libown", tmp_path / "libown.so"))
    )
    assert library.sentence.en == "it is a library, not a program"


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("ivanov.zip", b"PK\3\4rest", "this is an archive (zip), not a program"),
        ("ivanov", b"\x1f\x8brest", "this is an archive (gzip), not a program"),
        ("ivanov", b"\xcf\xfa\xed\xferest", "this is a program for macOS"),
        ("ivanov", b"\xca\xfe\xba\xbe\0\0\0\2rest", "this is a program for macOS"),
        ("ivanov", b"\xca\xfe\xba\xbe\0\0\0\x41rest", "a program for a Java machine (.class)"),
        (
            "ivanov.js",
            b"for (;;) {}\n",
            "the first line of this script must be #!/usr/bin/env node",
        ),
        ("ivanov.pl", b"print(1);\n", "the first line of this script must be #!/usr/bin/env perl"),
        ("ivanov.c", b"int main(void) {}\n", "the source of a program in C, "),
        ("ivanov", b"#include <stdio.h>\n", "the source of a program in C++, "),
        ("ivanov", b"uses crt;\nbegin\nend.\n", "the source of a program in Pascal, "),
        ("ivanov.py", b"x = 1\n", "the first line of this script must be #!/usr/bin/env python3"),
        ("ivanov", b"import os\n", "the first line of this script must be #!/usr/bin/env python3"),
        ("ivanov", b"echo hello\n", "the first line of this script must be #!/usr/bin/env sh"),
        ("ivanov", "Иванов\n".encode("cp1251"), "this is a text file, not a program"),
        ("ivanov", bytes(range(256)), "this is not a program"),
        ("ivanov", b"MZ and no more", "this is not a program"),
    ],
)
def test_a_file_of_another_kind_is_named(
    tmp_path: Path, name: str, content: bytes, sentence: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    findings = run_check(checked_bot(Program("ivanov", path)))
    assert failures(findings) == {"file-format"}
    assert sentence in findings["file-format"][0].sentence.en
    assert list(findings)[-1] == "file-format", "the bot is not run"


@pytest.mark.parametrize("time", ["1.5", "30" if FULL else "6"])
def test_a_bot_that_never_ends_is_run_only_twice(tmp_path: Path, time: str) -> None:
    checked = checked_bot(bot(tmp_path, CORRECT + "while True:\n    pass\n"), time=Decimal(time))
    assert failures(run_check(checked)) == {"clock"}
    assert len(checked.trials.all) <= 2
