"""Submitting a bot on a page: all of it but the page itself."""
