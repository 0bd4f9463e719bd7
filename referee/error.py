"""A fault of our own or of the machine, never of a bot."""


class RefereeError(Exception):
    """Voids the game, which is played again: nobody loses because of it."""
