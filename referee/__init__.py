"""Floor 1: one game. A sandboxed turn, the clock, the verdict, the match of two games."""
