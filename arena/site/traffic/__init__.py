"""Resources that visitors share: connections, streams, turns, and the log."""
