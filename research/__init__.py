"""Training of the players' weights, and matches between versions of players.

No program contains this package.
"""
