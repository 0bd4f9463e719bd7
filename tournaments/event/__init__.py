"""The model of an event, and the reader of event files."""
