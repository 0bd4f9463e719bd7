"""The isolation level of bots in a command, and a message where it does not work."""

from __future__ import annotations

from click.exceptions import Exit

from arena.commands import ExitStatus
from arena.console import plain_console
from formats.text import Language, Text
from referee.sandbox import host_limits
from referee.sandbox.stage_choice import chosen, why_not
from referee.sandbox.stages import Stage

WORKS = Text("it works", "работает")
NO_STAGE = Text(
    "arena: other people's programs need a sandbox, and none works here. bubblewrap (namespaces):"
    " {namespaces}; the kernel's Landlock: {landlock}. arena doctor tells what would help;"
    " if you trust the bots, {trust}",
    "arena: чужим программам нужна песочница, а здесь ни одна не работает. bubblewrap"
    " (namespaces): {namespaces}; Landlock в ядре: {landlock}. Что поможет, скажет arena doctor;"
    " если доверяете ботам, {trust}",
)
BY_OPTION = Text("add --no-sandbox", "добавьте --no-sandbox")
IN_EVENT = Text(
    "write sandbox = false into the event file", "напишите в файле турнира sandbox = false"
)
NOT_THIS_STAGE = Text(
    "arena: the event asks for the sandbox {stage}, which does not work here. bubblewrap"
    " (namespaces): {namespaces}; the kernel's Landlock: {landlock}. arena doctor tells what would"
    " help",
    "arena: турниру нужна песочница {stage}, а здесь она не работает. bubblewrap"
    " (namespaces): {namespaces}; Landlock в ядре: {landlock}. Что поможет, скажет arena doctor",
)
TOO_LOW = Text(
    "arena: no bot can be run here: {why}", "arena: здесь не запустить ни одного бота: {why}"
)
STAGES = {
    Stage.NAMESPACES: Text("in a sandbox (namespaces)", "в песочнице (namespaces)"),
    Stage.LANDLOCK: Text("in a sandbox (landlock)", "в песочнице (landlock)"),
    Stage.NONE: Text("without a sandbox", "без песочницы"),
}


def asked_stage(*, sandbox: bool) -> Stage | None:
    """Return the isolation level that ``--sandbox`` or ``--no-sandbox`` asks for."""
    return None if sandbox else Stage.NONE


def must_run(speech: Language, wanted_level: Stage | None, trust: Text = BY_OPTION) -> Stage:
    """Return the level asked for, or else the strongest. End the command if it does not work.

    ``trust`` tells a person who trusts the bots what to do.
    """
    if why := host_limits.too_low():
        plain_console(stderr=True).print(TOO_LOW.say(speech, {"why": why}))
        raise Exit(ExitStatus.WRONG_USAGE)
    stage = chosen(wanted_level)
    if stage.isolates and why_not(stage) is not None:
        text = NO_STAGE if wanted_level is None else NOT_THIS_STAGE
        reasons = {level.value: why_not(level) or WORKS for level in Stage if level.isolates}
        plain_console(stderr=True).print(
            text.say(speech, {"stage": stage, "trust": trust, **reasons})
        )
        raise Exit(ExitStatus.WRONG_USAGE)
    return stage
