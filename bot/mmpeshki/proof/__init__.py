"""The solver of positions: proof numbers over alpha-beta, with several threads, even for days."""
