"""What must hold of reading a matrix.txt, whatever bytes it is made of.

One place for the tests by hypothesis and for the fuzzer under ``tests/fuzz``.
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

MOST_TOLD = 60
"""Diagnostics of one file."""


def check_any_input(data: bytes) -> None:
    """Bytes give diagnostics or a position, in good order, and never a traceback."""
    check_glance(data)
    strict, lenient = read_matrix(data), read_matrix(data, lenient=True)
    for reading in (strict, lenient):
        check_reading(reading, braces=b"{" in data)
        if reading.matrix and reading.good:
            check_round_trip(reading.matrix)
    if strict.good:
        assert lenient.matrix == strict.matrix, "what is well formed has no letters to forgive"
    places = [place(d) for d in strict.diagnostics]
    forgiving = [place(d) for d in lenient.diagnostics]
    assert places == forgiving, "leniency changes how grave a fault is, not whether it is seen"


def check_any_successor(data: bytes, before: Matrix) -> None:
    """The same of bytes that are to follow a file."""
    check_glance(data, before)
    check_reading(read_matrix(data, before=before), braces=b"{" in data)


def check_glance(data: bytes, before: Matrix | None = None) -> bool:
    """The quick reading agrees with the thorough one, and has no faults; whether there is one."""
    source, no_text = decode(data)
    defaults = defaults_after(before) if before else None
    seen = None if no_text else read_quickly(source, defaults)
    if seen is None:
        return False
    notes = FaultList(source.encoding, lenient=False)
    header, footer, board, _ = read_form(source, notes, defaults)
    assert notes.diagnostics == [], "a read_quickly saw nothing wrong"
    assert replace(header, places={}) == seen.header
    assert footer._replace(places={}) == seen.footer
    assert board == seen.board
    return True


def check_reading(reading: Reading, *, braces: bool) -> None:
    """A reading has a matrix or says why not; each of its diagnostics can be shown.

    Braces in the file may be quoted in a sentence, where they are no placeholder left unfilled.
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
    said = [(place(d), d.sentence()) for d in reading.diagnostics]
    assert len(said) == len(set(said)), "a fault is reported twice"


def check_number(reading: Reading) -> None:
    """Of a kind some few are told, and of the others how many there are."""
    number = Counter(d.code for d in reading.diagnostics)
    doubted = number[READ_AS_DEFAULT.code]  # one of another kind, told as what it may be
    assert max(number.values(), default=0) <= MOST_OF_A_KIND, "more than anybody reads"
    assert number.total() <= MOST_TOLD, "more than anybody reads"
    for diagnostic in reading.diagnostics:
        is_full = number[diagnostic.code] + doubted >= MOST_OF_A_KIND
        assert diagnostic.more == 0 or is_full, "what is left out could have been told"


def check_place(diagnostic: Diagnostic, source: tuple[str, ...]) -> None:
    """It lies in the file, or just behind the end of a line where something is missing."""
    assert 1 <= diagnostic.line <= len(source), f"{diagnostic.code} in no line"
    length = len(source[diagnostic.line - 1])
    assert 1 <= diagnostic.column <= length + 1, f"{diagnostic.code} beyond its line"
    last = diagnostic.column + diagnostic.width - 1
    assert diagnostic.column <= last <= max(length, diagnostic.column), "too wide for its line"


def check_round_trip(matrix: Matrix) -> None:
    """WrittenFile and read again it is the same, in the same words."""
    text = write_matrix(matrix)
    again = read_matrix(text.encode())
    assert again.good, "what is written cannot be read"
    assert again.matrix == matrix.as_written, "it changed on the way"
    assert write_matrix(matrix) == text == write_matrix(again.matrix), (
        "there are two canonical forms"
    )
    assert read_matrix(write_exactly(matrix).encode()).matrix == matrix, "what is kept is not exact"


def sentences(diagnostic: Diagnostic) -> Iterator[str]:
    """All that a diagnostic says, in every language."""
    for language in LANGUAGES:
        yield diagnostic.sentence(language)
        hint = diagnostic.hint(language)
        if hint is not None:
            yield hint


def place(diagnostic: Diagnostic) -> tuple[int, int, str]:
    """Where a diagnostic stands and what it is."""
    return diagnostic.line, diagnostic.column, diagnostic.code
