"""The report of an event: one HTML file with everything in it, that opens without network."""
