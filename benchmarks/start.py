"""Processor time in which a command starts, compared with a Python that does nothing.

Run by ``arena bench start``. The commands in the first rows are run, with a small file; every other
row prints a command's help, which loads all that the command needs to start. The commands
alternate, so that all find the machine in the same state; figures are the least of 10 runs.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from arena.commands import COMMANDS

ROUNDS = 10
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
    """Return the processor time of one start of Python, from its beginning to its end."""
    # If Python may write no bytecode, it compiles the arena at each start.
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    discard_output = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    command = [sys.executable, *words]
    pid = os.posix_spawn(sys.executable, command, environment, file_actions=discard_output)
    _, status, usage = os.wait4(pid, 0)
    assert status == 0, command
    return (usage.ru_utime + usage.ru_stime) * 1000


def main() -> None:
    helps = [(name, "--help") for name in COMMANDS]
    starts = [BARE, *(("-m", "arena", *words) for words in (*RUN, *helps))]
    for words in starts:
        milliseconds(words)  # the first start writes the bytecode
    rounds = [[milliseconds(words) for words in starts] for _ in range(ROUNDS)]
    bare, *durations = map(min, zip(*rounds, strict=True))
    print(f"{'python -c pass':32}{bare:8.1f} ms")
    for words, duration in zip((*RUN, *helps), durations, strict=True):
        name = " ".join(Path(word).name for word in ("arena", *words))
        print(f"{name:44}{duration:8.1f} ms {duration / bare:6.1f} x")


if __name__ == "__main__":
    main()
