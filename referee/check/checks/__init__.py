"""The checks, one file each; a file that is added here is found.

A check is a module with a ``TITLE``, an ``ORDER`` among the others, and a function ``run``, which
yields its findings. The first look at the file without running it; the others share one series of
turns, see ``trials.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Protocol, cast

from formats.text import Text
from referee.check.candidate import Candidate
from referee.check.finding import Finding


class Check(Protocol):
    """What every module in this folder defines."""

    TITLE: Text
    ORDER: int

    def run(self, candidate: Candidate, /) -> Iterator[Finding]:
        """Yields what was found."""


@cache
def all_checks() -> dict[str, Check]:
    """Every check by its label, in the order in which they are made and shown."""
    names = [module.name for module in iter_modules(__path__)]
    found = {name: cast("Check", import_module(f"{__name__}.{name}")) for name in names}
    in_order = sorted(found, key=lambda name: found[name].ORDER)
    return {name.replace("_", "-"): found[name] for name in in_order}
