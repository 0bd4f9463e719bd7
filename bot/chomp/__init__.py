"""Chomp: a solver by counting all bars, and styles for bars that are too large for it."""
