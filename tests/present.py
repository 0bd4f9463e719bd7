"""Parameters of a test by what this machine has, and tests that cannot run for want of it.

Whatever can run here does. Of the tests of a file that all want the same thing that is not here,
the first stands for all of them, skipped; the others are not collected. So a program that is
missing is one skipped test a file, not as many as would have used it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from shutil import which
from typing import Any, NamedTuple

import pytest

STANDS_FOR = "stands for"
"""How many tests a skipped one stands for: a property of its report."""


class Case(NamedTuple):
    """A parameter set, if it can run here."""

    name: str
    values: tuple[Any, ...]
    why_not: str = ""
    group: str | None = None
    """Tests of one group go to one worker."""


def not_here(*commands: str) -> str:
    """Why what takes these commands cannot run here, or nothing."""
    missing = [command for command in dict.fromkeys(commands) if which(command) is None]
    return f"not here: {', '.join(missing)}" if missing else ""


def needs(*commands: str) -> pytest.MarkDecorator:
    """The mark of a test that takes these commands."""
    return pytest.mark.skipif(bool(not_here(*commands)), reason=not_here(*commands) or "-")


def present(cases: Iterable[Case]) -> list[Any]:
    """The parameters; those that cannot run here are marked so."""
    found = []
    for case in cases:
        marks = [pytest.mark.skip(reason=case.why_not)] if case.why_not else []
        if case.group and not case.why_not:
            marks.append(pytest.mark.xdist_group(case.group))
        found.append(pytest.param(*case.values, id=case.name, marks=marks))
    return found


def one_for_all(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """The tests but those that another one stands for."""
    alike: dict[tuple[Path, str], list[pytest.Item]] = {}
    for item in items:
        if why_not := _why_not(item):
            alike.setdefault((item.path, why_not), []).append(item)
    left_out = set()
    for first, *others in alike.values():
        first.user_properties.append((STANDS_FOR, 1 + len(others)))
        left_out.update(others)
    return [item for item in items if item not in left_out]


def stood_for(report: pytest.TestReport) -> int:
    """How many tests a skipped one stands for."""
    return int(str(dict(report.user_properties).get(STANDS_FOR, 1)))


def _why_not(item: pytest.Item) -> str:
    """Why its marks skip it; or nothing."""
    for mark in item.iter_markers("skipif"):
        if any(mark.args):
            return str(mark.kwargs["reason"])
    for mark in item.iter_markers("skip"):
        return str(mark.kwargs["reason"])
    return ""
