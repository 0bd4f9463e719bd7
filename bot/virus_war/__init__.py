"""Virus War: trees, tables and weights; `sized/` is code included for both widths of boards."""
