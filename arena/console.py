"""Prints lines for people, in colours where they can be seen."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text

_FORCING = {"FORCE_COLOR", "TTY_COMPATIBLE"}
"""Variables by which rich shows colours elsewhere than in a terminal, too."""


class Styled:
    """Parts of a line, each with its style as rich calls it; rich is loaded only to show it."""

    def __init__(self, text: str = "", style: str = "") -> None:
        self._parts = [(text, style)]

    @classmethod
    def assemble(cls, *parts: str | tuple[str, str]) -> Styled:
        """Of parts with a style, and such as have none."""
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
        from rich.text import Text  # noqa: PLC0415 - slow to load, and of use in a terminal only

        return Text.assemble(*self._parts)


def plain_console(*, stderr: bool = False) -> Console:
    """A console that prints what it is given, without guessing colours or folding lines."""
    from rich.console import Console  # noqa: PLC0415 - see `say`

    return Console(stderr=stderr, highlight=False, soft_wrap=True, markup=False, emoji=False)


def live(
    console: Console,
    picture: Callable[[], Iterable[RenderableType]],
    per_second: float,
    *,
    quiet: bool = False,
) -> AbstractContextManager[object]:
    """The part of a terminal that changes: the picture at each moment; nothing elsewhere."""
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


def in_colours(*, stderr: bool = False) -> bool:
    stream = sys.stderr if stderr else sys.stdout
    return stream.isatty() or not _FORCING.isdisjoint(os.environ)


def say(line: str | Styled, *, stderr: bool = False) -> None:
    """Prints a line; only where colours may be seen, rich is loaded for it, which takes a while."""
    if isinstance(line, Styled) and in_colours(stderr=stderr):
        plain_console(stderr=stderr).print(line)
    else:
        print(line, file=sys.stderr if stderr else sys.stdout)
