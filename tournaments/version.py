"""Which arena this is: two machines play one event only if they have the very same.

A number that people must remember to raise would not do: what is compared is a hash of the
sources of all that judges and plays.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

_ROOT = Path(__file__).parent.parent
_FLOORS = ("formats", "referee", "tournaments")
_DIGITS = 16


@cache
def version() -> str:
    """Another one for each change of a source."""
    whole = sha256()
    for floor in _FLOORS:
        for path in sorted((_ROOT / floor).rglob("*.py")):
            whole.update(path.relative_to(_ROOT).as_posix().encode())
            whole.update(sha256(path.read_bytes()).digest())
    return whole.hexdigest()[:_DIGITS]
