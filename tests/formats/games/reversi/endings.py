"""The endings of Reversi that an entered bot must meet in its check; see the same of Chomp."""

from fractions import Fraction

from formats.games.reversi import STUCK

ENDINGS = {None: {(STUCK,): Fraction(1, 2)}}
