"""Commands that begin, build, try and check a bot; and how a bot is found by its name."""
