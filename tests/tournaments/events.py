"""Small events that are really played, by built-in bots with fixed seeds."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.builder.compiler import Target
from tests.bot.programs import can_build
from tests.formats.games.example_games import DEFAULT, SHORT
from tests.places import ROOT
from tests.referee.needs import strongest_here
from tests.tournaments.submission.submitting import BOT
from tournaments.ledger import open_ledger
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.run.tournament import Tournament, tournament_from_ledger

needs_arena = pytest.mark.skipif(
    not can_build(Target.LINUX) or not strongest_here().isolates,
    reason="bots cannot be built (pip install ziglang) or no sandbox works here",
)

SMALL = f"""\
title = "Small"
seed = 3
time = 5
bonuses = [10, 5, 3]
tie-breaks = ["wins", "wins-as-second"]

[[section]]
game = "{SHORT}"
size = [4, 3]
entrants = [
    {{ name = "one", bot = "{SHORT}-random", arguments = ["--seed", "1"] }},
    {{ name = "two", bot = "{SHORT}-random", arguments = ["--seed", "2"] }},
    {{ name = "greedy", bot = "{SHORT}-greedy", arguments = ["--seed", "4"] }},
]

[[section]]
game = "{DEFAULT}"
format = "swiss"
rounds = 2
starts = {{ count = 2, pieces = 3 }}
entrants = [
    {{ name = "one", bot = "{DEFAULT}-random", arguments = ["--seed", "1"] }},
    {{ name = "two", bot = "{DEFAULT}-random", arguments = ["--seed", "2"] }},
    {{ name = "three", bot = "{DEFAULT}-random", arguments = ["--seed", "3"] }},
    {{ name = "greedy", bot = "{DEFAULT}-greedy", arguments = ["--seed", "4"] }},
]
"""


SLOW = f"""\
title = "Slow <b>cup</b>"
game = "{SHORT}"
size = [4, 3]
sandbox = false
time = 20
format = "round-robin"
entrants = [
    {{ name = "ivanov", command = "bot", arguments = ["1"] }},
    {{ name = "petrov", command = "bot", arguments = ["2"] }},
    {{ name = "sidorov", command = "bot", arguments = ["3"] }},
]
"""
"""An event of harmless scripts without a sandbox, which wait a little before each half-move."""


def slow_event(folder: Path, name: str = "slow", wait: float = 0.2) -> Path:
    """Write the file of an event and return its path."""
    bot = folder / "bot"
    bot.write_text(BOT.replace("BEGIN {\n", f'BEGIN {{\n    system("sleep {wait}")\n', 1))
    bot.chmod(0o755)
    event = folder / f"{name}.toml"
    event.write_text(SLOW, encoding="utf-8")
    return event


@contextmanager
def running(
    *words: str, command: Sequence[str] = (sys.executable, "-m", "arena")
) -> Iterator[subprocess.Popen[str]]:
    """Run the command as long as it is needed."""
    process = subprocess.Popen(
        [*command, *words],
        cwd=ROOT,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=60)


def start_run(event: Path, *words: str) -> subprocess.Popen[str]:
    """Start the event by the command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "arena", "run", str(event), *words],
        cwd=ROOT,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def run(event: Path, *words: str) -> str:
    """Run the event to its end, and return the output."""
    process = start_run(event, *words)
    printed, _ = process.communicate(timeout=300)
    assert process.returncode == 0, printed
    return printed


def tournament_in(folder: Path) -> Tournament:
    """Return the tournament of the ledger in the event's folder."""
    with open_ledger(folder) as ledger:
        return tournament_from_ledger(ledger)


def game_data(tournament: Tournament) -> dict[tuple[str, str], tuple[object, ...]]:
    """Return the data of every game that are the same at each run."""
    return {
        (entry.section, entry.id): _lasting(entry)
        for state in tournament.sections
        for entry in state.entries.values()
    }


def _lasting(entry: LedgerGame) -> tuple[object, ...]:
    moves = [word for word in entry.record.split("\n\n")[1].split() if word[0].isalpha()]
    return entry.number, entry.first, entry.second, entry.winner, entry.ending, moves


def table(tournament: Tournament) -> list[tuple[object, ...]]:
    """Return the tables of all sections without the used time."""
    return [
        (state.section.name, standing.place, standing.entrant, standing.row.points, standing.bonus)
        for state in tournament.sections
        for standing in state.standings
    ]
