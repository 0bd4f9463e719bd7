"""A board and what stands on it, drawn for a terminal, a page and a report."""
