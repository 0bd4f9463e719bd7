"""The project's documents as HTML pages, in both languages."""

from __future__ import annotations

from arena.site.documents.markdown_pages import (
    Document,
    document,
    folder,
    names,
    record,
    rules_of,
)

__all__ = ["Document", "document", "folder", "names", "record", "rules_of"]
