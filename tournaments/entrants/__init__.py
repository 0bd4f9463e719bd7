"""Entrants of an event: their programs, the class list, and the teacher's preview."""
