"""The isolation level ``landlock``: needs no package, privilege or namespace.

``keeper/landlock.c`` applies its restrictions; ``readable`` names what a bot may read. Each game
has a folder, in memory where possible, that no other user can enter. It holds a copy of the bot's
program, so that nothing that the kernel attaches to a file can be found by another game, and a
folder in which the keeper makes the folders of the turns.
"""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path

from formats.text import Text
from referee.program import TEMPORARY_BYTES, Program, RefereeError
from referee.sandbox import keeper_link
from referee.sandbox.host import (
    ENVIRONMENT,
    NOBODY,
    SYSTEM_FOLDERS,
    etc_paths,
    nobody_prefix,
)
from referee.sandbox.isolation_levels import Preparation
from referee.sandbox.launch import JAVA_OPTIONS, Launch
from referee.sandbox.program_folders import (
    copy_program,
    new_program_folder,
    remove_program_folder,
)

_NO_WINE = Text(
    "a Windows program cannot be run at isolation level 'landlock': Wine's parts speak"
    " with each other over sockets, which are forbidden there; bubblewrap is needed for it",
    "программу для Windows нельзя запустить на уровне изоляции landlock: части Wine общаются через"
    " сокеты, а там они запрещены; для таких программ нужен bubblewrap",
)
_PLAY, _SCRATCH = "play", "tmp"


def prepare(program: Program, launch: Launch, stack: ExitStack) -> Preparation:
    """Make the folder of a game; the stack removes it."""
    if launch.wine is not None:
        raise RefereeError(_NO_WINE)
    folder = _game_folder(program, stack)
    place, play = copy_program(program, folder), _play_folder(folder)
    scratch = str(play / _SCRATCH)
    environment = {**ENVIRONMENT, "HOME": scratch, "TMPDIR": scratch, **launch.environment}
    environment[JAVA_OPTIONS] += f" -Djava.io.tmpdir={scratch}"  # Java does not read $TMPDIR.
    command = (*nobody_prefix(), str(keeper_link.PROGRAM))
    system = ("/usr", *(f"/{name}" for name in SYSTEM_FOLDERS), *map(str, etc_paths()))
    readable = (*system, str(place.parent))
    return Preparation(command, str(play), str(place), readable, environment)


def _game_folder(program: Program, stack: ExitStack) -> Path:
    folder = new_program_folder(program.path.stat().st_size, TEMPORARY_BYTES)
    stack.callback(remove_program_folder, folder)
    if nobody_prefix():
        os.chown(folder, 0, NOBODY)
        folder.chmod(0o710)
    return folder


def _play_folder(folder: Path) -> Path:
    play = folder / _PLAY
    play.mkdir()
    if nobody_prefix():
        os.chown(play, NOBODY, NOBODY)
    return play
