"""Endings of Fight-B that a check must reach for each side, by rule set.

The number is the least share of moves that lead to the ending in the position that shows it best.
"""

from fractions import Fraction

from formats.games.fight import NO_FREE_MARK

ENDINGS = {None: {(NO_FREE_MARK,): Fraction(1, 4)}}
