"""An event that is played: its set-up, its games, and the ledger that they are entered in."""
