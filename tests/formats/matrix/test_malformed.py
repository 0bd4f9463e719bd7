"""Tests of every diagnostic, by a file with the fault, and of every liberty of a file.

``malformed/NAME.txt`` is a file, byte by byte, and ``NAME.expected`` all its diagnostics.
``wellformed/NAME.txt`` is a correct file and ``NAME.canonical`` its form after reading and writing;
its warnings, if any, are in ``NAME.expected``. Files about one game are in such folders within the
game's own.

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
from formats.matrix import Reading, faults, read_matrix, write_matrix
from tests.formats.games.example_games import SHORT
from tests.formats.games.game_folders import files_of

HERE = Path(__file__).parent


def files_in(folder: str) -> list[Path]:
    """Return the files in folders of this name, here and with each game."""
    of_games = [path for _, path in files_of(f"{folder}/*.txt")]
    return [*sorted((HERE / folder).glob("*.txt")), *of_games]


MALFORMED = files_in("malformed")
WELLFORMED = files_in("wellformed")
ENCODINGS = ("utf-8", "cp1251", "cp866", "koi8-r")
LOOK_ALIKES = {"M251", "M312", "M412"}

OTHER_MODULES = {
    "formats.transition": "a change from one file to the next",
    "formats.record": "a record of a game",
}
"""Modules whose faults no single matrix.txt can have, with the objects of their faults."""

OTHER_CODES = {
    "S0": "a request for a game",
    "L": "a move; a line «last» shows only the faults of OF_LAST",
    "S1": "a request for a start position",
    "S3": "a request for a start position",
    "S4": "a request for a start position",
    "M410": "a file of an added game: test_planted_game.py",
}
"""Beginnings of codes in the modules of games that no single matrix.txt can have."""
OF_LAST = {"L001", "L201", "L207", "L216", "L218", "L301", "L307", "L401", "L402", "L405"}

TOO_LARGE = "M102"
"""Code of a file that is too large, which a test makes since it is not stored."""


def lines_of(diagnostic: Diagnostic) -> Iterator[str]:
    place = f"{diagnostic.line}:{diagnostic.column}+{diagnostic.width}"
    yield f"{place} {diagnostic.severity} {diagnostic.code} {diagnostic.sentence()}"
    if diagnostic.hint() is not None:
        yield f"    hint: {diagnostic.hint()}"
    yield f"    ru: {diagnostic.sentence('ru')}"
    if diagnostic.hint("ru") is not None:
        yield f"    ru hint: {diagnostic.hint('ru')}"


def diagnostics_text(reading: Reading) -> str:
    """Return all diagnostics, with ``{games}`` for the names of games.

    So a new game changes no file.
    """
    text = "".join(f"{line}\n" for d in reading.diagnostics for line in lines_of(d))
    with_footer = (name for name, game in all_games().items() if game.footers)
    text = text.replace(", ".join(with_footer), "{games}")
    return re.sub(r"(can be of|в других играх) [^:]+:", r"\1 {games}:", text)


def text_beside(file: Path, suffix: str) -> str:
    path = file.with_suffix(suffix)
    return path.read_text(encoding="utf-8") if path.exists() else ""


def kinds() -> dict[FaultKind, set[str]]:
    """Return every kind of fault, with the modules that have it."""
    modules_by_kind: dict[FaultKind, set[str]] = {}
    for module in walk_packages(formats.__path__, "formats."):
        for value in vars(import_module(module.name)).values():
            if isinstance(value, FaultKind):
                modules_by_kind.setdefault(value, set()).add(module.name)
    return modules_by_kind


def can_be_read(kind: FaultKind, modules: set[str]) -> bool:
    if modules <= OTHER_MODULES.keys() or kind.code == TOO_LARGE:
        return False
    return kind.code in OF_LAST or not kind.code.startswith(tuple(OTHER_CODES))


@pytest.mark.parametrize("file", MALFORMED, ids=lambda file: file.stem)
def test_a_malformed_file_has_the_expected_diagnostics(file: Path) -> None:
    reading = read_matrix(file.read_bytes())
    assert diagnostics_text(reading) == text_beside(file, ".expected")
    assert not reading.good


@pytest.mark.parametrize("file", WELLFORMED, ids=lambda file: file.stem)
def test_a_correct_file_has_one_canonical_form(file: Path) -> None:
    reading = read_matrix(file.read_bytes())
    assert diagnostics_text(reading) == text_beside(file, ".expected")
    assert reading.good
    assert reading.matrix is not None
    assert write_matrix(reading.matrix) == text_beside(file, ".canonical")


@pytest.mark.parametrize("file", MALFORMED, ids=lambda file: file.stem)
def test_lenient_letters_forgive_only_look_alikes(file: Path) -> None:
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


def test_enough_files_have_only_look_alikes() -> None:
    readings = [read_matrix(file.read_bytes()) for file in MALFORMED if "look-alike" in file.stem]
    forgivable = [r for r in readings if {d.code for d in r.diagnostics} <= LOOK_ALIKES]
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


def test_a_file_may_have_at_most_64_kibibytes() -> None:
    data = (HERE / "wellformed" / "example-1.txt").read_bytes().ljust(65536, b"\n")
    assert read_matrix(data).good
    (diagnostic,) = read_matrix(data + b"\n").diagnostics
    assert list(lines_of(diagnostic)) == [
        f"1:1+1 error {TOO_LARGE} the file has more than 65,536 bytes",
        "    ru: в файле больше 65 536 байт",
    ]


def test_many_faults_of_a_kind_are_listed_in_part_and_counted() -> None:
    head = "A 1 U\n0 30\n0 30\n"
    rows = "".join("o" * (3 + n % 2) + "\n" for n in range(40)) + "oooo\n" * 24
    keys = "".join(f"key{n} value\n" for n in range(20))
    diagnostics = read_matrix(f"{head}{rows}game {SHORT}\n{keys}".encode()).diagnostics
    number = Counter(d.code for d in diagnostics)
    assert number == {"M301": 8, "M402": 8}
    assert {d.code: d.more for d in diagnostics if d.more} == {"M301": 12, "M402": 12}
    last = {d.code: n for n, d in enumerate(diagnostics)}
    assert all(diagnostics[n].more for n in last.values())


def test_a_fault_of_every_row_with_one_cause_is_reported_once() -> None:
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
    reported = {
        d.fault.kind
        for f in [*MALFORMED, *WELLFORMED]
        for d in read_matrix(f.read_bytes()).diagnostics
    }
    possible = {kind for kind, modules in kinds().items() if can_be_read(kind, modules)}
    assert sorted(kind.code for kind in possible - reported) == []
    assert sorted(kind.code for kind in reported - possible) == []


def test_every_kind_has_a_code_of_its_own() -> None:
    codes = [kind.code for kind in kinds()]
    assert sorted(code for code in codes if codes.count(code) > 1) == []


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.code)
def test_both_languages_use_the_same_values(kind: FaultKind) -> None:
    for text in filter(None, (kind.text, kind.hint)):
        english, russian = (
            {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}
            for sentence in (text.en, text.ru)
        )
        assert english == russian


def test_a_game_may_refuse_a_board_without_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fake a game of another package: none of the arena's refuses it."""
    game = all_games()[SHORT]
    monkeypatch.setattr(game, "size_of", lambda *_: faults.TOO_FEW_ROWS(count=0, right=8))
    reading = read_matrix(f"A 1 U\n0 30\n0 30\ngame {SHORT}\n".encode())
    assert faults.TOO_FEW_ROWS.code in [diagnostic.code for diagnostic in reading.diagnostics]


def test_every_expectation_belongs_to_a_file() -> None:
    for folder in {file.parent for file in [*MALFORMED, *WELLFORMED]}:
        for file in folder.iterdir():
            assert file.with_suffix(".txt").exists(), f"{file} belongs to no file"


def _write_beside(file: Path, suffix: str, text: str) -> None:
    path = file.with_suffix(suffix)
    if text:
        path.write_bytes(text.encode())
    else:
        path.unlink(missing_ok=True)


def _rewrite() -> None:
    for file in [*MALFORMED, *WELLFORMED]:
        reading = read_matrix(file.read_bytes())
        _write_beside(file, ".expected", diagnostics_text(reading))
        if file in WELLFORMED and reading.matrix:
            _write_beside(file, ".canonical", write_matrix(reading.matrix))


if __name__ == "__main__":
    _rewrite()
    print("now read the difference", file=sys.stderr)
