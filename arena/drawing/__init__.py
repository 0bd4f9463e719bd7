"""Boards and positions, drawn for a terminal, a page and a report."""
