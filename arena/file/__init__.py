"""Commands about one file: a matrix.txt, or the record of a game."""
