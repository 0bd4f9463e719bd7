"""Fight-B: the board and the evaluation of positions; the rest is in `alpha_beta/`."""
