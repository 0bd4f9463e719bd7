"""Parameters and marks of tests that need programs of the machine.

Every test runs that can run here. Of the tests of a file that need the same missing program, the
first stands for all of them, skipped; the others are not collected. So a missing program is one
skipped test a file, not as many as would have used it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from shutil import which
from typing import Any, NamedTuple

import pytest

STANDS_FOR = "stands for"
"""Name of the report property that holds the number of tests that a skipped test stands for."""


class Case(NamedTuple):
    """A parameter set of a test, with the reason why it cannot run here, if any."""

    name: str
    values: tuple[Any, ...]
    why_not: str = ""
    group: str | None = None
    """Name of the group whose tests all go to one worker."""


def why_missing(*commands: str) -> str:
    """Return why a test that needs these commands cannot run here, or an empty string."""
    missing = [command for command in dict.fromkeys(commands) if which(command) is None]
    return f"not here: {', '.join(missing)}" if missing else ""


def needs(*commands: str) -> pytest.MarkDecorator:
    """Return the mark of a test that needs these commands."""
    return pytest.mark.skipif(bool(why_missing(*commands)), reason=why_missing(*commands) or "-")


def without_rights_of_root(*command: str) -> list[str]:
    """Return the command; if root runs it, without the right to read and write everywhere."""
    bounds = ("setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner")
    return [*(bounds if os.geteuid() == 0 else ()), *command]


def present(cases: Iterable[Case]) -> list[Any]:
    """Return the parameters; those that cannot run here are marked as skipped."""
    parameters = []
    for case in cases:
        marks = [pytest.mark.skip(reason=case.why_not)] if case.why_not else []
        if case.group and not case.why_not:
            marks.append(pytest.mark.xdist_group(case.group))
        parameters.append(pytest.param(*case.values, id=case.name, marks=marks))
    return parameters


def without_repeated_skips(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """Return the tests without those that another skipped test stands for."""
    items_by_reason: dict[tuple[Path, str], list[pytest.Item]] = {}
    for item in items:
        if why_not := _why_not(item):
            items_by_reason.setdefault((item.path, why_not), []).append(item)
    dropped = set()
    for first, *others in items_by_reason.values():
        first.user_properties.append((STANDS_FOR, 1 + len(others)))
        dropped.update(others)
    return [item for item in items if item not in dropped]


def tests_represented(report: pytest.TestReport) -> int:
    """Return the number of tests that a skipped test stands for."""
    properties = getattr(report, "user_properties", ())  # A file that is left out has none.
    return int(str(dict(properties).get(STANDS_FOR, 1)))


def _why_not(item: pytest.Item) -> str:
    """Return why the marks of the test skip it, or an empty string."""
    for mark in item.iter_markers("skipif"):
        if any(mark.args):
            return str(mark.kwargs["reason"])
    for mark in item.iter_markers("skip"):
        return str(mark.kwargs["reason"])
    return ""
