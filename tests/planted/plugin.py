"""For ``pytest -p tests.planted.plugin``: the tests of all games, with Harvest among them."""

from __future__ import annotations

import os
from pathlib import Path

import formats.games
from tests.formats.games import game_folders
from tests.planted.planting import GAMES

formats.games.__path__.append(str(GAMES))
game_folders.HOMES.append(Path(os.environ["PLANTED_TESTS"]))
