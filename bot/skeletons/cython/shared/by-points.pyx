cdef char by_points(const Game *game) noexcept nogil:
    """Return the player with more points."""
    if game.points[0] == game.points[1]:
        return c"D"
    return c"A" if game.points[0] > game.points[1] else c"B"
