"""Reads what a bot prints: stores the beginning, counts all bytes, forwards them to a socket."""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from threading import Thread
from typing import IO, Self

_PIECE = 1 << 16
_PATIENCE = 1.0
"""Seconds for a pipe to be closed after its writers were killed."""


class Output:
    """A pipe that a thread of its own reads until nobody can write into it."""

    def __init__(self, pipe: IO[bytes], limit: int, output_socket: socket.socket | None) -> None:
        self._pipe = pipe
        self._limit = limit
        self._output_socket = output_socket
        self._kept = bytearray()
        self.size = 0
        self._thread = Thread(target=self._read, daemon=True, name="arena-output")
        if output_socket is not None:
            output_socket.setblocking(False)  # The turn does not wait for a slow reader.

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Wait for the end, unless an undetected process holds the pipe open."""
        self._thread.join(_PATIENCE)

    @property
    def kept(self) -> bytes:
        """The beginning of what was printed."""
        return bytes(self._kept)

    def _read(self) -> None:
        with self._pipe:
            while piece := os.read(self._pipe.fileno(), _PIECE):
                self._take(piece)

    def _take(self, piece: bytes) -> None:
        self.size += len(piece)
        self._kept += piece[: self._limit - len(self._kept)]
        if self._output_socket is not None:
            with suppress(OSError):
                self._output_socket.send(piece)
