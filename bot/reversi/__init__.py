"""The player of Reversi."""
