"""Turns of trusted bots where there is no keeper: see ``runner.py``."""
