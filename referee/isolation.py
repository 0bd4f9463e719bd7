"""Whether strangers' programs can be run in isolation on this machine."""

from __future__ import annotations

import shutil
from decimal import Decimal
from functools import cache
from pathlib import Path

from formats.text import Text
from referee.error import RefereeError
from referee.happened import End
from referee.limits import Allowance
from referee.program import Program
from referee.sandbox import Sandbox

MISSING = Text(
    "a stranger's program is run in a sandbox, which bubblewrap makes, and it is not here;"
    " install it (sudo apt-get install bubblewrap), or trust the bots and add --no-sandbox",
    "чужая программа запускается в песочнице, которую делает bubblewrap, а его здесь нет;"
    " установите его (sudo apt-get install bubblewrap) или, если доверяете ботам,"
    " добавьте --no-sandbox",
)
FORBIDDEN = Text(
    "a stranger's program is run in a sandbox, which this system does not let bubblewrap make"
    " ({why}); allow unprivileged user namespaces, or trust the bots and add --no-sandbox",
    "чужая программа запускается в песочнице, а эта система не даёт bubblewrap её сделать"
    " ({why}); разрешите непривилегированные пространства имён (user namespaces) или,"
    " если доверяете ботам, добавьте --no-sandbox",
)
_PATIENCE = Allowance(own=Decimal(10), wall=Decimal(100))


@cache
def available() -> Text | None:
    """Why there can be no sandbox here, and what to do; nothing if one was made just now."""
    if shutil.which("bwrap") is None:
        return MISSING
    try:
        why = _trouble()
    except RefereeError as error:
        why = str(error)
    return FORBIDDEN.filled({"why": why}) if why else None


def _trouble() -> str:
    """What is wrong with a turn of the most harmless program."""
    harmless = shutil.which("true") or "/bin/true"
    with Sandbox(Program("true", Path(harmless))) as sandbox:
        happened = sandbox.run(b"", _PATIENCE)
    good = happened.end is End.EXITED and happened.status == 0
    return "" if good else f"{harmless}: {happened.end.name} {happened.status}"
