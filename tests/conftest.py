"""What the tests are started from does not matter to them."""

from __future__ import annotations

import signal


def pytest_configure() -> None:
    """In the background of a shell Ctrl-C is ignored, and so by all that is started there."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
