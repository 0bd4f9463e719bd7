"""What the site is told when it starts."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path

from referee.sandbox import Background
from referee.sandbox.stages import Stage

LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})


@dataclass(frozen=True, slots=True)
class Rate:
    """How many requests are allowed at once, and how many a second after that."""

    burst: int
    per_second: float


@dataclass(frozen=True, slots=True)
class Settings:
    """Where it listens, what it shows, and how much of everything it takes."""

    host: str = "127.0.0.1"
    port: int = 8080
    behind: str = ""
    """The name under which a proxy on this machine shows the site to others, if one does."""
    events: Path | None = None
    """The folder of events to be watched, if there is one."""
    tokens: Path | None = None
    """The file of names and tokens; by default ``tokens.txt`` in the folder of events."""
    bots: Path | None = None
    """The folder of programs that can be played with, beside ours."""
    stage: Stage | None = None
    """What bots are run on; the strongest that works here, if it is not said."""
    largest_body: int = 64 * 1024
    """Bytes of a request, where a page does not say otherwise."""
    reading: Rate = Rate(600, 100)
    """Requests of one address that only look. A class may sit behind one address."""
    writing: Rate = Rate(120, 20)
    """Those that do something."""
    most_games: int = 200
    """Games that are played at the same time; the one left alone longest goes first."""
    beside_games: bool = False
    """Whether its bots may run on the cores on which games of events and matches are played."""
    most_thinking: int = 2
    """Bots that think at the same time: more would take each other's time."""

    @property
    def background(self) -> Background:
        """How its bots give way to whatever else runs on the machine."""
        return Background(beside_games=self.beside_games)

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach it."""
        if self.host == "localhost":
            return True
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def address(self) -> str:
        """What to type into a browser."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}/"

    @property
    def local_hosts(self) -> frozenset[str]:
        """The names under which a browser on this machine may ask for it."""
        own = f"[{self.host}]" if ":" in self.host else self.host
        return LOCAL_NAMES | {own, self.behind.lower() or own}
