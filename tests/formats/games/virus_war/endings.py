"""The endings of Virus War that an entered bot must meet in its check, for each side, by its rules.

With each, how many of the moves there must lead to it at least, in the position that shows it best.
"""

from fractions import Fraction

from formats.games.virus_war.rules import CUT_TURN, KILLED_ALL, PASSED_FIRST, TWO_PASSES

HALF = Fraction(1, 2)
"""Where a player may pass, the last kill is never forced."""
MOST = Fraction(3, 4)

ENDINGS = {
    "classic": {(KILLED_ALL,): HALF, (TWO_PASSES,): MOST},
    "sesc": {(KILLED_ALL,): HALF, (PASSED_FIRST,): MOST},
    "petersburg": {(CUT_TURN,): MOST},
    "last-move": {(CUT_TURN,): MOST},
}
