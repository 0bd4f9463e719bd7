"""The choice of the isolation level: the strongest one that a trial run shows to work here."""

from __future__ import annotations

import shutil
from decimal import Decimal
from functools import cache
from pathlib import Path

from formats.text import Text
from referee.program import Allowance, Program, RefereeError
from referee.sandbox import Sandbox, keeper_link
from referee.sandbox.isolation_levels import IsolationLevel
from referee.sandbox.run_result import RunEnd

_NO_BUBBLEWRAP = Text("bubblewrap is not installed", "bubblewrap не установлен")
_NO_KEEPER = Text(
    "the keeper, the Linux program that runs other people's bots, was not built ({why})",
    "не собран сторож (keeper), программа для Linux, которая запускает чужих ботов ({why})",
)
_NO_REASON = Text("it is built when arena is installed", "он собирается при установке арены")
_FORBIDDEN = Text("it does not work here ({why})", "здесь это не работает ({why})")
_ENDED = Text("{program}: {end} {status}", "{program}: {end} {status}")
_ALLOWANCE = Allowance(own=Decimal(10), wall=Decimal(100))


@cache
def why_not(isolation: IsolationLevel) -> Text | None:
    """Return why bots cannot be run at this level here; None if a trial run has just worked."""
    if isolation.isolates and not keeper_link.is_built():
        return _NO_KEEPER.filled({"why": keeper_link.why_not_built() or _NO_REASON})
    if isolation is IsolationLevel.NAMESPACES and shutil.which("bwrap") is None:
        return _NO_BUBBLEWRAP
    try:
        why = _isolation_fault(isolation)
    except RefereeError as error:
        why = error.text
    return _FORBIDDEN.filled({"why": why}) if why else None


def strongest_isolation() -> IsolationLevel | None:
    """Return the strongest level that works here and confines untrusted bots; None if none does."""
    return next(
        (
            isolation
            for isolation in IsolationLevel
            if isolation.isolates and why_not(isolation) is None
        ),
        None,
    )


def choose_isolation(isolation: IsolationLevel | None = None) -> IsolationLevel:
    """Return the level asked for, else the strongest; ``namespaces`` if no level works."""
    return isolation or strongest_isolation() or IsolationLevel.NAMESPACES


def _isolation_fault(isolation: IsolationLevel) -> Text | None:
    """Return what is wrong with a trial run of a harmless program; None if nothing is."""
    harmless = shutil.which("true") or "/bin/true"
    with Sandbox(Program("true", Path(harmless)), isolation=isolation) as sandbox:
        run_result = sandbox.run(b"", _ALLOWANCE)
    if run_result.end is RunEnd.EXITED and run_result.status == 0:
        return None
    values = {"program": harmless, "end": run_result.end.name, "status": run_result.status}
    return _ENDED.filled(values)
