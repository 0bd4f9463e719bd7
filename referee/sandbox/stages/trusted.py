"""The stage of a program that is trusted: it is run as any other, in a folder for its game."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import ExitStack
from pathlib import Path

from referee.program import Program
from referee.sandbox import keeper_link
from referee.sandbox.host import name_of_ours, remove_leftovers
from referee.sandbox.launch import Launch
from referee.sandbox.stages import Prepared, Stage


def prepare(program: Program, launch: Launch, stack: ExitStack) -> Prepared:
    """Makes ready for a game; what must be removed after it goes to the stack."""
    folder = str(game_folder(stack))
    command = (str(keeper_link.PROGRAM), Stage.NONE)
    environment = {**os.environ, **launch.environment}
    return Prepared(command, folder, str(program.path.resolve()), environment=environment)


def game_folder(stack: ExitStack) -> Path:
    """A folder of its own, which is removed with the stack."""
    home = _memory_folder()
    remove_leftovers(home, _remove)
    folder = Path(tempfile.mkdtemp(prefix=name_of_ours(), dir=home))
    stack.callback(_remove, folder)
    return folder


def _memory_folder() -> Path:
    """Where files are kept in memory, if they can be; writing to a disk takes milliseconds."""
    memory = Path("/dev/shm")
    return memory if memory.is_dir() else Path(tempfile.gettempdir())


def _remove(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
