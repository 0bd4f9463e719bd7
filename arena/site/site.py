"""The object that every page receives: settings, templates, the reader's language.

In templates the filter ``rules`` makes links to the document from rules such as «(rule 10)».
"""

from __future__ import annotations

import gzip
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import NamedTuple, TypeVar
from urllib.parse import urlsplit

from jinja2 import Environment
from markupsafe import Markup, escape
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Match

from arena.drawing import html
from arena.site import texts
from arena.site.background import BackgroundWorker
from arena.site.errors import Refusal, sentence_of
from arena.site.memory import SiteMemory
from arena.site.settings import Settings
from arena.site.submit.sessions import Sessions
from arena.site.traffic.event_stream import EventStream
from arena.site.traffic.shares import Slots, client_of
from formats.text import LANGUAGES, Language, Text

Result = TypeVar("Result")

RETRY_LATER = {"retry-after": "30"}
"""Headers of a refusal whose sentence is ``LATER``."""
RELEASE_SLOT = "arena.release_slot"
"""Key in the ASGI scope under which the guard puts the function that releases the slot."""
_LANGUAGE_COOKIE = "lang"
_COLOURS_COOKIE = "colours"
"""Query parameter and cookie: `none` asks for pages without colours. Reports read it, too."""
_RULE = re.compile(html.RULE_PATTERN)
_YEAR = 365 * 24 * 3600
_LANGUAGE_NAMES: dict[Language, str] = {"en": "English", "ru": "Русский"}


def templates() -> Environment:
    """Return the environment of all templates; its filter ``rules`` makes links of rules."""
    environment = html.environment("arena.site")
    environment.filters["rules"] = link_rules
    return environment


def link_rules(sentence: str) -> Markup:
    """Return the sentence with each rule made a link to the document."""
    parts = []
    end = 0
    for match in _RULE.finditer(sentence):
        parts.append(escape(sentence[end : match.start()]))
        link = Markup('(<a href="{0}#rule-{1}">{2} {1}</a>)')
        parts.append(link.format(html.RULES_ADDRESS, match[2], match[1]))
        end = match.end()
    return Markup("").join([*parts, escape(sentence[end:])])


class DataResponse(JSONResponse):
    """JSON in which nothing can be taken for a tag, even by a browser that guesses its type."""

    def render(self, content: object) -> bytes:
        return super().render(content).replace(b"<", b"\\u003c")


class Link(NamedTuple):
    """Link in the navigation: path, title and place in the order."""

    path: str
    title: Text
    order: int


