"""Runs untrusted bots, one turn at a time: see ``sandbox.py``."""

from referee.sandbox.core_claims import Background
from referee.sandbox.launch import StartCost
from referee.sandbox.sandbox import Sandbox, cost_of_wine

__all__ = ["Background", "Sandbox", "StartCost", "cost_of_wine"]
