"""What players share whose moves lead from one cell of an 8 x 8 board to another, for points.

A game includes it in its kernel, and gives it its board and what a position looks like to be worth.
"""
