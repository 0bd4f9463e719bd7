"""Games that tests use as examples when any game of some kind would do.

A property of one game alone is tested in a folder named after that game.
"""

from __future__ import annotations

from formats.games import DEFAULT_GAME

DEFAULT = DEFAULT_GAME
"""Game of a file without a ``game`` line."""
SHORT = "chomp"
"""Game of few half-moves, with one step a move; its champion plays perfectly, and at once."""
STEPS = "virus-war"
"""Game with turns of several steps, passes and rule sets."""
POINTS = "fight"
"""Game with points in the file, which decide it."""
LEAPS = "knights"
"""Game with points, in which the cell that a piece leaves is empty."""
