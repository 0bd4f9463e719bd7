"""Refusals: a status and one sentence in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.exceptions import HTTPException

from arena.site import texts
from formats.text import Text


class Refusal(HTTPException):
    """Exception that a page raises to refuse a request."""

    def __init__(self, status: int, sentence: Text, headers: Mapping[str, str] | None = None):
        super().__init__(status, sentence.en, dict(headers or {}))
        self.sentence = sentence


def sentence_of(error: HTTPException) -> Text:
    """Return the sentence of an error; errors raised by Starlette itself have only a status."""
    if isinstance(error, Refusal):
        return error.sentence
    return texts.ERRORS.get(error.status_code, texts.BAD_REQUEST)
