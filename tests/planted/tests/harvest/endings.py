"""The endings of Harvest that the check of a bot must let it meet."""

from fractions import Fraction
from importlib import import_module

harvest = import_module("formats.games.harvest")

ENDINGS = {None: {(harvest.TWO_PASSES,): Fraction(1, 4)}}
