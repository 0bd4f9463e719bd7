#!/usr/bin/python3
"""Writes bytes that are no text."""

from pathlib import Path

Path("matrix.txt").write_bytes(bytes(range(256)) * 16)
