"""State and table of a section: points, tie-breaks, places and ratings."""
