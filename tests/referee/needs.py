"""What tests of the referee need of the machine, and the reason why one is skipped without it.

It is asked of bubblewrap itself: were our sandbox asked, a broken one would skip its own tests.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache

import pytest

from referee.cgroup import group
from referee.limits import Limits
from referee.sandbox import NOBODY

_TRY = ("bwrap", "--unshare-all", "--ro-bind", "/", "/", "true")


@cache
def _why_no_sandbox() -> str:
    if shutil.which("bwrap") is None:
        return "bwrap is not here (apt-get install bubblewrap)"
    user = NOBODY if os.geteuid() == 0 else None
    tried = subprocess.run(_TRY, capture_output=True, text=True, check=False, user=user)
    return f"bwrap cannot run here: {tried.stderr.strip()}" if tried.returncode else ""


@cache
def _has_group() -> bool:
    with group(Limits()) as made:
        return made.meter >= 0


needs_sandbox = pytest.mark.skipif(bool(_why_no_sandbox()), reason=_why_no_sandbox() or "-")


def skip_without(need: str) -> None:
    """Skips the test where the machine lacks that."""
    if need == "group" and not _has_group():
        pytest.skip("no control group can be made here: run the tests as root, or by systemd-run")
