"""How much processor time a command takes to begin, beside a Python that does nothing.

Run by ``arena bench start``. The commands in the first rows are run, with a small file; of every
command its help is asked for, for which all is loaded that it needs to begin. They take turns, so
that all find the machine in the same state; figures are medians.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from statistics import median

from arena.commands import COMMANDS

ROUNDS = 21
BARE = ("-c", "pass")
POSITIONS = Path(__file__).parent.parent / "docs/positions"
BEFORE, AFTER = (str(POSITIONS / f"example-{number}.txt") for number in (1, 2))
RUN = [
    ("--version",),
    ("--help",),
    ("validate", BEFORE),
    ("validate", BEFORE, AFTER),
    ("show", BEFORE),
    ("moves", BEFORE),
]


def milliseconds(words: tuple[str, ...]) -> float:
    """Processor time of one start of Python, from its beginning to its end."""
    # Where Python may keep nothing, it would compile us at each start.
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    nowhere = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    command = [sys.executable, *words]
    pid = os.posix_spawn(sys.executable, command, environment, file_actions=nowhere)
    _, status, usage = os.wait4(pid, 0)
    assert status == 0, command
    return (usage.ru_utime + usage.ru_stime) * 1000


def main() -> None:
    helps = [(name, "--help") for name in COMMANDS]
    starts = [BARE, *(("-m", "arena", *words) for words in (*RUN, *helps))]
    for words in starts:
        milliseconds(words)  # what is compiled at first is kept
    rounds = [[milliseconds(words) for words in starts] for _ in range(ROUNDS)]
    bare, *took = (median(times) for times in zip(*rounds, strict=True))
    print(f"{'python -c pass':32}{bare:8.1f} ms")
    for words, time in zip((*RUN, *helps), took, strict=True):
        name = " ".join(Path(word).name for word in ("arena", *words))
        print(f"{name:44}{time:8.1f} ms {time / bare:6.1f} x")


if __name__ == "__main__":
    main()
