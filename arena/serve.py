"""``arena serve``: play, watch, submit and validate in a browser."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Iterator
from contextlib import closing, suppress
from importlib.util import find_spec
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated

from click.exceptions import Exit
from rich.console import Console

from arena.commands import ExitStatus
from arena.console import plain_console
from arena.options import LanguageOption, SandboxOption, reader_language
from arena.parameters import Option, WrongUsage
from arena.require_sandbox import asked_isolation, require_isolation
from arena.site.settings import Settings
from arena.site.supervision import BoundedLog
from formats.printable import printable
from formats.text import Language, Text, reason
from referee.machine import cache_folder
from referee.remedies import extra_install_command

_REQUIRED = {"starlette": "starlette", "uvicorn": "uvicorn", "python_multipart": "python-multipart"}
_BACKLOG = 2048
_NO_SUCH_ADDRESS = (
    *(errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT),
    *(socket.EAI_NONAME, socket.EAI_AGAIN),
)
"""Numbers of errors about an address or a name that is none of this machine's."""
ABSENT = Text(
    "arena serve: {names} must be installed for the pages: {command}",
    "arena serve: для страниц нужно установить {names}: {command}",
)
READ_ONLY_EVENTS = Text(
    "{folder} cannot be written by this user: events are shown, and no bot can be submitted",
    "в {folder} этот пользователь не может писать: турниры видны, но сдать бота нельзя",
)
OPEN = Text(
    "Open {address} in a browser; Ctrl+C stops the site.",
    "Откройте {address} в браузере; Ctrl+C остановит сайт.",
)
CANNOT_LISTEN = Text(
    "arena serve: cannot listen on {address}: {why}; choose another port with --port",
    "arena serve: по адресу {address} слушать нельзя: {why}; выберите другой порт: --port",
)
NO_OWN_ADDRESS = Text(
    "arena serve: this machine has no address {host}; --host takes one of its own, or 0.0.0.0 for"
    " all of them",
    "arena serve: у этой машины нет адреса {host}; после --host — один из её адресов или 0.0.0.0,"
    " то есть все",
)
NO_ADDRESS = Text(
    "--proxy takes an address or a network, such as 10.0.0.5 or 10.0.0.0/8, not {address}",
    "после --proxy — адрес или сеть, например 10.0.0.5 или 10.0.0.0/8, а не {address}",
)
BEHIND = Text(
    "A proxy on this machine may show the site to others as {name}.",
    "Прокси на этой машине может показывать сайт другим как {name}.",
)
NO_EVENTS = Text(
    "There are no events to watch or to submit bots to: name their folder with --events DIR.",
    "Турниров, чтобы смотреть их и сдавать в них ботов, нет: укажите их папку ключом"
    " --events ПАПКА.",
)
CANNOT_SUBMIT = Text("An event takes bots, but {why}.", "Турнир принимает ботов, но {why}.")
LISTENS_EVERYWHERE = Text(
    "The site listens on all addresses of this machine.",
    "Сайт слушает на всех адресах этой машины.",
)
REACHABLE = Text(
    "The site can be reached from other machines.",
    "Сайт виден с других компьютеров.",
)


