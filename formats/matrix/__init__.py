"""matrix.txt: a position of a game with its clocks, as bots read and write it.

    A 21 U            player to move, half-move number, winner (A, B, D or U)
    0 2.01            points of A and the seconds that A has left
    0 1.9             points of B and the seconds that B has left
    --B-----          the board, top row first
    ...
    game virus-war    footer lines, in games other than MMPeshki

Reading is liberal about line ends, blanks and the spelling of numbers, and strict about everything
else; it returns the faults of any bytes, and never raises. Writing uses one canonical form. The
file is read from the outside in, in small modules beside this one: bytes to lines of words, lines
to header, board and footer, and then each of those. A file with nothing unusual in it is read by
one regular expression instead (``read_quickly``), with the same result and much faster. Faults of
the position by the rules of the game come last, and only of a file that could be read.
"""

from formats.matrix.matrix import Matrix, write_exactly, write_matrix
from formats.matrix.reading import Reading, defaults_after, read_matrix
from formats.matrix.source import begins_as_record

__all__ = (
    "Matrix",
    "Reading",
    "begins_as_record",
    "defaults_after",
    "read_matrix",
    "write_exactly",
    "write_matrix",
)
