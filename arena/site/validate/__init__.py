"""Validation of a matrix.txt on a page, without the page itself."""