@dataclass(frozen=True)
class Site:
    """Everything that the pages share."""

    settings: Settings
    links: tuple[Link, ...] = ()
    memory: SiteMemory = field(default_factory=SiteMemory)
    """Data that survives a restart: it is open before ``at_start`` and until the end."""
    at_start: list[Callable[[], None]] = field(default_factory=list)
    """Functions to call when the site starts; a page adds those that begin its work."""
    at_end: list[Callable[[], None]] = field(default_factory=list)
    """Functions to call when the site ends; a page adds those that stop its work."""
    at_close: list[Callable[[], None]] = field(default_factory=list)
    """Functions to call before ``at_end``; a page adds those that end its streams."""
    logins: list[Callable[[HTTPConnection], str | None]] = field(default_factory=list)
    """Functions that return a visitor's name, or None; a page with a login adds its own."""
    login_digests: list[Callable[[], frozenset[tuple[str, str]]]] = field(default_factory=list)
    """Functions that return each name with the digest of what opens a session for it; they read
    files. A session whose digest is in none of them has ended."""
    other_logins: list[Link] = field(default_factory=list)
    """Links to other ways of signing in than by a token."""
    winners: list[Callable[[str], Awaitable[str]]] = field(default_factory=list)
    """Functions that return the winners of the named event as HTML; the page of events adds one."""
    _environment: Environment = field(default_factory=templates)

    @cached_property
    def sessions(self) -> Sessions:
        """Sessions of students who are signed in."""
        return Sessions(self.memory)

    @cached_property
    def background(self) -> BackgroundWorker:
        """Worker that computes from ledgers what pages show."""
        return BackgroundWorker()

    @cached_property
    def streams(self) -> Slots:
        """Slots for event streams."""
        return Slots(self.settings.most_streams, self.settings.most_streams_each)

    def name_of(self, request: HTTPConnection) -> str | None:
        """Return the name under which the visitor is signed in, or None."""
        return next(filter(None, (login(request) for login in self.logins)), None)

    def client_of(self, request: HTTPConnection) -> str:
        """Return the client for fair shares: a name, or else an address."""
        name = self.name_of(request)
        if name is not None:
            return f"login {name}"
        return client_of(request.client.host if request.client else "")

    async def release_slot(self, request: HTTPConnection) -> None:
        """Release the request's slot, since the page is going to wait in a queue of its own."""
        await request.scope[RELEASE_SLOT]()

    async def result_for(
        self, request: HTTPConnection, worker: BackgroundWorker, work: Callable[[], Result]
    ) -> Result:
        """Have a worker do what the page needs, and return the result.

        The request's slot is released before.

        Raise Refusal if it takes too long.
        """
        await self.release_slot(request)
        try:
            result, _ = await worker.run(work)
        except TimeoutError:
            raise Refusal(503, texts.LATER, RETRY_LATER) from None
        return result

    def stream(self, request: HTTPConnection, messages: AsyncGenerator[bytes, None]) -> EventStream:
        """Return an event stream as the response; it is a refusal if there are too many streams."""
        return EventStream(messages, partial(self._slot, self.client_of(request)))

    @contextmanager
    def _slot(self, client: str) -> Iterator[None]:
        """Hold a slot for a stream of the client. Raise Refusal if none is free."""
        if not self.streams.is_free(client):
            raise Refusal(503, texts.TOO_MANY_STREAMS, {"retry-after": "60"})
        with self.streams.hold(client):
            yield

    def language(self, request: HTTPConnection) -> Language:
        """Return the language asked for now or earlier; else the language of the browser."""
        chosen = (request.query_params.get("lang"), request.cookies.get(_LANGUAGE_COOKIE))
        preferences = [*chosen, *_accepted_languages(request.headers.get("accept-language", ""))]
        return next(
            (language for name in preferences for language in LANGUAGES if name == language), "en"
        )

    def without_colours(self, request: HTTPConnection) -> bool:
        """Return whether the reader asked for pages without colours, now or earlier."""
        earlier = request.cookies.get(_COLOURS_COOKIE)
        return request.query_params.get(_COLOURS_COOKIE, earlier) == "none"

    def render(
        self, request: HTTPConnection, template: str, status: int = 200, **values: object
    ) -> Response:
        """Render the template, and keep a change of language or colours in a cookie."""
        language = self.language(request)

        def say(text: Text | str, **filled: object) -> str:
            return text.say(language, filled) if isinstance(text, Text) else text

        page = self._environment.get_template(template).render(
            request=request,
            site=self,
            language=language,
            languages=_LANGUAGE_NAMES,
            say=say,
            frame=texts,
            pieces=html.pieces(),
            plain_screens=html.PLAIN_SCREENS,
            without_colours=self.without_colours(request),
            **values,
        )
        response = HTMLResponse(page, status)
        if request.query_params.get("lang") in LANGUAGES:
            response.set_cookie(_LANGUAGE_COOKIE, language, _YEAR, samesite="lax", httponly=True)
        if (colours := request.query_params.get(_COLOURS_COOKIE)) in ("all", "none"):
            response.set_cookie(_COLOURS_COOKIE, colours, _YEAR, samesite="lax")
        return response

    def send_packed(
        self,
        request: HTTPConnection,
        data: bytes,
        media_type: str,
        more_headers: Mapping[str, str] | None = None,
    ) -> Response:
        """Return a response of data packed with gzip, unpacked if the client cannot do that."""
        headers = {**(more_headers or {}), "vary": "accept-encoding"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(data, 200, {**headers, "content-encoding": "gzip"}, media_type)
        return Response(gzip.decompress(data), 200, headers, media_type)

    def refuse(self, request: HTTPConnection, error: HTTPException) -> Response:
        """Return the response to a refused request: a page to a reader, data to a script."""
        sentence = sentence_of(error).say(self.language(request))
        if "text/html" in request.headers.get("accept", ""):
            response = self.render(
                request,
                "error.html",
                error.status_code,
                sentence=sentence,
                page_before=_page_before(request),
            )
            response.headers.update(error.headers or {})
            return response
        return self.refuse_program(request, error)

    def refuse_program(self, request: HTTPConnection, error: HTTPException) -> Response:
        """Return the response to a refused request as data, whatever the client accepts."""
        sentence = sentence_of(error).say(self.language(request))
        return DataResponse({"error": sentence}, error.status_code, error.headers)


def _page_before(request: HTTPConnection) -> str:
    """Return the address of the page of this site that led to the request, or an empty string.

    It is empty for an address to which forms are sent: a link does not lead there.
    """
    address = request.headers.get("referer", "")
    own = tuple(f"{scheme}://{request.headers.get('host', '')}/" for scheme in ("http", "https"))
    if not address.startswith(own):
        return ""
    scope = {**request.scope, "method": "GET", "path": urlsplit(address).path}
    is_page = any(route.matches(scope)[0] is Match.FULL for route in request.app.routes)
    return address if is_page else ""


def _accepted_languages(header: str) -> Iterable[str]:
    """Return the languages that the browser accepts, the preferred ones first."""
    weighted = []
    for part in header[:500].split(","):
        name, _, weight = part.partition(";q=")
        try:
            weighted.append((-float(weight or 1), name.strip().lower()[:2]))
        except ValueError:
            continue
    return [name for _, name in sorted(weighted, key=lambda pair: pair[0])]
