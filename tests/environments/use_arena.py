"""Use arena as a student, a teacher and a visitor do; end with status 1 at the first failure.

python use_arena.py FOLDER STEP ...
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from urllib.request import urlopen

ARENA = [sys.executable, "-m", "arena", "--lang", "en"]
PATIENCE = 120
POSITION = """A 21 U
0 2.01
0 1.9
--------
--B-----
-B------
B--*----
----*---
B----A--
--------
-A------
"""
EVENT = """title = "Small"
seed = 7
format = "round-robin"
time = 1
[[section]]
game = "chomp"
size = [4, 3]
[[section.entrants]]
bot = "chomp-greedy"
[[section.entrants]]
bot = "chomp-random"
"""


class Failure(Exception):  # noqa: N818 - what it is, not "an error about it"
    """A step that did not do what the user expects."""


def arena(*words: str) -> str:
    """Run the command and return what it printed. Raise Failure."""
    ran = subprocess.run(
        [*ARENA, *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=PATIENCE,
        check=False,
    )
    if ran.returncode or "Traceback" in ran.stderr or "Warning" in ran.stderr:
        raise Failure(f"arena {' '.join(words)}: status {ran.returncode}\n{ran.stdout}{ran.stderr}")
    return ran.stdout


def validate() -> None:
    Path("position.txt").write_text(POSITION)
    # Standard output may be closed: the exit status alone tells.
    command = [*ARENA, "validate", "position.txt"]
    ran = subprocess.run(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    if ran.returncode or ran.stderr:
        raise Failure(f"arena validate: status {ran.returncode}\n{ran.stderr.decode()}")


def doctor() -> None:
    """Check that doctor names the isolation level of EXPECTED_LEVEL, if that is set."""
    abilities = {each["name"]: each for each in json.loads(arena("doctor", "--json"))}
    level = os.environ.get("EXPECTED_LEVEL")
    if level and level not in abilities["sandbox"]["found"]:
        raise Failure(json.dumps(abilities, indent=1, ensure_ascii=False))


def run() -> None:
    """Play an event and write its report."""
    event = Path("small.toml")
    try:
        event.write_text(EVENT)
    except OSError as error:
        if not event.exists():
            raise Failure(str(error)) from None
    arena("run", "small.toml", "--quiet")
    if not Path("small", "report.html").stat().st_size:
        raise Failure("the report is empty")
    arena("rejudge", "small.toml")


def check() -> None:
    if "can be submitted" not in arena("check", "chomp-greedy"):
        raise Failure("the bot is refused")


def match() -> None:
    arena("match", "chomp-greedy", "chomp-random", "--games", "2")


def trusted() -> None:
    """Let a bot in /tmp, from which nothing may be run, play without a sandbox."""
    arena("build", "chomp-greedy", "--out", "/tmp/bots")
    output = arena(
        "match", "/tmp/bots/chomp-greedy", "chomp-random", "--games", "2", "--no-sandbox"
    )
    if "did not start" in output:
        raise Failure(output)


def student() -> None:
    """Begin a bot in Python, try a turn of it and let it play."""
    arena("new", "ivanov", "--language", "python", "--game", "mmpeshki")
    Path("matrix.txt").write_text(POSITION)
    arena("try", "ivanov", "matrix.txt")
    arena("match", "ivanov", "ivanov", "--games", "2", "--game", "mmpeshki")


def serve() -> None:
    """Serve the site, and open its pages."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    Path("events").mkdir(exist_ok=True)
    with Path("serve.log").open("wb") as log:
        server = subprocess.Popen(
            [*ARENA, "serve", "--port", str(port), "--events", "events"],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
        try:
            for page in ("/", "/play", "/validate", "/docs"):
                _open(f"http://127.0.0.1:{port}{page}", server)
        finally:
            server.terminate()
            server.wait(PATIENCE)


def _open(address: str, server: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            with urlopen(address, timeout=PATIENCE) as answer:
                answer.read()
                return
        except OSError as error:
            if server.poll() is not None or time.monotonic() > until or hasattr(error, "code"):
                log = Path("serve.log").read_text(errors="replace")
                raise Failure(f"{address}: {error}\n{log}") from None
        time.sleep(0.1)


CLOSED = Path("closed")
COMMANDS_ON_CLOSED = (
    "validate closed/position.txt",
    "show closed/position.txt",
    "moves closed/position.txt",
    "perft closed/position.txt 2",
    "solve closed/position.txt",
    "replay closed/record.txt",
    "try closed/bot position.txt",
    "try chomp-random closed/position.txt",
    "check closed/bot",
    "match closed/bot chomp-random --game chomp",
    "match chomp-random closed/bot",
    "build closed/bot.cpp",
    "build chomp-random --out closed",
    "new ivanov --game chomp --to closed",
    "submit closed/bot --to submissions.toml",
    "submit chomp-random --to closed/small.toml",
    "run closed/small.toml",
    "run small.toml --to closed/small",
    "run open.toml",
    "table closed/small",
    "report closed/small",
    "rejudge closed/small",
    "entrants closed/small.toml",
    "entrants open.toml",
    "grades closed/small",
    "feedback closed/small",
    "export closed/small",
    "ladder closed/small.toml",
    "withdraw closed/small ivanov --reason ill",
    "serve --events closed/events",
    "serve --tokens closed/tokens.txt",
    "serve --bots closed",
    "play --game chomp --red closed/bot",
)


def run_in_child(words: str) -> tuple[int, str]:
    """Run the command in a child of this process; return its status and what it printed.

    Many commands share what they import. A command that hangs is ended by SIGALRM.
    """
    from arena.cli import main as arena_main  # noqa: PLC0415 - other steps start it afresh

    with tempfile.TemporaryFile() as printed:
        child = os.fork()
        if not child:
            signal.alarm(PATIENCE)
            os.dup2(printed.fileno(), 1)
            os.dup2(printed.fileno(), 2)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            sys.argv = ["arena", "--lang", "en", *words.split()]
            status = 0
            try:
                arena_main()
            except SystemExit as end:
                status = end.code if isinstance(end.code, int) else int(end.code is not None)
            except BaseException:
                traceback.print_exc()
                status = 1
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
        _, ended = os.waitpid(child, 0)
        printed.seek(0)
        return os.waitstatus_to_exitcode(ended), printed.read().decode("utf-8", "replace")


def closed() -> None:
    """Name a folder that this user may not enter: each command says so in a sentence."""
    CLOSED.mkdir()
    listed = EVENT.replace('bot = "chomp-greedy"', 'name = "Ivanov"\ncommand = "closed/bot"')
    Path("open.toml").write_text(listed)
    Path("submissions.toml").write_text(
        'title = "Cup"\ntime = 1\ngame = "chomp"\nsize = [4, 3]\nentrants = "bots"\n'
    )
    Path("small.toml").write_text(EVENT)
    Path("position.txt").write_text(POSITION)
    CLOSED.chmod(0)
    failures = []
    try:
        for words in COMMANDS_ON_CLOSED:
            status, output = run_in_child(words)
            is_told = "ermission denied" in output or "is not readable" in output
            if "Traceback" in output or status not in (1, 2) or not is_told:
                failures.append(f"arena {words}: status {status}\n{output}")
    finally:
        CLOSED.chmod(0o700)
    if failures:
        raise Failure("".join(failures))


STEPS: dict[str, Callable[[], None]] = {
    step.__name__: step
    for step in (validate, doctor, run, check, match, trusted, student, serve, closed)
}


def main() -> None:
    folder, *names = sys.argv[1:]
    os.chdir(folder)
    for name in names or (name for name in STEPS if name != "closed"):  # root may enter
        try:
            STEPS[name]()
        except (Failure, OSError, subprocess.SubprocessError) as failure:
            sys.stderr.write(f"{name}: {failure}\n")
            sys.exit(1)


if __name__ == "__main__":
    main()