def serve(
    host: Annotated[
        str,
        Option(
            help=Text(
                "Address to listen on; 0.0.0.0 means all of them.",
                "На каком адресе слушать; 0.0.0.0 — на всех.",
            )
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int, Option(min=1, max=65535, help=Text("Port to listen on.", "На каком порту слушать."))
    ] = 8080,
    events: Annotated[
        Path | None,
        Option(
            metavar="DIR",
            help=Text(
                "Folder with events, to watch and to submit bots to.",
                "Папка с турнирами: смотреть их и сдавать в них ботов.",
            ),
            exists=True,
            file_okay=False,
        ),
    ] = None,
    tokens: Annotated[
        Path | None,
        Option(
            metavar="FILE",
            help=Text(
                "Names and tokens of those who may submit (default: tokens.txt in that folder).",
                "Имена и токены тех, кто сдаёт (по умолчанию tokens.txt в папке турниров).",
            ),
            exists=True,
            dir_okay=False,
        ),
    ] = None,
    bots: Annotated[
        Path | None,
        Option(
            metavar="DIR",
            help=Text(
                "Folder with programs to play against, besides the arena's own.",
                "Папка с программами, с которыми можно играть, кроме ботов арены.",
            ),
            exists=True,
            file_okay=False,
        ),
    ] = None,
    behind: Annotated[
        str,
        Option(
            metavar="NAME",
            help=Text(
                "Name under which a proxy on this machine shows the site (docs/serve.md).",
                "Имя, под которым сайт показывает прокси на этой машине (docs/ru/serve.md).",
            ),
            show_default=False,
        ),
    ] = "",
    name: Annotated[
        list[str] | None,
        Option(
            metavar="NAME",
            help=Text(
                "Another name under which people open the site; may be repeated.",
                "Ещё одно имя, под которым открывают сайт; можно повторять.",
            ),
            show_default=False,
        ),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        Option(
            metavar="ADDRESS",
            help=Text(
                "Address or network of a proxy on another machine; may be repeated.",
                "Адрес или сеть прокси на другой машине; можно повторять.",
            ),
            show_default=False,
        ),
    ] = None,
    beside_games: Annotated[
        bool,
        Option(
            "--beside-games",
            help=Text(
                "Let bots think on cores where a tournament runs (default: wait for a free core).",
                "Пусть боты думают и на ядрах, где идёт турнир (по умолчанию они ждут свободного).",
            ),
        ),
    ] = False,
    sandbox: SandboxOption = True,
    lang: LanguageOption = None,
) -> None:
    language = reader_language(lang)
    for address in proxy or ():
        if not _is_network(address):
            raise WrongUsage(NO_ADDRESS, address=address)
    absent = [package for name, package in _REQUIRED.items() if find_spec(name) is None]
    console = plain_console(stderr=True)
    if absent:
        console.print(
            ABSENT.say(
                language, {"names": ", ".join(absent), "command": extra_install_command("web")}
            )
        )
        raise Exit(ExitStatus.WRONG_USAGE)
    isolation = require_isolation(language, asked_isolation(sandbox=sandbox))
    settings = Settings(
        host,
        port,
        behind,
        tuple(name or ()),
        tuple(proxy or ()),
        events=events,
        tokens=tokens,
        bots=bots,
        memory=_memory_folder(events, port),
        isolation=isolation,
        beside_games=beside_games,
    )
    try:
        listening = listening_socket(settings)
    except OSError as error:
        if error.errno in _NO_SUCH_ADDRESS:
            console.print(NO_OWN_ADDRESS.say(language, {"host": printable(host)}))
            raise Exit(ExitStatus.WRONG_USAGE) from None
        error.strerror = str(error.strerror).partition(" (while")[0]  # the message has the address
        values = {"address": settings.address, "why": reason(error)}
        console.print(CANNOT_LISTEN.say(language, values))
        raise Exit(ExitStatus.WRONG_USAGE) from None
    with listening:
        _tell(settings, console, language)
        _run(settings, listening, language)


def _memory_folder(events: Path | None, port: int) -> Path | None:
    """Return the folder of data that the site keeps over a restart.

    It is a hidden one beside the events; without them, one of the user's own for each port, and
    none where the user has no folder to write to.
    """
    if events is not None:
        return events / ".site"
    try:
        return cache_folder() / "site" / str(port)
    except OSError:  # the user may have no folder to write to
        return None


def _is_network(address: str) -> bool:
    try:
        ip_network(address, strict=False)
    except ValueError:
        return False
    return True


def listening_socket(settings: Settings) -> socket.socket:
    """Return a socket that listens where the settings say; :: means all addresses, also of IPv4."""
    is_ipv6 = ":" in settings.host
    return socket.create_server(
        (settings.host, settings.port),
        family=socket.AF_INET6 if is_ipv6 else socket.AF_INET,
        backlog=_BACKLOG,
        dualstack_ipv6=is_ipv6 and settings.is_everywhere and socket.has_dualstack_ipv6(),
    )


def _tell(settings: Settings, console: Console, language: Language) -> None:
    console.print(OPEN.say(language, {"address": settings.address}))
    from formats.games import broken_plugins  # noqa: PLC0415 - it need not be loaded for --help

    for plugin in broken_plugins():
        console.print(plugin.sentence.say(language))
    if settings.behind:
        console.print(BEHIND.say(language, {"name": settings.behind}))
    if settings.is_everywhere:
        console.print(LISTENS_EVERYWHERE.say(language))
    if not settings.is_local:
        console.print(REACHABLE.say(language))
    if settings.events and not os.access(settings.events, os.W_OK):
        console.print(READ_ONLY_EVENTS.say(language, {"folder": settings.events}))
    for sentence in _advice(settings):
        console.print(sentence.say(language))


def _advice(settings: Settings) -> Iterator[Text]:
    """Yield advice for the person who runs the site, about what its visitors cannot do."""
    # These need packages that may be absent.
    from arena.site.submit.tokens import TOKENS, Tokens, UnusableFile  # noqa: PLC0415
    from arena.site.watch.event_index import Events  # noqa: PLC0415

    if settings.events is None:
        yield NO_EVENTS
        return
    if not Events(settings.events).files_not_begun():
        return
    try:
        Tokens(settings.tokens or settings.events / TOKENS).check()
    except UnusableFile as error:
        yield CANNOT_SUBMIT.filled({"why": error.sentence})


def _run(settings: Settings, listening: socket.socket, language: Language) -> None:
    # These need packages that may be absent.
    from arena.site.application import application  # noqa: PLC0415
    from arena.site.traffic.server import Server  # noqa: PLC0415

    with closing(BoundedLog(language)) as log, suppress(KeyboardInterrupt):
        log.install()
        Server(application(settings), settings).run([listening])
