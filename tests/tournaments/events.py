"""Small events that are really played, by bots of ours with fixed seeds."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest

from referee.isolation import available
from tournaments.entry import Entry
from tournaments.ledger import opened
from tournaments.tournament import Tournament, tournament_of

ROOT = Path(__file__).parent.parent.parent

needs_arena = pytest.mark.skipif(
    which("musl-gcc") is None or available() is not None,
    reason="bots cannot be built (apt-get install musl-tools) or isolated (bubblewrap) here",
)

SMALL = """\
title = "Small"
seed = 3
time = 5
bonuses = [10, 5, 3]
tie-breaks = ["wins", "wins-as-second"]

[[section]]
game = "chomp"
size = [4, 3]
entrants = [
    { name = "one", bot = "chomp-random", arguments = ["--seed", "1"] },
    { name = "two", bot = "chomp-random", arguments = ["--seed", "2"] },
    { name = "greedy", bot = "chomp-greedy", arguments = ["--seed", "4"] },
]

[[section]]
game = "mmpeshki"
format = "swiss"
rounds = 2
starts = { count = 2, pieces = 3 }
entrants = [
    { name = "one", bot = "mmpeshki-random", arguments = ["--seed", "1"] },
    { name = "two", bot = "mmpeshki-random", arguments = ["--seed", "2"] },
    { name = "three", bot = "mmpeshki-random", arguments = ["--seed", "3"] },
    { name = "greedy", bot = "mmpeshki-greedy", arguments = ["--seed", "4"] },
]
"""


def begun(event: Path, *words: str) -> subprocess.Popen[str]:
    """The event, being run by the command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "arena", "run", str(event), *words],
        cwd=ROOT,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def run(event: Path, *words: str) -> str:
    """Runs the event to its end, and returns what was printed."""
    process = begun(event, *words)
    printed, _ = process.communicate(timeout=300)
    assert process.returncode == 0, printed
    return printed


def tournament_in(folder: Path) -> Tournament:
    """What the ledger there tells."""
    with opened(folder) as ledger:
        return tournament_of(ledger)


def played(tournament: Tournament) -> dict[tuple[str, str], tuple[object, ...]]:
    """Every game, as far as it is the same each time that it is played."""
    return {
        (entry.section, entry.id): _lasting(entry)
        for contest in tournament.contests
        for entry in contest.entries.values()
    }


def _lasting(entry: Entry) -> tuple[object, ...]:
    moves = [word for word in entry.record.split("\n\n")[1].split() if word[0].isalpha()]
    return entry.number, entry.first, entry.second, entry.winner, entry.ending, moves


def table(tournament: Tournament) -> list[tuple[object, ...]]:
    """The tables of all sections, but for the time that was used."""
    return [
        (contest.section.name, one.place, one.entrant, one.row.points, one.bonus)
        for contest in tournament.contests
        for one in contest.standings
    ]
