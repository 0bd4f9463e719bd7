"""The endings of Knights that an entered bot must meet in its check, for each side, by its rules.

With each, how many of the moves there must lead to it at least, in the position that shows it best.
"""

from fractions import Fraction

from formats.games.knights import ONE_LINE

ENDINGS = {None: {(ONE_LINE,): Fraction(1, 2)}}
