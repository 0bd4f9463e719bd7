"""The commands about bots: beginning, building and checking one; and which bot a name means."""
