"""Board sizes on which the kernel of Chomp is compared with the rules."""

from formats.games.chomp import MOST

SIZES = ((7, 5), (4, 4), (2, 9), (1, 6), (6, 1), (12, 10), (1, 1))
"""Sizes of random games; the first three, which are small, are played far more often."""
FILE_SIZES = ((1, 1), (1, 2), (2, 1), (1, MOST), (MOST, 1), (2, MOST), (MOST, 5), (MOST, MOST))
"""Sizes of files that the kernel must read."""
PROGRAM_SIZES = ((7, 5), (10, 10), (3, 12), (1, 5), (20, 20))
"""Sizes of positions in which the programs are run."""
