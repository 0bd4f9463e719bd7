"""The start positions of a section, as the files that the first bots are given."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from formats.fault import Fault, Severity
from formats.matrix import Matrix, read, write_exactly
from tournaments import enrolment_faults as faults
from tournaments.event import Section


def starts(section: Section, base: Path) -> Iterator[str | Fault]:
    """The start positions; paths are from that folder."""
    for name in section.starts.files:
        yield _of_file(section, name, base)
    times = (section.limits.time,) * 2
    for wish in section.starts.wishes:
        yield write_exactly(Matrix(section.game, section.game.start(wish), times=times))


def _of_file(section: Section, name: str, base: Path) -> str | Fault:
    try:
        data = (base / name).read_bytes()
    except OSError as error:
        return faults.NO_START(file=name, why=error.strerror or error)
    reading = read(data, lenient=section.limits.lenient_letters, limit=section.game.limit)
    if reading.matrix is None or not reading.good:
        wrong = next(d for d in reading.diagnostics if d.severity is Severity.ERROR)
        return faults.WRONG_START(file=name, line=wrong.line, what=wrong.fault.sentence())
    matrix = reading.matrix
    if matrix.game != section.game:
        return faults.OTHER_GAME(file=name, game=section.game.title)
    if matrix.winner or matrix.game.outcome(matrix.position):
        return faults.START_OVER(file=name)
    return write_exactly(replace(matrix, times=(section.limits.time,) * 2))
