"""``arena grades``: places, the interim submission, and the teacher's own points, added up."""

from __future__ import annotations

import csv
import io
import shutil
from fractions import Fraction
from pathlib import Path
from zipfile import ZipFile

import pytest

from formats.fault import Fault
from tests.arena.conftest import Run
from tests.tournaments.submission.submitting import (
    CUP,
    GOOD,
    good_program,
    submit_checked,
    submit_unchecked,
)
from tournaments.event.reader import read_event
from tournaments.spreadsheet import read_sheet
from tournaments.standings.scoring import BonusStep, bonuses_by_place
from tournaments.submission import Submissions, submissions
from tournaments.submission.attachments import Attachments, attachments_from_uploads

EVENT = CUP + 'bonuses = [10, "5 x 1/2"]\ninterim = 2100-01-01T00:00:00+03:00\n'


def test_places_of_a_kind_are_counted_by_the_entrants() -> None:
    steps = (BonusStep(Fraction(10)), BonusStep(Fraction(5), Fraction(2)))
    third = BonusStep(Fraction(3), Fraction(1, 3))
    assert list(map(int, bonuses_by_place((*steps, third), 9))) == [10, 5, 5, 3, 3, 3]
    assert list(map(int, bonuses_by_place((third,), 2))) == [3]


@pytest.fixture(name="cup")
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> Path:
    """Play a cup of three: two submitted bots, and one in the folder."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "cup.toml"
    path.write_text(EVENT, encoding="utf-8")
    event = read_event(EVENT.encode()).event
    assert event is not None
    section_submissions = submissions(event, tmp_path, tmp_path / "cup", None)
    assert isinstance(section_submissions, Submissions)
    (tmp_path / "bots").mkdir()
    assert submit_checked(section_submissions, "ivanov", GOOD).is_fit
    assert submit_checked(section_submissions, "petrov", good_program(1)).is_fit
    (tmp_path / "bots" / "guest").write_bytes(good_program(2))
    (tmp_path / "bots" / "guest").chmod(0o755)
    assert run("run", "cup.toml").status == 0
    return path


def test_the_total_is_the_sum_of_all_points(cup: Path, run: Run) -> None:
    Path("report.csv").write_text("name,report\nivanov,2\n", encoding="utf-8")
    result = run("grades", str(cup), "--points", "report.csv", "--format", "csv")
    rows = {row["name"]: row for row in csv.DictReader(io.StringIO(result.out))}
    assert sum(float(row["bonus"]) for row in rows.values()) == 15, "equal places share"
    assert {name: row["interim"] for name, row in rows.items()} == {
        "ivanov": "3",
        "petrov": "3",
        "guest": "0",
    }
    for name, row in rows.items():
        parts = (row["bonus"], row["interim"], row["report"])
        assert float(row["total"]) == sum(map(float, parts))
        assert (row["report"] == "2") is (name == "ivanov")
    assert run("grades", str(cup)).out.splitlines()[0].split()[-1] == "total"


@pytest.mark.usefixtures("cup")
def test_an_event_in_another_folder_has_grades_and_says_who_does_not_see_it(run: Run) -> None:
    result = run("run", "cup.toml", "--to", "cup")
    assert (result.status, result.err) == (0, "")
    result = run("run", "cup.toml", "--to", "again")
    assert "look into cup, where another event has begun" in result.err
    shutil.rmtree("cup")
    result = run("run", "cup.toml", "--to", "again", "--lang", "ru")
    assert "смотрят в cup, где турнир не начат" in result.err
    rows = book(run, "--from", "again")
    assert sum(float(row["bonus"]) for row in rows) == 15
    assert [row["interim"] for row in rows if row["name"] != "guest"] == ["3", "3"]
    assert not any(row["place"] for row in book(run))
    result = run("grades", "cup.toml", "--from", "nothing")
    assert "no event has begun in this folder" in result.err


def test_people_read_the_grades_in_their_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bots").mkdir()
    Path("cup.toml").write_text(EVENT + 'require = ["sources", "report"]\n', encoding="utf-8")
    Path("roster.csv").write_text(CLASS, encoding="utf-8")
    titles = "номер раздел участник место бонус промежуточная сдача итого не сдано"
    words = ("grades", "cup.toml", "--lang", "ru")
    assert " ".join(run(*words).out.splitlines()[0].split()) == titles
    sheet = run(*words, "--format", "excel").out
    assert " ".join(sheet.splitlines()[0][1:].split(";")) == titles
    absent = next(row for row in read_sheet(sheet.encode()).rows if row.cells["name"] == "Нов")
    assert (absent.cells["id"], absent.cells["не сдано"]) == ("19", "исходники, отчёт")
    assert book(run, "--lang", "ru")[-1]["missing"] == "sources report", "for programs"


def test_a_name_that_is_nobodys_is_told_with_its_line(cup: Path, run: Run) -> None:
    Path("report.csv").write_text("name,report\nivanov,2\nivanof,2\n", encoding="utf-8")
    result = run("grades", str(cup), "--points", "report.csv")
    assert result.status == 2
    assert "line 3: nobody in the event is called «ivanof»" in result.err


def test_a_late_submission_is_marked(cup: Path, run: Run) -> None:
    assert "after the deadline" not in run("submit", "--to", "cup.toml", "--list").out
    cup.write_text(EVENT + "deadline = 2014-04-23T23:59:00+04:00\n", encoding="utf-8")
    assert "plays, after the deadline" in run("submit", "--to", "cup.toml", "--list").out


def test_sources_and_report_are_kept_with_the_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("cup.toml").write_text(EVENT, encoding="utf-8")
    (tmp_path / "src" / ".git").mkdir(parents=True)
    for name in ("main.cpp", ".git/config"):
        (tmp_path / "src" / name).write_text("text")
    Path("report.pdf").write_bytes(b"%PDF")
    Path("ivanov").write_bytes(GOOD)
    Path("ivanov").chmod(0o755)
    words = ("--to", "cup.toml", "--source", "src", "--report", "report.pdf")
    assert run("submit", "ivanov", *words).status == 0
    kept = tmp_path / ".bots.submitted" / "papers"
    with ZipFile(kept / "ivanov-1-sources.zip") as sources:
        assert sources.namelist() == ["main.cpp"]
    assert (kept / "ivanov-1-report.pdf").read_bytes() == b"%PDF"
    output = run("submit", "--to", "cup.toml", "--list").out.splitlines()
    assert output[1].endswith("ivanov-1-sources.zip ivanov-1-report.pdf")
    with Path("report.pdf").open("wb") as large:
        large.truncate(20_000_001)
    result = run("submit", "ivanov", *words)
    assert (result.status, "[E216]" in result.err) == (1, True)


CLASS = "surname;files;language;id\nИванов;ivanov;AWK;17\nПетров;petrov;;18\nНов;;;19\n"


def book(run: Run, *words: str) -> list[dict[str, str]]:
    """Return the lines of the cup's grades."""
    result = run("grades", "cup.toml", "--format", "csv", *words)
    assert result.status == 0, result
    return list(csv.DictReader(io.StringIO(result.out)))


