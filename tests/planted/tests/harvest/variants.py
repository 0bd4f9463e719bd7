"""Games of Harvest to test with."""

from formats.game import StartRequest
from formats.games import all_games
from tests.formats.games.variant import Variant

HARVEST = all_games()["harvest"]()

VARIANTS = [
    Variant(HARVEST, "as usual"),
    Variant(HARVEST, "4 x 2", StartRequest((4, 2))),
    Variant(HARVEST, "3 x 26", StartRequest((3, 26), seed=1)),
]
