"""The endings of MMPeshki that an entered bot must meet in its check, for each side, by its rules.

With each, how many of the moves there must lead to it at least, in the position that shows it best.
"""

from fractions import Fraction

from formats.games.mmpeshki import FAR_ROW, NO_MOVES

MOST = Fraction(3, 4)

ENDINGS = {None: {(NO_MOVES,): MOST, (FAR_ROW,): MOST, (NO_MOVES, FAR_ROW): MOST}}
