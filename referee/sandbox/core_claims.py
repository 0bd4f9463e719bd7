"""Claims of processor cores for games that count, so that other bots keep off these cores.

A process that plays such games claims its core for as long as it plays. Bots of a browser game, or
of a check, ask before each turn and use other cores. A claim is a name in the kernel's list of
sockets: every user and process with the same network sees it, containers that share a network, too;
it leaves no file behind, and it vanishes with its process, however that ends. Only Linux has such
names; elsewhere nothing is claimed.
"""

from __future__ import annotations

import re
import socket
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from threading import Event

from formats.text import Text
from referee.machine import leftover_prefix, threads_beside, usable_threads
from referee.program import RefereeError

_LIST = Path("/proc/net/unix")
_NAME = "matrix-arena/core-{core}/{process}{number}"
_CLAIM = re.compile(r"@matrix-arena/core-([0-9]{1,4})/")
_NUMBERS = count(1)
_CHECK_INTERVAL = 0.2
"""Seconds between two looks for an unclaimed core."""
_NO_CORE_YET = Text(
    "it was stopped before there was a core for it", "остановлено раньше, чем нашлось ядро"
)


def claim(core: int) -> socket.socket:
    """Claim the core until the returned socket is closed; several claims may share a core."""
    if not (hasattr(socket, "AF_UNIX") and _LIST.exists()):
        return socket.socket()  # A socket without a name claims nothing.
    name = _NAME.format(core=core, process=leftover_prefix(), number=next(_NUMBERS))
    claim_socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    claim_socket.bind(f"\0{name}")
    return claim_socket


def claimed_cores() -> frozenset[int]:
    """Return the cores that any process with the same network has claimed."""
    try:
        sockets = _LIST.read_text(errors="replace")
    except OSError:  # Not every system has such a list.
        return frozenset()
    return frozenset(map(int, _CLAIM.findall(sockets)))


def unclaimed_cores() -> frozenset[int]:
    """Return the processors that this thread may use and on whose cores no claim is.

    Two threads of one core slow each other down: a claim of a core is one of both.
    """
    return usable_threads().difference(*map(threads_beside, claimed_cores()))


@dataclass(frozen=True, slots=True)
class Background:
    """The mode for bots whose results count in no table: all other processes go first."""

    beside_games: bool = True
    """True if the bots may use cores on which games are played; if not, they wait for another."""

    def has_core(self) -> bool:
        """Return whether there is a core for such bots now."""
        return self.beside_games or bool(unclaimed_cores())

    def is_in_the_way(self, cores: frozenset[int]) -> bool:
        """Return whether a bot on these cores must move, because games are now played there."""
        return not self.beside_games and not cores <= unclaimed_cores()

    def choose_cores(self, stopped: Event) -> frozenset[int]:
        """Return the cores to start on; empty means any.

        Wait until there is one; raise RefereeError if ``stopped`` is set first.
        """
        if self.beside_games:
            return frozenset()
        while not (cores := unclaimed_cores()):
            if stopped.wait(_CHECK_INTERVAL):
                raise RefereeError(_NO_CORE_YET)
        return cores
