"""Endings of Virus War that a check must reach for each side, by rule set.

The number is the least share of moves that lead to the ending in the position that shows it best.
"""

from fractions import Fraction

from formats.games.virus_war.rules import CUT_TURN, KILLED_ALL, PASSED_FIRST, TWO_PASSES

HALF = Fraction(1, 2)
"""Least share if a player may pass, since the last kill is never forced then."""
MOST = Fraction(3, 4)

ENDINGS = {
    "classic": {(KILLED_ALL,): HALF, (TWO_PASSES,): MOST},
    "sesc": {(KILLED_ALL,): HALF, (PASSED_FIRST,): MOST},
    "petersburg": {(CUT_TURN,): MOST},
    "last-move": {(CUT_TURN,): MOST},
}
