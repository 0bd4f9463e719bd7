"""How positions are solved: proof numbers over alpha-beta, with several threads, and for days."""
