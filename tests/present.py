"""Parameters of a test by what this machine has.

Whatever can run here is a parameter. Of what cannot, there is one for each reason, skipped: so a
program that is missing is one skipped test, not as many as would have used it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import pytest


class Case(NamedTuple):
    """A parameter set, if it can run here."""

    name: str
    values: tuple[Any, ...]
    why_not: str = ""
    group: str | None = None
    """Tests of one group go to one worker."""


def present(cases: Iterable[Case]) -> list[Any]:
    """The parameters."""
    absent: dict[str, list[Case]] = {}
    found = []
    for case in cases:
        if case.why_not:
            absent.setdefault(case.why_not, []).append(case)
        else:
            marks = [pytest.mark.xdist_group(case.group)] if case.group else []
            found.append(pytest.param(*case.values, id=case.name, marks=marks))
    for why_not, (first, *others) in absent.items():
        name = f"{first.name} and {len(others)} more" if others else first.name
        mark = pytest.mark.skip(reason=why_not)
        found.append(pytest.param(*first.values, id=name, marks=mark))
    return found
