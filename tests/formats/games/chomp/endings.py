"""The endings of Chomp that an entered bot must meet in its check, for each side, by its rules.

With each, how many of the moves there must lead to it at least, in the position that shows it best.
"""

from fractions import Fraction

from formats.games.chomp import ATE_POISON

ENDINGS = {None: {(ATE_POISON,): Fraction(3, 4)}}
