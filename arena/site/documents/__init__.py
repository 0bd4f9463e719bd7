"""The project's documents as HTML pages, in both languages."""

from __future__ import annotations

from arena.site.documents.markdown_pages import (
    Document,
    document,
    document_names,
    documents_folder,
    record,
    rules_of,
)

__all__ = ["Document", "document", "document_names", "documents_folder", "record", "rules_of"]
