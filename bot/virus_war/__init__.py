"""Virus War: trees, tables and weights; `sized/` is written once for both widths of board."""
