"""The isolation level of bots in a command, and a message where it does not work."""

from __future__ import annotations

from click.exceptions import Exit

from arena.commands import ExitStatus
from arena.console import plain_console
from formats.text import Language, Text
from referee.sandbox import host_limits
from referee.sandbox.isolation_choice import choose_isolation, why_not
from referee.sandbox.isolation_levels import IsolationLevel

WORKS = Text("it works", "работает")
NO_ISOLATION = Text(
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
NOT_THIS_ISOLATION = Text(
    "arena: the event asks for the sandbox {isolation}, which does not work here. bubblewrap"
    " (namespaces): {namespaces}; the kernel's Landlock: {landlock}. arena doctor tells what would"
    " help",
    "arena: турниру нужна песочница {isolation}, а здесь она не работает. bubblewrap"
    " (namespaces): {namespaces}; Landlock в ядре: {landlock}. Что поможет, скажет arena doctor",
)
TOO_LOW = Text(
    "arena: no bot can be run here: {why}", "arena: здесь нельзя запустить ни одного бота: {why}"
)
ISOLATION_LEVELS = {
    IsolationLevel.NAMESPACES: Text("in a sandbox (namespaces)", "в песочнице (namespaces)"),
    IsolationLevel.LANDLOCK: Text("in a sandbox (landlock)", "в песочнице (landlock)"),
    IsolationLevel.NONE: Text("without a sandbox", "без песочницы"),
}


def asked_isolation(*, sandbox: bool) -> IsolationLevel | None:
    """Return the isolation level that ``--sandbox`` or ``--no-sandbox`` asks for."""
    return None if sandbox else IsolationLevel.NONE


def require_isolation(
    language: Language, wanted_level: IsolationLevel | None, trust: Text = BY_OPTION
) -> IsolationLevel:
    """Return the level asked for, or else the strongest. End the command if it does not work.

    ``trust`` tells a person who trusts the bots what to do.
    """
    if why := host_limits.sentence_on_limits():
        plain_console(stderr=True).print(TOO_LOW.say(language, {"why": why}))
        raise Exit(ExitStatus.WRONG_USAGE)
    isolation = choose_isolation(wanted_level)
    if isolation.isolates and why_not(isolation) is not None:
        text = NO_ISOLATION if wanted_level is None else NOT_THIS_ISOLATION
        reasons = {
            level.value: why_not(level) or WORKS for level in IsolationLevel if level.isolates
        }
        plain_console(stderr=True).print(
            text.say(language, {"isolation": isolation, "trust": trust, **reasons})
        )
        raise Exit(ExitStatus.WRONG_USAGE)
    return isolation
