"""A turn shown as its files: what the bot was given, what it made of it, what it printed."""

from __future__ import annotations

from formats.matrix import write
from formats.printable import printable
from referee.check.trials import Trial

_MOST_LINES = 24
_WIDEST = 100


def exhibit(trial: Trial) -> str:
    """Lines for whoever wants to see why."""
    happened = trial.turn.happened
    parts = [f"matrix.txt:\n{write(trial.before).rstrip()}"]
    if happened.file.data:
        parts.append(f"->\n{_shown(happened.file.data)}")
    if happened.printed:
        parts.append(f"stdout, stderr:\n{_shown(happened.printed)}")
    return "\n".join(parts)


def _shown(data: bytes) -> str:
    """What can be printed of it, and no more than a person reads."""
    lines = data.decode("utf-8", "replace").splitlines()[:_MOST_LINES]
    return "\n".join(printable(line[:_WIDEST]) for line in lines)
