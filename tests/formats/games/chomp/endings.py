"""Endings of Chomp that a check must reach for each side, by rule set.

The number is the least share of moves that lead to the ending in the position that shows it best.
"""

from fractions import Fraction

from formats.games.chomp import ATE_POISON

ENDINGS = {None: {(ATE_POISON,): Fraction(3, 4)}}
