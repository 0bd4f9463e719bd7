"""The templates of the site, with what only they can do."""

from __future__ import annotations

from jinja2 import Environment

from arena.drawing import html
from arena.site.documents.rule_links import linked


def templates() -> Environment:
    """All of them; «(rule 10)» becomes a link by the filter ``rules``."""
    made = html.environment("arena.site")
    made.filters["rules"] = linked
    return made