@pytest.fixture(name="section_submissions")
def begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Submissions:
    """Make a cup of two sections that requires attachments, with a class list."""
    monkeypatch.chdir(tmp_path)
    head, _, rest = CUP.partition("game = ")
    text = f'{head}require = ["sources", "report"]\n'
    for name in ("one", "two"):
        own = rest.replace('"bots"', f'"{name}"')
        text += f'[[section]]\nname = "{name}"\ninterim = 2100-01-01T00:00:00Z\ngame = {own}'
    (tmp_path / "cup.toml").write_text(text, encoding="utf-8")
    (tmp_path / "roster.csv").write_text(CLASS, encoding="cp1251")
    event = read_event(text.encode()).event
    assert event is not None
    section_submissions = submissions(event, tmp_path, tmp_path / "cup", "one")
    assert isinstance(section_submissions, Submissions)
    return section_submissions


def test_before_the_event_everybody_of_the_class_has_a_line(
    section_submissions: Submissions, run: Run
) -> None:
    submit_unchecked(section_submissions, "ivanov", GOOD)
    (section_submissions.folder / "ivanov").unlink()  # passed, and plays no more
    rows = book(run)
    assert [(row["id"], row["section"], row["name"], row["place"]) for row in rows] == [
        ("17", "one", "ivanov", ""),
        ("18", "one", "Петров", ""),
        ("19", "one", "Нов", ""),
    ]
    assert [row["interim"] for row in rows] == ["3", "0", "0"]
    assert {row["missing"] for row in rows} == {"sources report"}


