"""Games in a terminal: the command ``arena play``, its display and its input."""
