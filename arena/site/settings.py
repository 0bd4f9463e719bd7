"""What the site is told when it starts."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from socket import gethostname

from referee.sandbox import Background
from referee.sandbox.stages import Stage

LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
_THIS_MACHINE = ("127.0.0.1", "::1")


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
    names: tuple[str, ...] = ()
    """Other names under which people ask for it."""
    proxies: tuple[str, ...] = ()
    """Addresses and networks of proxies that are believed when they tell the visitor's address;
    this machine's own, if a proxy is said to be here."""
    events: Path | None = None
    """The folder of events to be watched, if there is one."""
    tokens: Path | None = None
    """The file of names and tokens; by default ``tokens.txt`` in the folder of events."""
    bots: Path | None = None
    """The folder of programs that can be played with, beside ours."""
    memory: Path | None = None
    """The folder of what must be known after a restart; nothing is kept if there is none."""
    stage: Stage | None = None
    """What bots are run on; the strongest that works here, if it is not said."""
    largest_body: int = 64 * 1024
    """Bytes of a request, where a page does not say otherwise."""
    reading: Rate = Rate(600, 100)
    """Requests of one address that only look. A class may sit behind one address."""
    writing: Rate = Rate(120, 20)
    """Those that do something."""
    connecting: Rate = Rate(400, 100)
    """Connections that one client may open."""
    most_connections: int = 2000
    """Half of them at most are one client's."""
    most_streams: int = 1000
    """People who are told what happens as it happens."""
    most_streams_each: int = 250
    """Those of one client: a class may sit behind one address."""
    most_games: int = 200
    """Games that are played at the same time; who has most of them loses one for a new one."""
    most_checks: int = 2
    """Bots that are checked at the same time."""
    most_versions: int = 300
    """Versions that are kept of one entrant in one section."""
    most_kept_each: int = 500_000_000
    """Bytes of those."""
    most_kept: int = 10_000_000_000
    """Bytes of all versions in a section."""
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
        return f"http://{self._own_name}:{self.port}/"

    @property
    def _own_name(self) -> str:
        """Its host as it stands in an address."""
        return f"[{self.host}]" if ":" in self.host else self.host

    @property
    def trusted_proxies(self) -> tuple[str, ...]:
        """Whom it believes about visitors."""
        return self.proxies or (_THIS_MACHINE if self.behind else ())

    @property
    def hosts(self) -> frozenset[str]:
        """The names under which a browser may ask for it."""
        told = {name.lower() for name in (self._own_name, self.behind, *self.names) if name}
        if self.is_local:
            return LOCAL_NAMES | told
        machine = gethostname().lower()
        short = machine.partition(".")[0]
        return LOCAL_NAMES | told | {machine, short, f"{short}.local"}

    def answers_to(self, host: str) -> bool:
        """Whether a browser may ask for it under that name.

        Another site can give a name of its own the address of this machine, and then reads what is
        shown here; it cannot do that to an address. So where everybody may reach the site, every
        address will do.
        """
        name = _without_port(host)
        return name in self.hosts or (not self.is_local and _is_address(name))


def _without_port(host: str) -> str:
    name, colon, port = host.lower().rpartition(":")
    return name if colon and port.isdecimal() else host.lower()


def _is_address(name: str) -> bool:
    try:
        ip_address(name[1:-1] if name[:1] == "[" and name[-1:] == "]" else name)
    except ValueError:
        return False
    return True
