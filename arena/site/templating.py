"""Templates of the site, and links from rules such as «(rule 10)» to the document."""

from __future__ import annotations

import re

from jinja2 import Environment
from markupsafe import Markup, escape

from arena.drawing import html

_RULE = re.compile(html.RULE)


def templates() -> Environment:
    """Return the environment of all templates; its filter ``rules`` makes links of rules."""
    environment = html.environment("arena.site")
    environment.filters["rules"] = link_rules
    return environment


def link_rules(sentence: str) -> Markup:
    """Return the sentence with each rule made a link to the document."""
    parts = []
    end = 0
    for match in _RULE.finditer(sentence):
        parts.append(escape(sentence[end : match.start()]))
        link = Markup('(<a href="{0}#rule-{1}">{2} {1}</a>)')
        parts.append(link.format(html.RULES, match[2], match[1]))
        end = match.end()
    return Markup("").join([*parts, escape(sentence[end:])])
