"""Games that tests take as their example where any of the sort would do, by what each is good for.

What is true of one game alone is tested in a folder that is named after that game.
"""

from __future__ import annotations

from formats.matrix.body import DEFAULT_GAME

DEFAULT = DEFAULT_GAME
"""What a file without a ``game`` line is read as."""
SHORT = "chomp"
"""Over in some half-moves; one step a move; its champion plays perfectly, and at once."""
STEPS = "virus-war"
"""A turn has several steps or is a pass; there are rule sets."""
POINTS = "fight"
"""Points stand in the file, and decide."""
LEAPS = "knights"
"""Points, and a piece that stays where it was."""
