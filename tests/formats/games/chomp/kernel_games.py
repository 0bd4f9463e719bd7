"""What the kernel of Chomp is held against the rules on."""

from formats.games.chomp import MOST

SIZES = ((7, 5), (4, 4), (2, 9), (1, 6), (6, 1), (12, 10), (1, 1))
"""The first three, which are small, far oftener than the others."""
FILE_SIZES = ((1, 1), (1, 2), (2, 1), (1, MOST), (MOST, 1), (2, MOST), (MOST, 5), (MOST, MOST))
"""Of the files that it must read."""
PROGRAM_SIZES = ((7, 5), (10, 10), (3, 12), (1, 5), (20, 20))
"""Of the positions that its programs are run in."""
