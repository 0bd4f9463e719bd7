"""Endings of MMPeshki that a check must reach for each side, by rule set.

The number is the least share of moves that lead to the ending in the position that shows it best.
"""

from fractions import Fraction

from formats.games.mmpeshki import FAR_ROW, NO_MOVES

MOST = Fraction(3, 4)

ENDINGS = {None: {(NO_MOVES,): MOST, (FAR_ROW,): MOST, (NO_MOVES, FAR_ROW): MOST}}
