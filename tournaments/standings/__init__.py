"""What was earned: the state of a section, points, tie-breaks, places and ratings."""
