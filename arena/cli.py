"""Entry point of the ``arena`` command. What all commands need is in `app.py`.

Nothing is imported here that ``arena --version`` can do without.
"""

from __future__ import annotations

import gc
import io
import os
import sys


def main() -> None:
    """Run the command and end with its exit status."""
    _open_standard_streams()
    _become_worker_if_started_as_one()
    _print_anywhere()
    try:
        try:
            status = _run()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        status = discard_rest_of_output()
    except Exception as error:
        from arena.app import status_after  # noqa: PLC0415 - see above

        status = status_after(error)
    sys.exit(status)


def _run() -> int:
    """Run the command; return its exit status."""
    if sys.argv[1:] == ["--version"]:
        print(f"arena {version()}")
        return 0
    # With the default threshold, garbage collection takes a tenth of the time of `arena report`.
    gc.set_threshold(10_000)
    from arena.app import run  # noqa: PLC0415 - see above

    return run()


def discard_rest_of_output() -> int:
    """Discard the rest of the output, which nobody reads on, as with ``| head``.

    Return the status of the command. Python must not complain at its end that it cannot write.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def version() -> str:
    """Return the version under which arena is installed."""
    prefix, suffix = "matrix_arena-", ".dist-info"
    for folder in sys.path:
        try:
            names = os.listdir(folder or ".")  # noqa: PTH208  # pathlib is slow to load
        except OSError:  # It is an archive, is missing, or may not be listed.
            continue
        for name in names:
            if name.startswith(prefix) and name.endswith(suffix):
                return name[len(prefix) : -len(suffix)]
    # The library reads all of the metadata, which takes three times as long as Python's start.
    from importlib.metadata import version as version_of  # noqa: PLC0415 - see above

    return version_of("matrix-arena")


def _open_standard_streams() -> None:
    """Open /dev/null where standard input, output or errors are missing."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            # Another file with that descriptor would be printed into.
            if os.open(os.devnull, os.O_RDWR) != number:
                break
            setattr(sys, name, open(number, mode, encoding="utf-8"))  # noqa: SIM115, PTH123


def _become_worker_if_started_as_one() -> None:
    """Do the work of a worker process, and end, if this one-file program was started as one."""
    if getattr(sys, "frozen", False):
        from multiprocessing import freeze_support  # noqa: PLC0415 - slow, and needed only here

        freeze_support()


def _print_anywhere() -> None:
    """Let streams print a question mark for each character that they lack."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
