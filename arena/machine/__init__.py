"""What this machine can do, and how to get the rest."""
