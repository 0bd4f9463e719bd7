"""Every diagnostic of an event file by a file that has the fault.

``malformed/NAME.toml`` is a file, byte by byte, and ``NAME.expected`` all that is said about it.

``python -m tests.tournaments.event.test_event_malformed`` writes what the code says now into these
files. That alone proves nothing: read the difference before you keep it.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import tournaments
from formats.fault import Diagnostic, FaultKind, Severity
from formats.games import all_games
from tournaments.cluster import cluster_faults
from tournaments.entrants import class_list, entrant_faults
from tournaments.event.reader import EventReading, read_event
from tournaments.ladder import ladder_faults
from tournaments.ledger import decision_faults, ledger_faults
from tournaments.run import grades

FOLDER = Path(__file__).parent / "malformed"
OTHERS = (
    *(entrant_faults, decision_faults, ledger_faults, ladder_faults, cluster_faults),
    *(class_list, grades),
)
FILES = sorted(FOLDER.glob("*.toml"))


def lines_of(diagnostic: Diagnostic) -> list[str]:
    place = f"{diagnostic.line}:{diagnostic.column}+{diagnostic.width}"
    lines = [f"{place} {diagnostic.severity} {diagnostic.code} {diagnostic.sentence()}"]
    lines += [f"    hint: {diagnostic.hint()}"] if diagnostic.hint() else []
    lines += [f"    ru: {diagnostic.sentence('ru')}"]
    return lines + ([f"    ru hint: {diagnostic.hint('ru')}"] if diagnostic.hint() else [])


def diagnostics_text(reading: EventReading) -> str:
    """Return all diagnostics as text that does not depend on added games."""
    lines = [line for diagnostic in reading.diagnostics for line in lines_of(diagnostic)]
    return ("\n".join(lines) + "\n").replace(", ".join(all_games()), "{games}")


def kinds() -> dict[str, FaultKind]:
    """Return every kind of fault of an event file by its code.

    Those of events that are run, of submissions and of clusters have tests of their own.
    """
    modules = [
        import_module(module.name) for module in walk_packages(tournaments.__path__, "tournaments.")
    ]
    values = [value for module in modules for value in vars(module).values()]
    others = {id(value) for module in OTHERS for value in vars(module).values()}
    return {
        value.code: value
        for value in values
        if isinstance(value, FaultKind) and value.code.startswith("E") and id(value) not in others
    }


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_everything_that_is_wrong_is_told(path: Path) -> None:
    reading = read_event(path.read_bytes())
    assert reading.diagnostics
    assert diagnostics_text(reading) == path.with_suffix(".expected").read_text(encoding="utf-8")
    errors = [d for d in reading.diagnostics if d.severity is Severity.ERROR]
    assert (reading.event is None) == bool(errors)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_places_are_in_the_file(path: Path) -> None:
    reading = read_event(path.read_bytes())
    for diagnostic in reading.diagnostics:
        assert diagnostic.line <= max(1, len(reading.source)) or not reading.source
        line = reading.source[diagnostic.line - 1] if reading.source else ""
        assert not line or diagnostic.column <= len(line) + 1


def test_every_expectation_has_its_file() -> None:
    assert {path.stem for path in FOLDER.glob("*.expected")} == {path.stem for path in FILES}


def test_every_code_is_provoked() -> None:
    expectations = "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.expected"))
    assert [code for code in sorted(kinds()) if f" {code} " not in expectations] == []


def test_codes_are_used_once() -> None:
    modules = [
        import_module(module.name) for module in walk_packages(tournaments.__path__, "tournaments.")
    ]
    kinds_by_code = {
        id(v): v for module in modules for v in vars(module).values() if isinstance(v, FaultKind)
    }
    codes = [kind.code for kind in kinds_by_code.values()]
    assert len(codes) == len(set(codes))


if __name__ == "__main__":
    for file in FILES:
        file.with_suffix(".expected").write_text(
            diagnostics_text(read_event(file.read_bytes())), encoding="utf-8"
        )
