"""What people touch: the ``arena`` command. No logic of its own."""
