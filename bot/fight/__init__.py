"""Fight-B: the board, and what a position looks like to be worth; the rest is in `alpha_beta/`."""
