"""Printing of lines for people, in colours where they can be seen."""

from __future__ import annotations

import io
import os
import select
import sys
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text

_FORCING = {"FORCE_COLOR", "TTY_COMPATIBLE"}
"""Variables by which rich shows colours outside of a terminal, too."""


class Styled:
    """Parts of a line, each with its style as rich calls it; rich is loaded only to show it."""

    def __init__(self, text: str = "", style: str = "") -> None:
        self._parts = [(text, style)]

    @classmethod
    def assemble(cls, *parts: str | tuple[str, str]) -> Styled:
        """Make a line from parts with a style, and parts without one."""
        styled = cls()
        for part in parts:
            styled.append(*([part] if isinstance(part, str) else part))
        return styled

    def append(self, text: str, style: str = "") -> Styled:
        self._parts.append((text, style))
        return self

    def __str__(self) -> str:
        return "".join(text for text, _ in self._parts)

    def __rich__(self) -> Text:
        from rich.text import Text  # noqa: PLC0415 - slow to load, and needed in a terminal only

        return Text.assemble(*self._parts)


def plain_console(*, stderr: bool = False) -> Console:
    """Return a console that prints lines as they are, without guessing colours or folding."""
    return _console_type()(
        stderr=stderr, highlight=False, soft_wrap=True, markup=False, emoji=False
    )


@cache
def _console_type() -> type[Console]:
    from rich.console import Console  # noqa: PLC0415 - see `say`

    class PlainConsole(Console):
        def on_broken_pipe(self) -> None:
            """Raise, so that the command ends as after ``print``; rich would end it with 1."""
            raise BrokenPipeError

    return PlainConsole


def live(
    console: Console,
    picture: Callable[[], Iterable[RenderableType]],
    per_second: float,
    *,
    quiet: bool = False,
) -> AbstractContextManager[object]:
    """Return a live display of the picture in a terminal, elsewhere a context without effect."""
    if quiet or not console.is_terminal:
        return nullcontext()
    from rich.console import Group  # noqa: PLC0415 - see `say`
    from rich.live import Live  # noqa: PLC0415 - see `say`

    return Live(
        get_renderable=lambda: Group(*picture()),
        console=console,
        refresh_per_second=per_second,
        transient=True,
    )


_KEYS = {
    **{"\x1b[C": "right", "\x1bOC": "right", "\x1b[B": "down", "\x1bOB": "down", " ": "right"},
    **{"\x1b[D": "left", "\x1bOD": "left", "\x1b[A": "up", "\x1bOA": "up", "\x7f": "left"},
    **{"\x1b[H": "home", "\x1bOH": "home", "\x1b[1~": "home", "\x1b[7~": "home"},
    **{"\x1b[F": "end", "\x1bOF": "end", "\x1b[4~": "end", "\x1b[8~": "end"},
    **{"\n": "right", "\r": "right", "\x1b": "escape", "\x04": "q"},
}
"""Names of keys, by the bytes that terminals send."""
_LONGEST_KEY, _REST_OF_A_KEY = 5, 50
"""Number of bytes after the first of a key, and milliseconds until they arrive."""


def read_key(console: Console, prompt: str) -> str:
    """Ask for a key; return the one that is pressed, or a number once Enter follows it.

    Where single keys cannot be read, a line is read. Raise EOFError at the end of input.
    """
    try:
        import termios  # noqa: PLC0415 - not on every system
        import tty  # noqa: PLC0415 - as above
    except ImportError:
        return console.input(prompt).strip().lower()
    handle = sys.stdin.fileno()
    before = termios.tcgetattr(handle)
    number = ""
    rest = select.poll()
    rest.register(handle, select.POLLIN)
    try:
        # TCSADRAIN keeps what has been typed before.
        tty.setcbreak(handle, termios.TCSADRAIN)
        console.print(prompt, end="")
        while True:
            pressed = os.read(handle, 1).decode("utf-8", "replace")
            if pressed == "\x1b" and rest.poll(_REST_OF_A_KEY):
                pressed += os.read(handle, _LONGEST_KEY).decode("utf-8", "replace")
            if not pressed:
                raise EOFError
            if not pressed.isdecimal():
                break
            number += pressed
            console.print(pressed, end="")
    finally:
        termios.tcsetattr(handle, termios.TCSADRAIN, before)
    key = _KEYS.get(pressed, pressed.lower())
    return number if number and key == "right" else key


def print_data(text: str) -> None:
    """Print data for programs as they are: in UTF-8, whatever the encoding of the locale."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.stdout.write(text)


def can_show_colours(*, stderr: bool = False) -> bool:
    """Return whether the stream is a terminal, or the environment demands colours."""
    stream = sys.stderr if stderr else sys.stdout
    return stream.isatty() or not _FORCING.isdisjoint(os.environ)


def say(line: str | Styled, *, stderr: bool = False) -> None:
    """Print a line; only where colours may be seen, rich is loaded for it, which takes a while."""
    if isinstance(line, Styled) and can_show_colours(stderr=stderr):
        plain_console(stderr=stderr).print(line)
    else:
        print(line, file=sys.stderr if stderr else sys.stdout)
