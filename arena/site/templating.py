"""The templates of the site, in which a rule such as «(rule 10)» leads to where it is written."""

from __future__ import annotations

import re

from jinja2 import Environment
from markupsafe import Markup, escape

from arena.drawing import html

_RULE = re.compile(html.RULE)


def templates() -> Environment:
    """All of them; the filter ``rules`` makes links of rules."""
    made = html.environment("arena.site")
    made.filters["rules"] = linked
    return made


def linked(sentence: str) -> Markup:
    """The sentence, in which each rule leads to the document."""
    parts = []
    at = 0
    for found in _RULE.finditer(sentence):
        parts.append(escape(sentence[at : found.start()]))
        link = Markup('(<a href="{0}#rule-{1}">{2} {1}</a>)')
        parts.append(link.format(html.RULES, found[2], found[1]))
        at = found.end()
    return Markup("").join([*parts, escape(sentence[at:])])
