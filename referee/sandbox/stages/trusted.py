"""The stage of a program that is trusted: it is run as any other, in a folder for its game."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import ExitStack
from pathlib import Path

from referee.program import Program
from referee.sandbox import keeper_link
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
    folder = tempfile.mkdtemp(prefix="arena-", dir=_memory_folder())
    stack.callback(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def _memory_folder() -> str | None:
    """Where files are kept in memory; writing to a disk takes milliseconds."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None
