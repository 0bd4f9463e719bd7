"""What every page is given: the settings, the templates, and the reader's language."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import NamedTuple

from jinja2 import Environment
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, JSONResponse, Response

from arena.drawing import html
from arena.site import texts
from arena.site.errors import Refusal, sentence_of
from arena.site.memory import SiteMemory
from arena.site.settings import Settings
from arena.site.templating import templates
from arena.site.traffic.event_stream import EventStream
from arena.site.traffic.shares import Seats, client_of
from formats.text import LANGUAGES, Language, Text

END_TURN = "arena.end_turn"
"""Where the guard keeps what ends the turn of a request."""
_COOKIE = "lang"
_COLOURS = "colours"
"""Query parameter and cookie: `none` asks for pages without colours. Reports read it, too."""
_YEAR = 365 * 24 * 3600
_NAMES: dict[Language, str] = {"en": "English", "ru": "Русский"}


class Link(NamedTuple):
    """A page in the navigation: where it is, what it is called, and where it stands."""

    path: str
    title: Text
    order: int


@dataclass(frozen=True)
class Site:
    settings: Settings
    links: tuple[Link, ...] = ()
    memory: SiteMemory = field(default_factory=SiteMemory)
    """What must be known after a restart: it is open before ``at_start`` and until the end."""
    at_start: list[Callable[[], None]] = field(default_factory=list)
    """Functions to call when the site is there; a page adds what begins its work."""
    at_end: list[Callable[[], None]] = field(default_factory=list)
    """Functions to call when the site ends; a page adds what stops its work."""
    at_close: list[Callable[[], None]] = field(default_factory=list)
    """Functions to call before that; a page adds what ends its streams."""
    logins: list[Callable[[HTTPConnection], str | None]] = field(default_factory=list)
    """Functions that know a visitor by name; a page adds its own, where people sign in."""
    winners: list[Callable[[str], Awaitable[str]]] = field(default_factory=list)
    """Functions that show who won the event of that name; a page adds its own, where any are."""
    _environment: Environment = field(default_factory=templates)

    @cached_property
    def streams(self) -> Seats:
        """For those who are told what happens as it happens."""
        return Seats(self.settings.most_streams, self.settings.most_streams_each)

    def name_of(self, request: HTTPConnection) -> str | None:
        """The name that a visitor has signed in by, if he has."""
        return next(filter(None, (login(request) for login in self.logins)), None)

    def client_of(self, request: HTTPConnection) -> str:
        """Whose request it is, for what is shared out: a name, or else an address."""
        name = self.name_of(request)
        if name is not None:
            return f"login {name}"
        return client_of(request.client.host if request.client else "")

    async def end_turn(self, request: HTTPConnection) -> None:
        """Lets the client's next request begin: this page waits for what has a queue of its own."""
        await request.scope[END_TURN]()

    def stream(self, request: HTTPConnection, messages: AsyncGenerator[bytes, None]) -> EventStream:
        """The response that tells what happens; it is a refusal if too many are told already."""
        return EventStream(messages, partial(self._seat, self.client_of(request)))

    @contextmanager
    def _seat(self, client: str) -> Iterator[None]:
        if not self.streams.is_free(client):
            raise Refusal(503, texts.TOO_MANY_STREAMS, {"retry-after": "60"})
        with self.streams.held(client):
            yield

    def language(self, request: HTTPConnection) -> Language:
        """The language the reader asked for, now or earlier; else that of the browser."""
        asked = (request.query_params.get("lang"), request.cookies.get(_COOKIE))
        wanted = [*asked, *_accepted(request.headers.get("accept-language", ""))]
        return next((known for one in wanted for known in LANGUAGES if one == known), "en")

    def without_colours(self, request: HTTPConnection) -> bool:
        """Return whether the reader asked for pages without colours, now or earlier."""
        earlier = request.cookies.get(_COLOURS)
        return request.query_params.get(_COLOURS, earlier) == "none"

    def render(
        self, request: HTTPConnection, template: str, status: int = 200, **values: object
    ) -> Response:
        language = self.language(request)

        def say(text: Text | str, **filled: object) -> str:
            return text.say(language, filled) if isinstance(text, Text) else text

        page = self._environment.get_template(template).render(
            request=request,
            site=self,
            language=language,
            languages=_NAMES,
            say=say,
            frame=texts,
            pieces=html.pieces(),
            plain_screens=html.WITHOUT_COLOURS,
            without_colours=self.without_colours(request),
            **values,
        )
        response = HTMLResponse(page, status)
        if request.query_params.get("lang") in LANGUAGES:
            response.set_cookie(_COOKIE, language, _YEAR, samesite="lax", httponly=True)
        if (colours := request.query_params.get(_COLOURS)) in ("all", "none"):
            response.set_cookie(_COLOURS, colours, _YEAR, samesite="lax")
        return response

    def refuse(self, request: HTTPConnection, error: HTTPException) -> Response:
        """The response that says no: a page to a reader, data to a script."""
        sentence = sentence_of(error).say(self.language(request))
        if "text/html" in request.headers.get("accept", ""):
            response = self.render(request, "error.html", error.status_code, sentence=sentence)
        else:
            response = JSONResponse({"error": sentence}, error.status_code)
        response.headers.update(error.headers or {})
        return response


def _accepted(header: str) -> Iterable[str]:
    """The languages that a browser accepts, the best first."""
    weighed = []
    for part in header[:500].split(","):
        name, _, weight = part.partition(";q=")
        try:
            weighed.append((-float(weight or 1), name.strip().lower()[:2]))
        except ValueError:
            continue
    return [name for _, name in sorted(weighed, key=lambda one: one[0])]
