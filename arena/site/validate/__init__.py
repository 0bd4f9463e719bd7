"""Validating a matrix.txt on a page: all of it but the page itself."""
