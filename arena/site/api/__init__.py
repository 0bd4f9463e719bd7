"""The HTTP interface: events, standings, games and submissions as JSON, for programs."""

from arena.site.api.http_interface import HttpInterface

__all__ = ["HttpInterface"]
