"""Abilities of the machine that tests of the referee need, and the reasons to skip a test.

The checks ask bubblewrap and the kernel directly: if they asked the arena's own sandbox, a broken
sandbox would skip its own tests.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from referee.program import Limits
from referee.sandbox.cgroup import group
from referee.sandbox.host import NOBODY
from referee.sandbox.isolation_levels import IsolationLevel

_TRY = ("bwrap", "--unshare-all", "--ro-bind", "/", "/", "true")
_LANDLOCK_CREATE_RULESET, _ASK_FOR_VERSION = 444, 1


@cache
def _why_no_namespaces() -> str:
    if shutil.which("bwrap") is None:
        return "bwrap is not here (apt-get install bubblewrap)"
    user = NOBODY if os.geteuid() == 0 else None
    tried = subprocess.run(_TRY, capture_output=True, text=True, check=False, user=user)
    return f"bwrap cannot run here: {tried.stderr.strip()}" if tried.returncode else ""


@cache
def landlock_version() -> int:
    """Return the kernel's version of Landlock; 0 or less if it has none."""
    call = ctypes.CDLL(None).syscall
    version: int = call(_LANDLOCK_CREATE_RULESET, None, ctypes.c_size_t(0), _ASK_FOR_VERSION)
    return version


def _why_no_landlock() -> str:
    return "" if landlock_version() > 0 else "the kernel has no Landlock"


@cache
def has_group() -> bool:
    """Return whether a control group can be made here."""
    with group(Limits()) as control_group:
        return control_group.meter >= 0


WHY_NO_GROUP = "no control group can be made here: run the tests as root, or by systemd-run"


@cache
def _has_huge_pages() -> bool:
    """Return whether the machine has enough huge pages for one bot to take too many."""
    lines = Path("/proc/meminfo").read_text().splitlines()
    free = (line.split()[1] for line in lines if line.startswith("HugePages_Free:"))
    return int(next(free, "0")) >= 64


def why_undetectable(needs: str) -> str:
    """Return why an offence with these needs cannot be detected here, or an empty string."""
    if needs == "group" and not has_group():
        return WHY_NO_GROUP
    if needs == "huge-pages" and not _has_huge_pages():
        return "the machine keeps no huge pages: sysctl vm.nr_hugepages=100"
    return ""


WHY_NOT = {
    IsolationLevel.NAMESPACES: _why_no_namespaces(),
    IsolationLevel.LANDLOCK: _why_no_landlock(),
}
"""Reason why each isolating level cannot be used here, or an empty string."""
_NONE = " and ".join(WHY_NOT.values()) if all(WHY_NOT.values()) else ""


def strongest_here() -> IsolationLevel:
    """Return the strongest usable isolation level; `none` if no other is usable."""
    return next(
        (isolation for isolation, why_not in WHY_NOT.items() if not why_not), IsolationLevel.NONE
    )


needs_sandbox = pytest.mark.skipif(bool(_NONE), reason=_NONE or "-")
needs_namespaces = pytest.mark.skipif(
    bool(WHY_NOT[IsolationLevel.NAMESPACES]), reason=WHY_NOT[IsolationLevel.NAMESPACES] or "-"
)
needs_landlock = pytest.mark.skipif(
    bool(WHY_NOT[IsolationLevel.LANDLOCK]), reason=WHY_NOT[IsolationLevel.LANDLOCK] or "-"
)
ISOLATING = [
    pytest.param(
        isolation, id=str(isolation), marks=pytest.mark.skipif(bool(why), reason=why or "-")
    )
    for isolation, why in WHY_NOT.items()
]
"""Isolation levels at which submitted bots are run, as parameters of a test."""
ISOLATION_LEVELS = [*ISOLATING, pytest.param(IsolationLevel.NONE, id="none")]
"""Isolation levels, all of them, as parameters of a test."""
