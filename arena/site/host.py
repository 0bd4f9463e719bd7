"""Sentences for whoever runs the site, which no visitor could act on: they go to its log."""

from __future__ import annotations

import logging

from formats.text import Text, listed


def tell_host(*sentences: Text) -> None:
    """Write the sentences to the site's log, in the language of the log."""
    # Each place in the program that calls this has its own share of the log.
    logging.getLogger(__name__).warning(listed(sentences, Text(": ", ": ")), stacklevel=2)
