"""Which cores of this machine games are being played on, so that other bots keep off them.

A process that plays games that count claims its core for as long as it plays. Bots of a browser
game, or of a check, ask before each turn and go elsewhere. A claim is a name in the kernel's list
of sockets: every user and process of the machine sees it, it leaves no file behind, and it goes
with its process, however that ends. Only Linux has such names; elsewhere nothing is claimed.
"""

from __future__ import annotations

import os
import re
import socket
from itertools import count
from pathlib import Path

from referee.machine import usable_threads

_LIST = Path("/proc/net/unix")
_NAME = "matrix-arena/core-{core}/{process}-{number}"
_CLAIM = re.compile(r"@matrix-arena/core-([0-9]{1,4})/")
_NUMBERS = count(1)


def claim(core: int) -> socket.socket:
    """Claims the core until what is returned is closed; others may have claimed it as well."""
    if not (hasattr(socket, "AF_UNIX") and _LIST.exists()):
        return socket.socket()  # without a name it claims nothing
    name = _NAME.format(core=core, process=os.getpid(), number=next(_NUMBERS))
    made = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    made.bind(f"\0{name}")
    return made


def claimed_cores() -> frozenset[int]:
    """The cores that anybody has claimed."""
    try:
        sockets = _LIST.read_text(errors="replace")
    except OSError:  # a system that keeps no such list
        return frozenset()
    return frozenset(map(int, _CLAIM.findall(sockets)))


def unclaimed_cores() -> frozenset[int]:
    """The cores that this thread may use, but for those."""
    return usable_threads() - claimed_cores()
