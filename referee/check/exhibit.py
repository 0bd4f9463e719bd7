"""A turn shown as its files: what the bot was given, what it made of it, what it printed."""

from __future__ import annotations

from formats.matrix import write
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
    lines = data.decode("utf-8", "replace").splitlines()
    clean = (
        "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in line)
        for line in lines
    )
    return "\n".join(line[:_WIDEST] for line, _ in zip(clean, range(_MOST_LINES), strict=False))
