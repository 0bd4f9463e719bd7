"""Rules that a sentence names, such as «(rule 10)», as links to where they are written down."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

_RULE = re.compile(r"\((rule|правило) (9|10)\)")


def linked(sentence: str) -> Markup:
    """The sentence, in which each rule leads to the document."""
    parts = []
    at = 0
    for found in _RULE.finditer(sentence):
        parts.append(escape(sentence[at : found.start()]))
        link = Markup('(<a href="/docs/rules#rule-{0}">{1} {0}</a>)')
        parts.append(link.format(found[2], found[1]))
        at = found.end()
    return Markup("").join([*parts, escape(sentence[at:])])
