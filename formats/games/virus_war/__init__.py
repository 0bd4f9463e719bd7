"""Virus War, «Война вирусов»: see ``virus_war.py``."""

from formats.games.virus_war.virus_war import VirusWar

__all__ = ["VirusWar"]
