"""How fast a core is, in a figure to be compared with another core's.

It tells a reader of a record what a second was worth there. No clock is mended by it: bots differ
in what they ask of a processor, and no one figure is fair to all of them.
"""

from __future__ import annotations

from functools import cache
from time import thread_time

_BASE, _EXPONENT, _MODULUS = 3, (1 << 1024) - 1, (1 << 2203) - 1
"""Long multiplication, which Python does by itself: no library's tricks come in."""
_TIMES = 12


@cache
def speed() -> float:
    """Rounds of a fixed work a second, on the core that this thread is on.

    The best of some rounds, and by processor time: what else goes on there should not count.
    """
    return 1 / min(_seconds() for _ in range(_TIMES))


def _seconds() -> float:
    began = thread_time()
    pow(_BASE, _EXPONENT, _MODULUS)
    return thread_time() - began
