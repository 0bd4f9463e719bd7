"""What many visitors share: connections, streams, their turns to be answered, and the log."""
