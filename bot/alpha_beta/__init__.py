"""Code shared by the players of games whose moves lead from cell to cell of an 8 x 8 board.

A game includes it in its kernel, and defines its board and the preferences of the greedy style. The
search and `points.pxi` are for games with points, which define an evaluation of positions, too.
"""
