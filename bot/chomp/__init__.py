"""Chomp: a solver that counts all bars, and styles for bars that are too large for it."""
