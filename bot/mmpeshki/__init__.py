"""MMPeshki: the board and the styles; `search/` is alpha-beta, `proof/` solves positions."""