def test_points_count_once_for_a_student(
    section_submissions: Submissions, run: Run, tmp_path: Path
) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir(exist_ok=True)
        for number, name in enumerate(("ivanov", "petrov")):
            (tmp_path / folder / name).write_bytes(good_program(number))
    text = "фамилия;отчёт;раздел\nИванов;1,5;\nПетров;2;two\nНов;1;\n"
    Path("p.csv").write_bytes(text.encode("cp1251"))
    rows = book(run, "--points", "p.csv")
    earned = {(row["section"], row["name"]): row["отчёт"] for row in rows}
    assert earned == {
        ("one", "ivanov"): "1.5",
        ("one", "petrov"): "0",
        ("one", "Нов"): "1",
        ("two", "ivanov"): "0",
        ("two", "petrov"): "2",
    }
    assert section_submissions.versions() == []


def test_a_file_of_points_has_all_its_faults_listed(
    section_submissions: Submissions, run: Run
) -> None:
    submit_unchecked(section_submissions, "ivanov", GOOD)
    text = "name;report;section\nivanov;x;\nnobody;1;\nivanov;1;two\n17;2;\n"
    Path("p.csv").write_text(text, encoding="utf-8-sig")
    result = run("grades", "cup.toml", "--points", "p.csv")
    codes = [line.rpartition("[")[2] for line in result.err.splitlines()]
    assert (result.status, codes) == (2, ["E237]", "E236]", "E238]"])
    Path("p.csv").write_text("who,report\nivanov,2\n", encoding="utf-8")
    assert "[E239]" in run("grades", "cup.toml", "--points", "p.csv").err
    Path("p.csv").write_bytes(b"")
    assert "[E239]" in run("grades", "cup.toml", "--points", "p.csv").err
    Path("p.csv").write_text("name,report\nivanov,2\nivanov,3\n", encoding="utf-8")
    result = run("grades", "cup.toml", "--points", "p.csv")
    assert "line 3" in result.err
    assert "in line 2, too [E241]" in result.err


@pytest.mark.parametrize("column", ["bonus", "total", "Interim", "missing", "бонус", "Итого"])
def test_a_file_of_points_has_no_column_of_the_grades(
    section_submissions: Submissions, run: Run, column: str
) -> None:
    submit_unchecked(section_submissions, "ivanov", GOOD)
    Path("p.csv").write_text(f"name,{column},report\nivanov,2,1\n", encoding="utf-8")
    result = run("grades", "cup.toml", "--points", "p.csv", "--format", "csv")
    assert (result.status, result.out) == (2, "")
    assert f"the column «{column.lower()}»" in result.err
    assert "[E243]" in result.err


def test_a_column_of_points_does_not_hide_another_of_its_name(
    section_submissions: Submissions, run: Run
) -> None:
    submit_unchecked(section_submissions, "ivanov", GOOD)
    Path("p.csv").write_text("name,report,Report,,\nivanov,2,1,,\n", encoding="utf-8")
    result = run("grades", "cup.toml", "--points", "p.csv")
    assert (result.status, result.out) == (2, "")
    assert "several columns are called «report» [E244]" in result.err


@pytest.mark.parametrize("output_format", ["csv", "excel"])
def test_exported_grades_are_no_file_of_points(
    section_submissions: Submissions, run: Run, output_format: str
) -> None:
    submit_unchecked(section_submissions, "ivanov", GOOD)
    exported = run("grades", "cup.toml", "--format", output_format, "--lang", "ru")
    Path("p.csv").write_text(exported.out, encoding="utf-8")
    result = run("grades", "cup.toml", "--points", "p.csv")
    assert (result.status, "[E243]" in result.err) == (2, True)


def test_programs_submitted_to_another_event_are_told(
    section_submissions: Submissions, run: Run
) -> None:
    submit_unchecked(section_submissions, "ivanov", GOOD)
    Path("cup.toml").rename("autumn.toml")
    result = run("grades", "autumn.toml", "--format", "csv")
    assert (result.status, result.out) == (2, "")
    assert "the folder one has the submitted programs of another event: cup [E221]" in result.err


NAMESAKES = "surname;files;id\nИванов;{first};1\nИванов;{second};2\nПетров;Иванова;3\n"


