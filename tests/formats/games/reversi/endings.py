"""Endings of Reversi that a check must reach for each side, by rule set.

The number is the least share of moves that lead to the ending in the position that shows it best.
"""

from fractions import Fraction

from formats.games.reversi import STUCK

ENDINGS = {None: {(STUCK,): Fraction(1, 2)}}
