"""Watching an event on a page: all of it but the page itself."""
