"""The formats of tournaments, one file each; a file that is added here is found."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from inspect import getmembers, isabstract, isclass
from pkgutil import iter_modules

from tournaments.schedule import Schedule


@cache
def all_schedules() -> dict[str, type[Schedule]]:
    """Every format by its name, as event files name it."""
    found = [
        _schedule_in(module.name) for module in iter_modules(__path__) if module.name[0] != "_"
    ]
    return {schedule.name: schedule for schedule in sorted(found, key=lambda found: found.name)}


def _schedule_in(module_name: str) -> type[Schedule]:
    module = import_module(f"{__name__}.{module_name}")
    (schedule,) = (
        member
        for _, member in getmembers(module, isclass)
        if issubclass(member, Schedule)
        and not isabstract(member)
        and member.__module__ == module.__name__
    )
    return schedule
