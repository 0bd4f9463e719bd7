"""The core of each bot, and claims of cores for games that count.

Every bot runs on one core, in a game or not: a bot with threads that measures real time would be
judged otherwise in a check on many cores than in its games.

A process that plays games that count claims its core for as long as it plays. Bots of a browser
game, or of a check, ask before each turn and use other cores; claims of a kind of their own keep
them off each other's. A claim is a name in the kernel's list of sockets: every user and process
with the same network sees it, containers that share a network, too; it leaves no file behind, and
it vanishes with its process, however that ends. Only Linux has such names; elsewhere nothing is
claimed.
"""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from threading import Event

from formats.text import Text
from referee.machine import cores, leftover_prefix, threads_beside, usable_threads
from referee.program import RefereeError
from referee.sandbox.proc_files import text_of

_LIST = Path("/proc/net/unix")
_PREFIX = "matrix-arena"
"""Beginning of the names of claims."""
_GAMES, _BACKGROUND = "core", "background"
"""Kinds of claims: for games that count, and for background bots."""
_NUMBERS = count(1)
_CHECK_INTERVAL = 0.2
"""Seconds between two looks for an unclaimed core."""
_NO_CORE_YET = Text(
    "it was stopped before there was a core for it", "остановлено раньше, чем нашлось ядро"
)


def claim(core: int, *, kind: str = _GAMES) -> socket.socket:
    """Claim the core until the returned socket is closed; several claims may share a core."""
    if not (hasattr(socket, "AF_UNIX") and _LIST.exists()):
        return socket.socket()  # A socket without a name claims nothing.
    name = f"{_PREFIX}/{kind}-{core}/{leftover_prefix()}{next(_NUMBERS)}"
    claim_socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    claim_socket.bind(f"\0{name}")
    return claim_socket


def claimed_cores() -> frozenset[int]:
    """Return the cores that any process with the same network has claimed for games that count."""
    return frozenset(_claims(_GAMES))


def _claims(kind: str) -> list[int]:
    """Return the core of each claim of that kind by any process with the same network."""
    sockets = text_of(_LIST)  # Not every system has such a list.
    return list(map(int, re.findall(rf"@{_PREFIX}/{kind}-([0-9]{{1,4}})/", sockets)))


def unclaimed_threads() -> frozenset[int]:
    """Return the threads of cores that this process may use and whose core nobody has claimed.

    Two threads of one core slow each other down: a claim of one is a claim of both.
    """
    return usable_threads().difference(*map(threads_beside, claimed_cores()))


def choose_core(cores_of_bots: Sequence[int] = ()) -> frozenset[int]:
    """Return one core: an unclaimed one if there is one, with the fewest of the other bots.

    Without other bots it is the same core for all bots of a process, such as both of a game. No
    core is returned where the system has no choice.
    """
    if not hasattr(os, "sched_setaffinity"):
        return frozenset()
    usable, unclaimed = cores(), unclaimed_threads()
    start = os.getpid() % len(usable)
    in_order = usable[start:] + usable[:start]
    core = min(in_order, key=lambda core: (core not in unclaimed, cores_of_bots.count(core)))
    return frozenset({core})


@dataclass(frozen=True, slots=True)
class Background:
    """The mode for bots whose results count in no table: all other processes go first."""

    beside_games: bool = True
    """True if the bots may use cores on which games are played; if not, they wait for another."""

    def has_core(self) -> bool:
        """Return whether there is a core for such bots now."""
        return self.beside_games or bool(unclaimed_threads())

    def is_in_the_way(self, cores: frozenset[int]) -> bool:
        """Return whether a bot on these cores must move, because games are now played there."""
        unclaimed = unclaimed_threads()
        return not cores <= unclaimed and (bool(unclaimed) or not self.beside_games)

    @contextmanager
    def core(self, stopped: Event) -> Iterator[frozenset[int]]:
        """Choose the core to start on, and keep other background bots off it if possible.

        Wait until there is one; raise RefereeError if ``stopped`` is set first.
        """
        while not self.has_core():
            if stopped.wait(_CHECK_INTERVAL):
                raise RefereeError(_NO_CORE_YET)
        chosen = choose_core(_claims(_BACKGROUND))
        with ExitStack() as claims:
            for core in chosen:
                claims.enter_context(claim(core, kind=_BACKGROUND))
            yield chosen
