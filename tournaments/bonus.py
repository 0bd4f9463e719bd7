"""Points for places: what a place in the final table earns outside the tournament.

The class's assignment gives 10 for a first place, 5 for a second, 3 for a third, and leaves open
how many places of each kind there are, and how places are shared. Here an event says how many
there are; and those who share places have, each, an equal part of what these places earn together.
Who is disqualified from the tournament earns nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction


def bonus(place: int, shared: int, bonuses: Sequence[Fraction]) -> Fraction:
    """What each of those earns who share as many places, of which this is the best."""
    return sum(bonuses[place - 1 : place - 1 + shared], Fraction(0)) / shared
