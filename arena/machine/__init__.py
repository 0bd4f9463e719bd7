"""Commands about this machine: its abilities, its cache, measurements."""
