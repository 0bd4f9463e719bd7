"""Properties that hold for the reading of any bytes as a matrix.txt.

The tests by hypothesis and the fuzzer under ``tests/fuzz`` share them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from formats.fault import Diagnostic
from formats.matrix import Matrix, Reading, defaults_after, read_matrix, write_exactly, write_matrix
from formats.matrix.reading import READ_AS_DEFAULT, read_form, read_quickly
from formats.matrix.source import MOST_OF_A_KIND, FaultList, decode
from formats.text import LANGUAGES

MOST_DIAGNOSTICS = 60
"""Largest number of diagnostics of one file."""


def check_any_input(data: bytes) -> None:
    """Assert that the bytes give diagnostics or a position, in good order, and no exception."""
    check_quick_reading(data)
    strict, lenient = read_matrix(data), read_matrix(data, lenient=True)
    for reading in (strict, lenient):
        check_reading(reading, braces=b"{" in data)
        if reading.matrix and reading.good:
            check_round_trip(reading.matrix)
    if strict.good:
        assert lenient.matrix == strict.matrix, "a well-formed file has no letters to forgive"
    places = [place(d) for d in strict.diagnostics]
    forgiving = [place(d) for d in lenient.diagnostics]
    assert places == forgiving, "leniency changes the severity of a fault, not its presence"


def check_any_successor(data: bytes, before: Matrix) -> None:
    """Assert the same of bytes that follow a file."""
    check_quick_reading(data, before)
    check_reading(read_matrix(data, before=before), braces=b"{" in data)


def check_quick_reading(data: bytes, before: Matrix | None = None) -> bool:
    """Assert that a quick reading agrees with the thorough one; return whether there is one."""
    source, no_text = decode(data)
    defaults = defaults_after(before) if before else None
    quick = None if no_text else read_quickly(source, defaults)
    if quick is None:
        return False
    notes = FaultList(source.encoding, lenient=False)
    header, footer, board, _ = read_form(source, notes, defaults)
    assert notes.diagnostics == [], "the quick reading found no fault"
    assert replace(header, places={}) == quick.header
    assert footer._replace(places={}) == quick.footer
    assert board == quick.board
    return True


def check_reading(reading: Reading, *, braces: bool) -> None:
    """Assert that a reading has a matrix or a reason, and that each diagnostic can be shown.

    Braces in the file may be quoted in a sentence, where they are no unfilled placeholder.
    """
    assert reading.matrix is not None or not reading.good, "no matrix, and no reason"
    for diagnostic in reading.diagnostics:
        check_place(diagnostic, reading.source)
        for text in sentences(diagnostic):
            assert text.isprintable(), f"not fit for a terminal: {text!r}"
            assert braces or "{" not in text, f"a placeholder is left: {text!r}"
    places = [place(d) for d in reading.diagnostics]
    assert places == sorted(places), "out of the file's order"
    check_number(reading)
    reports = [(place(d), d.sentence()) for d in reading.diagnostics]
    assert len(reports) == len(set(reports)), "a fault is reported twice"


def check_number(reading: Reading) -> None:
    """Assert that only some diagnostics of a kind are listed, and the others are counted."""
    number = Counter(d.code for d in reading.diagnostics)
    with_doubt_about_game = number[READ_AS_DEFAULT.code]  # stands for a fault of another kind
    assert max(number.values(), default=0) <= MOST_OF_A_KIND, "too many of a kind"
    assert number.total() <= MOST_DIAGNOSTICS, "too many"
    for diagnostic in reading.diagnostics:
        is_full = number[diagnostic.code] + with_doubt_about_game >= MOST_OF_A_KIND
        assert diagnostic.more == 0 or is_full, "a fault that is left out could be listed"


def check_place(diagnostic: Diagnostic, source: tuple[str, ...]) -> None:
    """Assert that the place is in the file, or just behind a line that lacks something."""
    assert 1 <= diagnostic.line <= len(source), f"{diagnostic.code} in no line"
    length = len(source[diagnostic.line - 1])
    assert 1 <= diagnostic.column <= length + 1, f"{diagnostic.code} beyond its line"
    last = diagnostic.column + diagnostic.width - 1
    assert diagnostic.column <= last <= max(length, diagnostic.column), "too wide for its line"


def check_round_trip(matrix: Matrix) -> None:
    """Assert that the matrix is the same, in the same words, when written and read again."""
    text = write_matrix(matrix)
    reading = read_matrix(text.encode())
    assert reading.good, "the written file cannot be read"
    assert reading.matrix == matrix.as_written, "it changed on the way"
    assert write_matrix(matrix) == text == write_matrix(reading.matrix), (
        "there are two canonical forms"
    )
    assert read_matrix(write_exactly(matrix).encode()).matrix == matrix, (
        "the exact form is not exact"
    )


def sentences(diagnostic: Diagnostic) -> Iterator[str]:
    """Yield the sentences and hints of a diagnostic in every language."""
    for language in LANGUAGES:
        yield diagnostic.sentence(language)
        hint = diagnostic.hint(language)
        if hint is not None:
            yield hint


def place(diagnostic: Diagnostic) -> tuple[int, int, str]:
    """Return the line, the column and the code of a diagnostic."""
    return diagnostic.line, diagnostic.column, diagnostic.code
