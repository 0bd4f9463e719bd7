"""Two games of the given bots, without a sandbox, in a process of their own."""

from __future__ import annotations

import sys
from decimal import Decimal
from pathlib import Path

from formats.game import StartRequest
from formats.games import DEFAULT_GAME, all_games
from formats.matrix import Matrix
from referee.match import Match
from referee.pool import play_all
from referee.program import Program
from referee.sandbox import keeper_link
from referee.sandbox.isolation_levels import IsolationLevel

if __name__ == "__main__":
    assert not keeper_link.is_built()
    game = all_games()[DEFAULT_GAME].with_rules(None)
    left = Decimal(60)
    start = Matrix(game, game.start(StartRequest(seed=1, pieces=3)), times=(left, left))
    first, second = (Program(path, Path(path)) for path in sys.argv[1:])
    for finished in play_all(Match(first, second, isolation=IsolationLevel.NONE).games([start])):
        print(finished.played.verdict.ending.label, finished.played.verdict.say())
