"""What players share whose moves lead from one cell of an 8 x 8 board to another.

A game includes it in its kernel, and gives it its board, and what greed likes. The search, and what
is in `points.pxi`, are for games for points, which give it what a position looks like to be worth.
"""
