"""The event whose report is tested."""

from tests.tournaments.conftest import tournament

__all__ = ["tournament"]
