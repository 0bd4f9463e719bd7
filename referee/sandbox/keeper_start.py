"""Starts the keeper for a bot: its control group, its isolation and its command line."""

from __future__ import annotations

import socket
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace

from formats.text import reason
from referee.program import CANNOT_RUN, Program, RefereeError
from referee.sandbox import host_limits
from referee.sandbox.cgroup import Group, group
from referee.sandbox.isolation_levels import (
    IsolationLevel,
    Preparation,
    landlock,
    namespaces,
    trusted,
)
from referee.sandbox.keeper_link import Keeper, with_limits
from referee.sandbox.launch import Launch, SandboxSettings

_NO_SOCKET = -1
_NEWEST = "newest"
"""Version of Landlock that a keeper uses; tests name an older one."""
_ISOLATION_LEVELS: Mapping[IsolationLevel, Callable[[Program, Launch, ExitStack], Preparation]] = {
    IsolationLevel.NAMESPACES: namespaces.prepare,
    IsolationLevel.LANDLOCK: landlock.prepare,
    IsolationLevel.NONE: trusted.prepare,
}

_OWN_TASKS: Mapping[IsolationLevel, int] = {
    IsolationLevel.NAMESPACES: 4,  # the keeper's three threads and the first process of a turn
    IsolationLevel.LANDLOCK: 3,
    IsolationLevel.NONE: 1,
}
"""Tasks in the control group that are not the bot's; as OWN_TASKS in ``keeper/bot_start.c``."""


def start(settings: SandboxSettings, stack: ExitStack) -> Keeper:
    """Start a keeper, which the stack ends. Raise RefereeError where that is impossible."""
    if why := host_limits.sentence_on_limits(settings.limits):
        raise RefereeError(why)
    link, keepers_end = socket.socketpair()
    stack.enter_context(link)
    processes = settings.limits.processes + _OWN_TASKS[settings.isolation]
    control_group = stack.enter_context(group(replace(settings.limits, processes=processes)))
    with keepers_end:
        keepers_end.set_inheritable(True)
        process = _start_process(settings, keepers_end.fileno(), control_group, stack)
    keeper = Keeper(process, link, control_group, settings.limits.memory, settings.program.name)
    stack.callback(keeper.end)
    return keeper


def _start_process(
    settings: SandboxSettings, link: int, control_group: Group, stack: ExitStack
) -> subprocess.Popen[bytes]:
    with ExitStack() as start_stack:
        # In namespaces the files are needed only until bubblewrap has copied them.
        lasting = stack if settings.isolation is not IsolationLevel.NAMESPACES else start_stack
        prepared = _ISOLATION_LEVELS[settings.isolation](settings.program, settings.launch, lasting)
        sockets = () if settings.output_socket is None else (settings.output_socket.fileno(),)
        files = (link, *prepared.files, *control_group.files, *sockets)
        bot = [*settings.launch.words, prepared.program, *settings.program.arguments]
        arguments = _keeper_arguments(settings, prepared, link, control_group)
        return _popen([*prepared.command, *arguments, "--", *bot], files, prepared.environment)


def _keeper_arguments(
    settings: SandboxSettings, prepared: Preparation, link: int, control_group: Group
) -> Iterator[str]:
    """Yield the keeper's arguments, which ``keeper/keeper.c`` names in its usage."""
    limits, policy = settings.limits, settings.core_policy
    yield f"isolation={settings.isolation}"
    yield f"landlock={_NEWEST}"
    yield f"link={link}"
    yield f"meter={control_group.meter}"
    yield f"tasks={control_group.tasks}"
    yield f"groups={_joined(control_group.joins)}"
    yield f"folder={prepared.folder}"
    yield f"readable={':'.join(prepared.readable)}"
    yield f"memory={limits.memory}"
    yield f"processes={limits.processes}"
    yield f"file-size={limits.file_size}"
    yield f"output={limits.output}"
    output_socket = settings.output_socket.fileno() if settings.output_socket else _NO_SOCKET
    yield f"output-socket={output_socket}"
    yield f"priority={'low' if policy.gives_way else 'normal'}"
    yield f"cores={_joined(sorted(policy.cores)) or 'any'}"
    yield f"files={'temporary' if limits.temporary_files else 'matrix-only'}"


def _joined(numbers: Sequence[int]) -> str:
    return ",".join(map(str, numbers))


def _popen(
    command: Sequence[str], files: Sequence[int], environment: Mapping[str, str] | None
) -> subprocess.Popen[bytes]:
    """Start the keeper, in our environment unless another is given. Raise RefereeError."""
    try:
        return subprocess.Popen(
            command,
            pass_fds=files,
            env=environment,
            start_new_session=True,  # Ctrl+C must not end a keeper that has bots to end first
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,  # bubblewrap would hand a terminal on, as /dev/console
            stderr=subprocess.PIPE,
        )
    except OSError as error:
        why = CANNOT_RUN.filled({"path": command[0], "why": reason(error)})
        raise RefereeError(with_limits(why)) from None
