"""The tournament that is disturbed: 12 bots, whose games are the same whenever they are played.

Their only randomness is their seed. They move at once, and have more processor time than any fault
can cost them. Two of them lose each game by a fault.
"""

from __future__ import annotations

from pathlib import Path

from tests.formats.games.example_games import DEFAULT, SHORT

CUP = f"""\
title = "A cup in bad weather"
seed = 12
time = 60
tie-breaks = ["wins", "wins-as-second"]

[[section]]
game = "{SHORT}"
size = [4, 3]
format = "swiss"
rounds = 3
entrants = [
    {{ name = "one", bot = "{SHORT}-random", arguments = ["--seed", "1"] }},
    {{ name = "two", bot = "{SHORT}-random", arguments = ["--seed", "2"] }},
    {{ name = "three", bot = "{SHORT}-random", arguments = ["--seed", "3"] }},
    {{ name = "four", bot = "{SHORT}-random", arguments = ["--seed", "4"] }},
    {{ name = "greedy", bot = "{SHORT}-greedy", arguments = ["--seed", "5"] }},
    {{ name = "nim", bot = "{SHORT}-nim" }},
    {{ name = "idle", command = "idle" }},
    {{ name = "crash", command = "crash" }},
]

[[section]]
game = "{DEFAULT}"
starts = {{ count = 1, pieces = 4 }}
entrants = [
    {{ name = "five", bot = "{DEFAULT}-random", arguments = ["--seed", "5"] }},
    {{ name = "six", bot = "{DEFAULT}-random", arguments = ["--seed", "6"] }},
    {{ name = "seven", bot = "{DEFAULT}-random", arguments = ["--seed", "7"] }},
    {{ name = "eight", bot = "{DEFAULT}-greedy", arguments = ["--seed", "8"] }},
]
"""
_SCRIPTS = {"idle": "#!/bin/sh\n", "crash": "#!/bin/sh\nexit 3\n"}


def cup_in(folder: Path) -> Path:
    """Write the event file, with the programs that it names, and return its path."""
    for name, text in _SCRIPTS.items():
        (folder / name).write_text(text, encoding="utf-8")
        (folder / name).chmod(0o755)
    event = folder / "cup.toml"
    event.write_text(CUP, encoding="utf-8")
    return event
