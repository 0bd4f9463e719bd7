"""Client of a class's site: submission and data over its HTTP interface."""
