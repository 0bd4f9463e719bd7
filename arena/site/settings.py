"""Settings of the site, fixed when it starts."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from socket import gethostname

from referee.sandbox import Background
from referee.sandbox.isolation_levels import IsolationLevel

LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
_THIS_MACHINE = ("127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class Rate:
    """Limit on a rate: how many at once, and how many a second after that."""

    burst: int
    per_second: float


@dataclass(frozen=True, slots=True)
class Settings:
    """Addresses, folders and limits of the site."""

    host: str = "127.0.0.1"
    port: int = 8080
    behind: str = ""
    """Name under which a proxy on this machine shows the site to others, if any."""
    names: tuple[str, ...] = ()
    """Other names under which people ask for the site."""
    proxies: tuple[str, ...] = ()
    """Addresses and networks of proxies that are trusted to state the visitor's address; by default
    this machine's own, if ``behind`` is set."""
    events: Path | None = None
    """Folder of events to be watched, if any."""
    tokens: Path | None = None
    """File of names and tokens; by default ``tokens.txt`` in the folder of events."""
    bots: Path | None = None
    """Folder of programs that can be played against, besides the built-in bots."""
    memory: Path | None = None
    """Folder of the data that survives a restart; without it nothing is kept."""
    isolation: IsolationLevel | None = None
    """Isolation level of bots; by default the strongest that works here."""
    largest_body: int = 64 * 1024
    """Largest body of a request in bytes, where a page does not set another."""
    reading: Rate = Rate(600, 100)
    """Rate of requests of one address that change nothing. A class may share one address."""
    writing: Rate = Rate(120, 20)
    """Rate of requests of one address that change something or send a file, as to be validated."""
    with_token: Rate = Rate(120, 40)
    """Rate of requests of one address that change nothing and show a token. It is less than the
    number of tokens that are examined: so wrong ones shown in this way do not fill their queue."""
    connecting: Rate = Rate(400, 100)
    """Rate of connections that one client may open."""
    wrong_tokens: int = 50
    """Number of wrong tokens a second that are examined, of all visitors together."""
    most_connections: int = 2000
    """Largest number of connections; one client has at most half of them."""
    most_streams: int = 1000
    """Largest number of event streams."""
    most_streams_each: int = 250
    """Largest number of event streams of one client: a class may share one address."""
    most_games: int = 200
    """Largest number of games at the same time; for a new one, the client with most games loses
    one."""
    most_checks: int = 2
    """Largest number of bots that are checked at the same time."""
    most_versions: int = 300
    """Largest number of versions of one entrant kept in one section."""
    most_kept_each: int = 500_000_000
    """Largest total size in bytes of the versions of one entrant in one section."""
    most_kept: int = 10_000_000_000
    """Largest total size in bytes of all versions in a section."""
    beside_games: bool = False
    """Permission for the site's bots to use the cores on which games of events and matches are
    played."""
    most_thinking: int = 2
    """Largest number of bots that think at the same time: more would slow each other down."""

    @property
    def background(self) -> Background:
        """Priority and cores of the site's bots, beside other work on the machine."""
        return Background(beside_games=self.beside_games)

    @property
    def is_local(self) -> bool:
        """Return whether only this machine can reach the site."""
        if self.host == "localhost":
            return True
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def is_everywhere(self) -> bool:
        """Return whether the site listens on all addresses of this machine."""
        try:
            return ip_address(self.host).is_unspecified
        except ValueError:
            return not self.host

    @property
    def address(self) -> str:
        """Address of the site, for a browser on this machine."""
        local = "[::1]" if ":" in self.host else "127.0.0.1"
        return f"http://{local if self.is_everywhere else self._own_name}:{self.port}/"

    @property
    def _own_name(self) -> str:
        """Host as it stands in an address."""
        return f"[{self.host}]" if ":" in self.host else self.host

    @property
    def trusted_proxies(self) -> tuple[str, ...]:
        """Addresses and networks that are trusted to state the visitor's address."""
        return self.proxies or (_THIS_MACHINE if self.behind else ())

    @property
    def hosts(self) -> frozenset[str]:
        """Names under which a browser may ask for the site."""
        names = {name.lower() for name in (self._own_name, self.behind, *self.names) if name}
        if self.is_local:
            return LOCAL_NAMES | names
        machine_name = gethostname().lower()
        short_name = machine_name.partition(".")[0]
        return LOCAL_NAMES | names | {machine_name, short_name, f"{short_name}.local"}

    def answers_to(self, host: str) -> bool:
        """Return whether a browser may ask for the site under that name.

        Another site can give one of its names the address of this machine, and then read pages of
        this site; it cannot do that to an address. So a site that everybody may reach also answers
        to every address.
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
