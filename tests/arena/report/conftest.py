"""The event whose report is looked at."""

from tests.tournaments.conftest import tournament

__all__ = ["tournament"]
