"""How the champion thinks: alpha-beta, what it knows of races and threats, and its weights."""
