"""Whether a command may run strangers' programs on this machine."""

from __future__ import annotations

import typer

from arena.reading import plain_console
from formats.text import Language
from referee.isolation import available

_CANNOT_RUN = 2


def must_run(speech: Language, *, isolated: bool) -> None:
    """Ends the command if the sandbox that is wanted cannot be made."""
    reason = available() if isolated else None
    if reason is not None:
        plain_console(stderr=True).print(f"arena: {reason.say(speech)}")
        raise typer.Exit(_CANNOT_RUN)
