"""The endings of Fight-B that an entered bot must meet in its check, for each side, by its rules.

With each, how many of the moves there must lead to it at least, in the position that shows it best.
"""

from fractions import Fraction

from formats.games.fight import NO_FREE_MARK

ENDINGS = {None: {(NO_FREE_MARK,): Fraction(1, 4)}}