@pytest.mark.parametrize(
    ("files", "entrants", "lines"),
    [
        (("ivanov_a", "ivanov_b"), [], [("1", "ivanov_a"), ("2", "ivanov_b")]),
        (("ivanov_a", "ivanov_b"), ["ivanov_a"], [("1", "ivanov_a"), ("2", "ivanov_b")]),
        (("Иванов", "Иванов2"), ["Иванов", "Иванов2"], [("1", "Иванов"), ("2", "Иванов2")]),
        (("Иванов", "Иванов2"), ["Иванов"], [("1", "Иванов"), ("2", "Иванов2")]),
        (("a", "b"), ["Иванов"], [("", "Иванов"), ("1", "a"), ("2", "b")]),
    ],
)
def test_namesakes_have_lines_and_points_of_their_own(
    section_submissions: Submissions,
    run: Run,
    files: tuple[str, str],
    entrants: list[str],
    lines: list[tuple[str, str]],
) -> None:
    students = NAMESAKES.format(first=files[0], second=files[1])
    Path("roster.csv").write_text(students, encoding="utf-8")
    for number, name in enumerate(entrants):
        submit_unchecked(section_submissions, name, good_program(number))
    Path("p.csv").write_text("id,report\n2,5\n1,3\n", encoding="utf-8")
    rows = book(run, "--points", "p.csv")
    assert [(row["id"], row["name"], row["report"]) for row in rows] == [
        *((id_, name, {"1": "3", "2": "5"}.get(id_, "0")) for id_, name in lines),
        ("3", "Петров", "0"),
    ]
    absent = [name for _, name in lines if name not in entrants]
    names = ", ".join([*absent, "Петров"])
    assert f"without a program here: {names} (" in run("entrants", "cup.toml").out
    Path("p.csv").write_text("surname,report\nИванов,5\n", encoding="utf-8")
    result = run("grades", "cup.toml", "--points", "p.csv")
    assert (result.status, "[E242]" in result.err) == (2, True)


def test_an_absent_student_does_not_get_what_a_file_of_the_same_name_earned(
    section_submissions: Submissions, run: Run
) -> None:
    text = "surname;files;id\nИванов;ivanov;1\nПетров;Иванов;2\n"
    Path("roster.csv").write_text(text, encoding="utf-8")
    submit_unchecked(section_submissions, "Иванов", GOOD)
    assert [(row["id"], row["interim"]) for row in book(run)] == [("2", "3"), ("1", "0")]


@pytest.mark.parametrize("empty", ["source", "report"])
def test_empty_attachments_are_refused(
    section_submissions: Submissions, run: Run, tmp_path: Path, empty: str
) -> None:
    files = {name: tmp_path / f"{name}.txt" for name in ("source", "report")}
    for name, path in files.items():
        path.write_text("" if name == empty else "text")
    words = [word for name, path in files.items() for word in (f"--{name}", str(path))]
    (tmp_path / "bot").write_bytes(GOOD)
    result = run("submit", str(tmp_path / "bot"), "--to", "cup.toml", "--section", "one", *words)
    assert result.status == 1
    assert f"[{'E219' if empty == 'source' else 'E220'}]" in result.err
    sent = {name: (path.name, path.read_bytes()) for name, path in files.items()}
    assert isinstance(attachments_from_uploads(sent["source"], sent["report"]), Fault)
    assert not section_submissions.versions()


def test_a_missing_attachment_is_named_until_it_is_handed_in(
    section_submissions: Submissions, run: Run
) -> None:
    bare, sources = Attachments(), Attachments(sources=b"PK")
    for number, attachments in enumerate((sources, bare, Attachments(report=b"text"))):
        section_submissions.enter("ivanov", good_program(number), (), attachments)
    assert section_submissions.missing() == {"ivanov": ("sources",)}  # those of another program
    assert "ivanov: not handed in: the sources" in run("entrants", "cup.toml").out
    section_submissions.enter("ivanov", good_program(3), (), sources)
    assert section_submissions.missing() == {"ivanov": ()}
    assert book(run)[0]["missing"] == ""


def test_a_single_file_of_sources_is_kept(
    section_submissions: Submissions, run: Run, tmp_path: Path
) -> None:
    Path("bot").write_bytes(GOOD)
    Path("main.cpp").write_text("int main() {}")
    words = ("--section", "one", "--name", "ivanov", "--source", "main.cpp")
    result = run("submit", "bot", "--to", "cup.toml", *words)
    assert result.status == 0
    assert result.out.endswith("not handed in: the report\n")
    assert "good     student    this is the program of Иванов, AWK\n" in result.out
    with ZipFile(tmp_path / ".one.submitted/papers/ivanov-1-sources.zip") as kept:
        assert kept.read("main.cpp") == b"int main() {}"
    assert section_submissions.missing() == {"ivanov": ("report",)}
