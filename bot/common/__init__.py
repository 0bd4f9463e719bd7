"""What every kernel shares: the file, the clock, the command line, random numbers, memory."""
