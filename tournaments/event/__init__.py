"""The event file: what an event is, and how it is read."""
