"""Every diagnostic by a file that has the fault, and every liberty that a file may take.

``malformed/NAME.txt`` is a file, byte by byte, and ``NAME.expected`` all that is said about it.
``wellformed/NAME.txt`` is a good file and ``NAME.canonical`` what becomes of it when it is read
and written; where it earns warnings, they are in its ``NAME.expected``. What is about one game is
in such folders within the game's own.

``python -m tests.formats.matrix.test_malformed`` writes what the code says now into these files.
That alone proves nothing: read the difference, as the person who gets these sentences would, before
you keep it - is it the right place, is it true, does it help, is anything said twice or not said?
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from string import Formatter

import pytest

import formats
from formats.fault import Diagnostic, FaultKind, Severity
from formats.games import all_games
from formats.matrix import Reading, read_matrix, write_matrix
from tests.formats.games.example_games import SHORT
from tests.formats.games.game_folders import files_of

HERE = Path(__file__).parent


def kept_in(folder: str) -> list[Path]:
    """The files in folders of that name, here and with each game."""
    of_games = [path for _, path in files_of(f"{folder}/*.txt")]
    return [*sorted((HERE / folder).glob("*.txt")), *of_games]


MALFORMED = kept_in("malformed")
WELLFORMED = kept_in("wellformed")
ENCODINGS = ("utf-8", "cp1251", "cp866", "koi8-r")
LOOK_ALIKES = {"M251", "M312", "M412"}

NOT_OF_FILES = {
    "formats.transition": "of a change from one file to the next",
    "formats.record": "of records of games",
}
"""Modules whose faults no single matrix.txt can have."""

NOT_OF_POSITIONS = {
    "S0": "of what a game is asked to be",
    "L": "of moves; these alone can be seen from a line «last»:",
    "S1": "of what a start position is asked to be",
    "S3": "the same",
    "S4": "the same",
    "M410": "of a game that is not ours: test_planted_game.py",
}
"""Likewise by the beginning of their code, in the modules of the games."""
OF_LAST = {"L001", "L201", "L207", "L216", "L218", "L301", "L307", "L401", "L402", "L405"}

TOO_LARGE = "M102"
"""Its file is made by a test, not stored."""


def lines_of(diagnostic: Diagnostic) -> Iterator[str]:
    place = f"{diagnostic.line}:{diagnostic.column}+{diagnostic.width}"
    yield f"{place} {diagnostic.severity} {diagnostic.code} {diagnostic.sentence()}"
    if diagnostic.hint() is not None:
        yield f"    hint: {diagnostic.hint()}"
    yield f"    ru: {diagnostic.sentence('ru')}"
    if diagnostic.hint("ru") is not None:
        yield f"    ru hint: {diagnostic.hint('ru')}"


def told(reading: Reading) -> str:
    """All that is said, with ``{games}`` for names of games: a new game changes no file."""
    said = "".join(f"{line}\n" for d in reading.diagnostics for line in lines_of(d))
    with_footer = (name for name, game in all_games().items() if game.footers)
    said = said.replace(", ".join(with_footer), "{games}")
    return re.sub(r"(can be of|бывает в игре) [^:]+:", r"\1 {games}:", said)


def text_beside(file: Path, suffix: str) -> str:
    beside = file.with_suffix(suffix)
    return beside.read_text(encoding="utf-8") if beside.exists() else ""


def kinds() -> dict[FaultKind, set[str]]:
    """Every kind of fault, and the modules that know it."""
    found: dict[FaultKind, set[str]] = {}
    for module in walk_packages(formats.__path__, "formats."):
        for value in vars(import_module(module.name)).values():
            if isinstance(value, FaultKind):
                found.setdefault(value, set()).add(module.name)
    return found


def can_be_read(kind: FaultKind, modules: set[str]) -> bool:
    if modules <= NOT_OF_FILES.keys() or kind.code == TOO_LARGE:
        return False
    return kind.code in OF_LAST or not kind.code.startswith(tuple(NOT_OF_POSITIONS))


@pytest.mark.parametrize("file", MALFORMED, ids=lambda file: file.stem)
def test_all_that_is_wrong_is_told(file: Path) -> None:
    reading = read_matrix(file.read_bytes())
    assert told(reading) == text_beside(file, ".expected")
    assert not reading.good


@pytest.mark.parametrize("file", WELLFORMED, ids=lambda file: file.stem)
def test_a_good_file_has_one_canonical_form(file: Path) -> None:
    reading = read_matrix(file.read_bytes())
    assert told(reading) == text_beside(file, ".expected")
    assert reading.good
    assert reading.matrix is not None
    assert write_matrix(reading.matrix) == text_beside(file, ".canonical")


@pytest.mark.parametrize("file", MALFORMED, ids=lambda file: file.stem)
def test_with_lenient_letters_only_the_look_alikes_are_forgiven(file: Path) -> None:
    strict, lenient = read_matrix(file.read_bytes()), read_matrix(file.read_bytes(), lenient=True)
    for error, forgiven in zip(strict.diagnostics, lenient.diagnostics, strict=True):
        assert (error.code, error.line, error.column) == (
            forgiven.code,
            forgiven.line,
            forgiven.column,
        )
        is_letter = error.code in LOOK_ALIKES
        assert forgiven.severity == (Severity.WARNING if is_letter else error.severity)
    if {d.code for d in strict.diagnostics} <= LOOK_ALIKES:
        assert lenient.good
        assert lenient.matrix is not None
        assert write_matrix(lenient.matrix).isascii()


def test_there_are_files_with_nothing_but_look_alikes() -> None:
    found = [read_matrix(file.read_bytes()) for file in MALFORMED if "look-alike" in file.stem]
    forgivable = [r for r in found if {d.code for d in r.diagnostics} <= LOOK_ALIKES]
    assert len(forgivable) > 30


@pytest.mark.parametrize(
    ("file", "plain"),
    [
        *((f"look-alike-winner-d-{name}", "A 61 D") for name in ENCODINGS),
        *((f"look-alike-half-move-{name}", "A 23 U") for name in ENCODINGS[:2]),
    ],
)
def test_lenient_letters_are_read_as_what_they_look_like(file: str, plain: str) -> None:
    data = (HERE / "malformed" / f"{file}.txt").read_bytes()
    matrix = read_matrix(data, lenient=True).matrix
    assert matrix is not None
    assert write_matrix(matrix).startswith(f"{plain}\n")


def test_a_file_may_have_64_kibibytes_and_no_more() -> None:
    data = (HERE / "wellformed" / "example-1.txt").read_bytes().ljust(65536, b"\n")
    assert read_matrix(data).good
    (diagnostic,) = read_matrix(data + b"\n").diagnostics
    assert list(lines_of(diagnostic)) == [
        f"1:1+1 error {TOO_LARGE} the file has more than 65,536 bytes",
        "    ru: в файле больше 65 536 байт",
    ]


def test_of_many_faults_of_a_kind_some_are_told_and_the_others_counted() -> None:
    head = "A 1 U\n0 30\n0 30\n"
    rows = "".join("o" * (3 + n % 2) + "\n" for n in range(40)) + "oooo\n" * 24
    keys = "".join(f"key{n} value\n" for n in range(20))
    found = read_matrix(f"{head}{rows}game {SHORT}\n{keys}".encode()).diagnostics
    number = Counter(d.code for d in found)
    assert number == {"M301": 8, "M402": 8}
    assert {d.code: d.more for d in found if d.more} == {"M301": 12, "M402": 12}
    last = {d.code: n for n, d in enumerate(found)}
    assert all(found[n].more for n in last.values())


def test_what_is_wrong_in_each_row_for_one_cause_is_told_once() -> None:
    rows = (HERE / "wellformed" / "example-1.txt").read_text().splitlines()
    for cause, code in (
        (lambda row: row.replace("-", "."), "M311"),
        (lambda row: row + "|", "M302"),
        (lambda row: row[:-1], "M301"),
        (" ".join, "M305"),
        (lambda row: row.replace("B", "В"), "M312"),
        (lambda row: "rubbish!" if row == rows[5] else row, "M311"),
    ):
        text = "\n".join([*rows[:3], *map(cause, rows[3:])])
        assert [d.code for d in read_matrix(text.encode()).diagnostics] == [code]


def test_every_kind_of_fault_has_a_file() -> None:
    seen = {
        d.fault.kind
        for f in [*MALFORMED, *WELLFORMED]
        for d in read_matrix(f.read_bytes()).diagnostics
    }
    wanted = {kind for kind, modules in kinds().items() if can_be_read(kind, modules)}
    assert sorted(kind.code for kind in wanted - seen) == []
    assert sorted(kind.code for kind in seen - wanted) == []


def test_no_two_kinds_share_a_code() -> None:
    codes = [kind.code for kind in kinds()]
    assert sorted(code for code in codes if codes.count(code) > 1) == []


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.code)
def test_the_languages_are_told_the_same(kind: FaultKind) -> None:
    for text in filter(None, (kind.text, kind.hint)):
        english, russian = (
            {name for _, name, _, _ in Formatter().parse(said) if name is not None}
            for said in (text.en, text.ru)
        )
        assert english == russian


def test_nothing_stands_beside_a_file_that_is_gone() -> None:
    for folder in {file.parent for file in [*MALFORMED, *WELLFORMED]}:
        for file in folder.iterdir():
            assert file.with_suffix(".txt").exists(), f"{file} is of no use"


def _write_beside(file: Path, suffix: str, text: str) -> None:
    beside = file.with_suffix(suffix)
    if text:
        beside.write_bytes(text.encode())
    else:
        beside.unlink(missing_ok=True)


def _rewrite() -> None:
    for file in [*MALFORMED, *WELLFORMED]:
        reading = read_matrix(file.read_bytes())
        _write_beside(file, ".expected", told(reading))
        if file in WELLFORMED and reading.matrix:
            _write_beside(file, ".canonical", write_matrix(reading.matrix))


if __name__ == "__main__":
    _rewrite()
    print("now read the difference", file=sys.stderr)
