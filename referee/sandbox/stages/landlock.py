"""The stage of Landlock: no package, no privilege and no namespace; see ``keeper/landlock.c``.

A game has a folder for it, in memory where that is possible. It holds a copy of the bot's program,
so that nothing that the kernel keeps with a file is there for another game to find, and a folder in
which the keeper makes those of each turn. Nobody else can enter it.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import ExitStack, suppress
from pathlib import Path

from referee.program import Program, RefereeError
from referee.sandbox import keeper_link
from referee.sandbox.host import (
    ENVIRONMENT,
    NOBODY,
    SYSTEM,
    as_nobody,
    homes_of_programs,
    name_of_ours,
    remove_leftovers,
    settings,
)
from referee.sandbox.launch import JAVA_OPTIONS, Launch
from referee.sandbox.stages import Prepared, Stage

WORD: str = Stage.LANDLOCK
"""For the keeper; «landlock-4» makes it use what the fourth version of Landlock has."""
_PLAY, _SCRATCH = "play", "tmp"


def prepare(program: Program, launch: Launch, stack: ExitStack) -> Prepared:
    """Makes ready for a game; what must be removed after it goes to the stack."""
    if launch.wine is not None:
        raise RefereeError(
            "a Windows program cannot be run on the stage 'landlock': Wine's parts speak with each"
            " other over sockets, which are forbidden there; bubblewrap is needed for it"
        )
    folder = _game_folder(stack)
    place, play = _copied(program, folder), _play_folder(folder)
    scratch = str(play / _SCRATCH)
    environment = {**ENVIRONMENT, "HOME": scratch, "TMPDIR": scratch, **launch.environment}
    environment[JAVA_OPTIONS] += f" -Djava.io.tmpdir={scratch}"  # it does not ask $TMPDIR
    command = (*as_nobody(), str(keeper_link.PROGRAM), WORD)
    readable = ("/usr", *(f"/{name}" for name in SYSTEM), *map(str, settings()), str(place.parent))
    return Prepared(command, str(play), str(place), readable, environment)


def _game_folder(stack: ExitStack) -> Path:
    for home in homes_of_programs():
        remove_leftovers(home, _remove)
        with suppress(OSError):
            folder = Path(tempfile.mkdtemp(prefix=name_of_ours(), dir=home))
            stack.callback(_remove, folder)
            if _as_root():
                os.chown(folder, 0, NOBODY)
                folder.chmod(0o710)
            return folder
    raise RefereeError("there is no folder in which a bot could be run: neither memory nor /tmp")


def _copied(program: Program, folder: Path) -> Path:
    """A copy that the bot can read and run, but cannot change."""
    own = folder / "bot"
    own.mkdir()
    place = own / program.path.name
    try:
        shutil.copyfile(program.path, place)
    except OSError as error:
        raise RefereeError(f"{program.path} cannot be copied: {error.strerror}") from None
    place.chmod(0o555)
    own.chmod(0o555)
    return place


def _play_folder(folder: Path) -> Path:
    play = folder / _PLAY
    play.mkdir()
    if _as_root():
        os.chown(play, NOBODY, NOBODY)
    return play


def _as_root() -> bool:
    """Whether the bots are somebody else's than we."""
    return bool(as_nobody())


def _remove(folder: Path) -> None:
    for closed in (folder / "bot", folder / _PLAY, folder / _PLAY / "turn"):
        with suppress(OSError):
            closed.chmod(0o700)
    shutil.rmtree(folder, ignore_errors=True)
