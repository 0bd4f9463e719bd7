"""Reads a stranger's file in a process that can do nothing but read it.

A reader of binaries is a large program, and what it is given was perhaps made to fool it. So it
works in a process of its own: without root's powers, with little memory and time, and, where the
kernel has Landlock, with no file within reach any more; nor a network, where it has user
namespaces. What it needs it has opened before. Whatever becomes of that process, all that comes
back is JSON.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

from referee.sandbox.host import NOBODY

_MEMORY = 2 << 30
_SECONDS = 20
_MOST_READ = 64 << 20
_LONGEST_ANSWER = 1 << 20
_SPAWN = get_context("spawn")

_CLONE_NEWUSER, _CLONE_NEWNET, _CLONE_NEWIPC = 0x10000000, 0x40000000, 0x08000000
_NO_NEW_PRIVILEGES = 38
_CREATE_RULESET, _RESTRICT_SELF = 444, 446
_ALL_OF_THE_FIRST_VERSION = (1 << 13) - 1
"""Whatever can be done with files, as Landlock counts it since it is there."""


class CannotRead(Exception):  # noqa: N818  # what it is, not "an error about it"
    """The process ended without an answer, or took too long: the file is not as others are."""


def read_shut_in(
    prepare: Callable[[], None], read: Callable[[bytes], object], path: Path
) -> object:
    """What ``read`` says of the bytes of that file, as JSON. ``prepare`` loads what it needs.

    Both can be sent to a process. Raises CannotRead.
    """
    ours, theirs = _SPAWN.Pipe(duplex=False)
    process = _SPAWN.Process(target=_work, args=(theirs, prepare, read, path), daemon=True)
    process.start()
    theirs.close()
    try:
        if not ours.poll(2 * _SECONDS):
            raise CannotRead
        return json.loads(ours.recv_bytes(_LONGEST_ANSWER))
    except (EOFError, OSError, ValueError, RecursionError):
        raise CannotRead from None
    finally:
        process.kill()
        process.join()
        ours.close()


def _work(
    answers: Connection,
    prepare: Callable[[], None],
    read: Callable[[bytes], object],
    path: Path,
) -> None:
    with path.open("rb") as file:
        data = file.read(_MOST_READ)
    prepare()
    _shut_in()
    answers.send_bytes(json.dumps(read(data)).encode())


def _shut_in() -> None:
    """Gives up everything that is not needed to read bytes, as far as this system allows."""
    if not hasattr(os, "geteuid"):  # on Windows
        return
    _limit()
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            _leave_the_machine()


def _limit() -> None:
    import resource  # noqa: PLC0415 - not there on Windows

    most = {
        resource.RLIMIT_AS: _MEMORY,
        resource.RLIMIT_CPU: _SECONDS,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_CORE: 0,
    }
    for what, wanted in most.items():
        hard = resource.getrlimit(what)[1]
        least = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(what, (least, least))


def _leave_the_machine() -> None:
    """Each of it alone is worth having, so nothing is asked of what came before."""
    libc = ctypes.CDLL(None)
    libc.unshare(_CLONE_NEWUSER | _CLONE_NEWNET | _CLONE_NEWIPC)
    libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    handled = ctypes.c_uint64(_ALL_OF_THE_FIRST_VERSION)
    ruleset = libc.syscall(_CREATE_RULESET, ctypes.byref(handled), ctypes.sizeof(handled), 0)
    if ruleset >= 0:
        libc.syscall(_RESTRICT_SELF, ruleset, 0)
        os.close(ruleset)
