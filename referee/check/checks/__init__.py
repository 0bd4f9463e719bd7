"""The checks, a file each; a file added here is used without further registration.

A check is a module with a ``TITLE``, an ``ORDER`` among the others, and a function ``run`` that
yields its findings. The first checks look at the file without running it; the others share the
turns of ``trials.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Protocol, cast

from formats.text import Text
from referee.check.checked_bot import CheckedBot
from referee.check.finding import Finding


class Check(Protocol):
    """The names that every module in this folder defines."""

    TITLE: Text
    ORDER: int

    def run(self, checked_bot: CheckedBot, /) -> Iterator[Finding]:
        """Yield the findings."""


@cache
def all_checks() -> dict[str, Check]:
    """Return the checks by their labels, in the order in which they are run and shown."""
    names = [module.name for module in iter_modules(__path__)]
    modules = {name: cast("Check", import_module(f"{__name__}.{name}")) for name in names}
    in_order = sorted(modules, key=lambda name: modules[name].ORDER)
    return {name.replace("_", "-"): modules[name] for name in in_order}
