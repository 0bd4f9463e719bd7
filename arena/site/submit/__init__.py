"""Submission of bots on a page, without the page itself."""
