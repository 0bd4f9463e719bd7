"""Events for tests, each played once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tournaments.filled_ledger import fill
from tournaments.ledger import open_ledger
from tournaments.run.tournament import Tournament, tournament_from_ledger


def read_tournament(folder: Path) -> Tournament:
    """Return the tournament of the ledger in a folder."""
    with open_ledger(folder) as ledger:
        return tournament_from_ledger(ledger)


@pytest.fixture(scope="session")
def tournament(tmp_path_factory: pytest.TempPathFactory) -> Tournament:
    """The three games, all played to the end."""
    return read_tournament(fill(tmp_path_factory.mktemp("event")))
