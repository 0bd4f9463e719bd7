"""The command line, reports and the site: the layer that people use, without rules of its own."""
