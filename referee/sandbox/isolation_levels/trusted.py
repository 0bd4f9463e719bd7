"""The isolation level ``none``: a trusted program runs like any other, in a folder of its game."""

from __future__ import annotations

import os
import tempfile
from contextlib import ExitStack
from pathlib import Path

from referee.machine import leftover_prefix, remove_leftovers
from referee.program import Program
from referee.sandbox import keeper_link
from referee.sandbox.isolation_levels import Preparation
from referee.sandbox.launch import Launch
from referee.sandbox.program_folders import (
    copy_program,
    has_room,
    is_noexec,
    new_program_folder,
    remove_program_folder,
)


def prepare(program: Program, launch: Launch, stack: ExitStack) -> Preparation:
    """Make the folder of a game; the stack removes it."""
    folder = str(game_folder(stack))
    command = (str(keeper_link.PROGRAM),)
    environment = {**os.environ, **launch.environment}
    place = str(_runnable_path(program, stack))
    return Preparation(command, folder, place, environment=environment)


def _runnable_path(program: Program, stack: ExitStack) -> Path:
    """Return the program's path, or that of a copy if its file system is mounted noexec."""
    path = program.path.resolve()
    if not is_noexec(path) or not path.stat().st_mode & 0o111:
        return path
    folder = new_program_folder(path.stat().st_size)
    stack.callback(remove_program_folder, folder)
    return copy_program(program, folder)


def game_folder(stack: ExitStack) -> Path:
    """Make a folder for the turns of a game, in memory if possible; the stack removes it.

    Raise RefereeError where that is impossible.
    """
    try:
        folder = _new_folder_in_memory() or Path(tempfile.mkdtemp(prefix=leftover_prefix()))
    except OSError:  # There is no folder for temporary files, or no room in it.
        folder = new_program_folder(0)
    stack.callback(remove_program_folder, folder)
    return folder


def _new_folder_in_memory() -> Path | None:
    """Return a new folder in memory, which is faster than a disk; None where there is none."""
    memory = Path("/dev/shm")
    try:
        if not has_room(memory, 0):
            return None
        remove_leftovers(memory, remove_program_folder)
        return Path(tempfile.mkdtemp(prefix=leftover_prefix(), dir=memory))
    except OSError:  # Not every system has /dev/shm.
        return None
