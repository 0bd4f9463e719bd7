"""The ledger of an event: the only source for its games and decisions."""

from tournaments.ledger.ledger import NAME, Ledger, is_begun, open_ledger

__all__ = ("NAME", "Ledger", "is_begun", "open_ledger")
