"""Who takes part: how entrants are found, submitted and kept."""
