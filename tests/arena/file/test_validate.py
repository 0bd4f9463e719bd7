"""``arena validate``: as a compiler prints, for programs, many files, exit status."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.arena.conftest import EXAMPLE, Run
from tests.formats.games.example_games import SHORT
from tests.places import ROOT

pytestmark = pytest.mark.usefixtures("folder")

BAD = EXAMPLE.replace("0 1.9", "0 1,9").replace("--B-----", "--В--x--")


def test_a_good_file(run: Run) -> None:
    assert run("validate", "1.txt") == (
        0,
        "1.txt: good: MMPeshki, 8 x 8, half-move 21; red (A) to move\n",
        "",
    )


def test_two_files_are_a_change(run: Run) -> None:
    move, capture = run("validate", "1.txt", "2.txt"), run("validate", "2.txt", "3.txt")
    assert (move.status, capture.status) == (0, 0)
    assert "1.txt -> 2.txt: legal: b1-b2" in move.out
    assert "2.txt -> 3.txt: legal: a3:c1" in capture.out
    assert "blue (B) won" in capture.out


def test_a_change_that_is_no_move(run: Run) -> None:
    result = run("validate", "1.txt", "3.txt")
    assert result.status == 1
    assert "1.txt -> 3.txt: no legal move leads there" in result.out
    assert "add --each" in result.out


@pytest.mark.parametrize(
    ("own", "foe", "code"),
    [
        ("1.22", "1.8", ""),
        ("2.05", "1.99", "L023"),
        ("2.2", "1.9", "L022"),
        ("1.22", "2.1", "L021"),
    ],
)
def test_times_may_be_rounded_by_the_margin(
    run: Run, folder: Path, own: str, foe: str, code: str
) -> None:
    text = (folder / "2.txt").read_text().replace("0 1.22", f"0 {own}").replace("0 1.9", f"0 {foe}")
    (folder / "rounded.txt").write_text(text)
    result = run("validate", "1.txt", "rounded.txt")
    assert re.findall(r"L\d{3}", result.out) == ([code] if code else [])
    assert result.status == (1 if code in ("L021", "L022") else 0)


def test_a_footer_that_is_left_out_is_that_of_the_file_before(run: Run, folder: Path) -> None:
    text = "B 2 U\n0 29\n0 30\noo-\noo-\nooo\n"
    (folder / "before.txt").write_text(f"A 1 U\n0 30\n0 30\nooo\nooo\nooo\ngame {SHORT}\n")
    (folder / "after.txt").write_text(text)
    result = run("validate", "before.txt", "after.txt")
    assert result.status == 0
    assert "legal: c2" in result.out
    alone = run("validate", "after.txt")
    assert alone.status == 1
    assert "M409" in alone.out


def test_the_number_of_many_faults_is_told_in_each_form(run: Run, folder: Path) -> None:
    keys = "".join(f"key{n} value\n" for n in range(30))
    (folder / "many.txt").write_text(f"A 1 U\n0 30\n0 30\nooo\nooo\ngame {SHORT}\n{keys}")
    text = run("validate", "many.txt")
    assert text.out.count("[M402]") == 8
    assert "= and 22 more of this kind" in text.out
    assert "many.txt: bad (30 errors)" in text.out
    assert "и ещё 22 таких же" in run("validate", "many.txt", "--lang", "ru").out
    (file_report,) = json.loads(run("validate", "many.txt", "--format", "json").out)["files"]
    assert [d["more"] for d in file_report["diagnostics"]] == [0] * 7 + [22]
    lines = run("validate", "many.txt", "--format", "github").out.splitlines()
    assert [line.endswith("; and 22 more of this kind") for line in lines] == [False] * 7 + [True]


def test_a_draw_that_is_none_is_an_error_unless_a_limit_makes_it(run: Run, folder: Path) -> None:
    (folder / "before.txt").write_text(f"A 3 U\n0 30\n0 30\nooo\nooo\nooo\ngame {SHORT}\n")
    (folder / "after.txt").write_text(f"B 4 D\n0 29\n0 30\noo-\noo-\nooo\ngame {SHORT}\n")
    files = ("validate", "before.txt", "after.txt")
    result = run(*files)
    assert result.status == 1
    assert "L032" in result.out
    assert "--limit N" in result.out
    assert run(*files, "--limit", "4").status == 1
    assert run(*files, "--limit", "3").status == 0


def test_two_files_each_by_itself(run: Run) -> None:
    result = run("validate", "--each", "1.txt", "3.txt")
    assert result.status == 0
    assert result.out.count("good") == 2


def test_a_pattern_is_many_files(run: Run) -> None:
    result = run("validate", "[12].txt")
    assert result.status == 0
    assert result.out.count("good") == 2


def test_a_caret_stands_under_the_column(run: Run, folder: Path) -> None:
    (folder / "bad.txt").write_text(BAD, encoding="utf-8")
    result = run("validate", "bad.txt")
    assert result.status == 1
    assert result.out.splitlines() == [
        "bad.txt:3:3: error: the time 1,9 has a decimal comma [M244]",
        "  3 | 0 1,9",
        "    |   ^~~",
        "    = hint: write 1.9",
        *result.out.splitlines()[4:-1],
        "bad.txt: bad (3 errors)",
    ]
    assert "  5 | --В--x--\n    |   ^\n" in result.out
    assert "  5 | --В--x--\n    |      ^\n" in result.out


def test_a_caret_under_wide_and_unprintable_characters(run: Run, folder: Path) -> None:
    (folder / "bad.txt").write_text(EXAMPLE.replace("A 21 U", "A\t21 棋\x1b[31m U"))
    result = run("validate", "bad.txt")
    assert "\x1b" not in result.out
    lines = result.out.splitlines()
    shown = next(line for line in lines if line.startswith("  1 | "))
    caret = lines[lines.index(shown) + 1]
    assert shown == "  1 | A 21 棋�[31m U"
    assert caret.index("^") == shown.index("棋")


def test_a_long_line_is_shown_in_part(run: Run, folder: Path) -> None:
    (folder / "bad.txt").write_text(EXAMPLE.replace("--B-----", "-" * 5000))
    result = run("validate", "bad.txt")
    assert result.status == 1
    assert max(map(len, result.out.splitlines())) < 120


def test_no_more_is_shown_than_a_person_reads(run: Run, folder: Path) -> None:
    (folder / "bad.txt").write_text(EXAMPLE + "x y\n" * 3000 + f"game {SHORT}\n")
    result = run("validate", "bad.txt")
    assert len(result.out.splitlines()) < 300


def test_a_file_of_any_size_is_told_of_truly(run: Run, folder: Path) -> None:
    """Only a part is read, but messages on its size hold for the whole file."""
    with (folder / "large.txt").open("wb") as file:
        file.truncate(20_000_000)
    line = run("validate", "large.txt").out.splitlines()[0]
    assert line == "large.txt:1:1: error: the file has more than 65,536 bytes [M102]"


def test_json(run: Run, folder: Path) -> None:
    report = json.loads(run("validate", "--format", "json", "1.txt", "2.txt").out)
    assert report["good"]
    assert report["move"] == "b1-b2"
    (folder / "bad.txt").write_text(BAD, encoding="utf-8")
    result = run("validate", "--format", "json", "bad.txt")
    (file,) = json.loads(result.out)["files"]
    assert result.status == 1
    assert not file["good"]
    assert [d["code"] for d in file["diagnostics"]] == ["M244", "M312", "M311"]
    assert file["diagnostics"][0]["line"] == 3
    assert file["diagnostics"][0]["hint"] == "write 1.9"


def test_github(run: Run, folder: Path) -> None:
    (folder / "bad.txt").write_text(BAD, encoding="utf-8")
    result = run("validate", "--format", "github", "bad.txt")
    assert result.out.splitlines()[0] == (
        "::error file=bad.txt,line=3,col=3,endColumn=6,title=M244::"
        "the time 1,9 has a decimal comma (write 1.9)"
    )
    assert run("validate", "--format", "github", "1.txt").out == ""


def test_russian(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "верно: ММПешки" in run("validate", "--lang", "ru", "1.txt").out
    monkeypatch.setenv("LANG", "ru_RU.UTF-8")
    assert "допустимый ход: b1-b2" in run("validate", "1.txt", "2.txt").out
    assert "good" in run("validate", "--lang", "en", "1.txt").out


def test_lenient_letters(run: Run, folder: Path) -> None:
    (folder / "cyrillic.txt").write_bytes(EXAMPLE.replace("B", "В").encode("cp1251"))
    assert run("validate", "cyrillic.txt").status == 1
    result = run("validate", "--letters", "lenient", "cyrillic.txt")
    assert result.status == 0
    assert "warning" in result.out


def test_a_limit_of_half_moves(run: Run) -> None:
    drawn = EXAMPLE.replace("A 21 U", "A 21 D")
    assert run("validate", "-", stdin=drawn.encode()).status == 1
    assert run("validate", "--limit", "20", "-", stdin=drawn.encode()).status == 0
    result = run("validate", "--limit", "61", "-", stdin=EXAMPLE.encode())
    assert result.status == 1
    assert "[S001]" in result.out


@pytest.mark.parametrize(
    "words",
    [
        ("validate",),
        ("validate", "missing.txt"),
        ("validate", "none-*.txt"),
        ("validate", "-", "-"),
        ("validate", "."),
        ("validate", "1.txt", "--lang", "de"),
        ("validate", "1.txt", "--limit", "0"),
        ("validate", "bad\0name"),
        ("no-such-command",),
    ],
)
def test_wrong_usage(run: Run, words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.status == 2
    assert "Traceback" not in result.err


def test_our_own_fault_is_told_from_a_bad_file(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr("arena.file.validate.read_matrix", broken)
    result = run("validate", "1.txt")
    assert result.status == 3
    assert "a fault of arena itself" in result.err


def test_a_reader_that_stops_reading() -> None:
    command = [sys.executable, "-m", "arena", "moves", "1.txt"]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert program.stdout is not None
    program.stdout.close()
    _, errors = program.communicate(timeout=60)
    assert errors == b""


def test_sarif(run: Run, folder: Path) -> None:
    (folder / "bad file.txt").write_text(BAD, encoding="utf-8")
    result = run("validate", "--each", "--format", "sarif", "bad file.txt", "1.txt")
    assert result.status == 1
    log = json.loads(result.out)
    (part,) = log["runs"]
    assert (log["version"], part["tool"]["driver"]["name"]) == ("2.1.0", "arena")
    assert [rule["id"] for rule in part["tool"]["driver"]["rules"]] == ["M244", "M312", "M311"]
    first = part["results"][0]
    assert (first["ruleId"], first["level"]) == ("M244", "error")
    assert first["message"]["text"] == "the time 1,9 has a decimal comma (write 1.9)"
    place = first["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "bad%20file.txt"
    assert place["region"] == {"startLine": 3, "startColumn": 3, "endColumn": 6}


def test_junit(run: Run, folder: Path) -> None:
    (folder / "bad<&.txt").write_text(BAD.replace("0 1,9", "0 1,9\x07"), encoding="utf-8")
    result = run("validate", "--each", "--format", "junit", "bad<&.txt", "1.txt")
    assert result.status == 1
    root = ElementTree.fromstring(result.out)
    bad, good = root.iter("testcase")
    assert (root.get("tests"), root.get("failures")) == ("2", "1")
    assert (bad.get("name"), good.get("name")) == ("bad<&.txt", "1.txt")
    failure = bad.find("failure")
    assert failure is not None
    assert failure.text
    assert "[M312]" in failure.text
    assert good.find("failure") is None


def test_the_problem_matcher_of_the_documents_finds_each_fault(run: Run, folder: Path) -> None:
    (folder / "bad.txt").write_text(BAD, encoding="utf-8")
    lines = run("validate", "bad.txt").out.splitlines()
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    tasks = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL)]
    (pattern,) = [
        task["problemMatcher"]["pattern"] for task in tasks if task.get("label") == "arena validate"
    ]
    matches = [match for line in lines if (match := re.match(pattern["regexp"], line))]
    places = [[match[pattern[key]] for key in ("file", "line", "code")] for match in matches]
    assert places == [["bad.txt", "3", "M244"], ["bad.txt", "5", "M312"], ["bad.txt", "5", "M311"]]
