"""Code shared by all kernels: the file, the clock, the command line, random numbers, memory."""
