"""``arena serve``: play, watch, submit and validate in a browser."""

from __future__ import annotations

import socket
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

from click.exceptions import Exit
from rich.console import Console

from arena.commands import ExitStatus
from arena.console import plain_console
from arena.files import reason
from arena.options import LangOption, SandboxOption, language
from arena.parameters import Option
from arena.require_sandbox import asked_stage, must_run
from arena.site import texts as words
from arena.site.settings import Settings
from formats.text import Language, Text

_WANTED = {"starlette": "starlette", "uvicorn": "uvicorn", "python_multipart": "python-multipart"}
_PROXY = "127.0.0.1,::1"
"""The addresses of proxies that are believed when they name the visitor's address."""
_BACKLOG = 2048
_PATIENCE = 2
"""Seconds that those who watch are given to go when the site ends."""


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
                "Имена и пропуска тех, кто сдаёт (по умолчанию tokens.txt в папке турниров).",
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
    lang: LangOption = None,
) -> None:
    """Open the arena in a browser: play, watch an event, submit a bot, validate a file."""
    speech = language(lang)
    absent = [package for name, package in _WANTED.items() if find_spec(name) is None]
    console = plain_console(stderr=True)
    if absent:
        console.print(words.ABSENT.say(speech, {"names": ", ".join(absent)}))
        raise Exit(ExitStatus.WRONG_USAGE)
    stage = must_run(speech, asked_stage(sandbox=sandbox))
    settings = Settings(
        host, port, behind, events, tokens, bots, stage=stage, beside_games=beside_games
    )
    try:
        listening = _listening(settings)
    except OSError as error:
        error.strerror = str(error.strerror).partition(" (while")[0]  # the address is told already
        values = {"address": settings.address, "why": reason(error)}
        console.print(words.CANNOT_LISTEN.say(speech, values))
        raise Exit(ExitStatus.WRONG_USAGE) from None
    with listening:
        _tell(settings, console, speech)
        _run(settings, listening)


def _listening(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    return socket.create_server((settings.host, settings.port), family=family, backlog=_BACKLOG)


def _tell(settings: Settings, console: Console, speech: Language) -> None:
    console.print(words.OPEN.say(speech, {"address": settings.address}))
    if settings.behind:
        console.print(words.BEHIND.say(speech, {"name": settings.behind}))
    if not settings.is_local:
        console.print(words.REACHABLE.say(speech))


def _run(settings: Settings, listening: socket.socket) -> None:
    import uvicorn  # noqa: PLC0415 - it may be absent

    from arena.site.application import Server, application  # noqa: PLC0415 - as above

    site = application(settings)
    config = uvicorn.Config(
        site,
        log_level="warning",
        server_header=False,
        proxy_headers=bool(settings.behind),
        forwarded_allow_ips=_PROXY,
        timeout_graceful_shutdown=_PATIENCE,
    )
    with suppress(KeyboardInterrupt):
        Server(site, config).run([listening])
