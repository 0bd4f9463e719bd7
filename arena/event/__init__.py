"""The commands about events: running one, its table, its report, entering it, judging it again."""
