"""MMPeshki: the board, the styles; `search/` is alpha-beta, `proof/` what solves positions."""
