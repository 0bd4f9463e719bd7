"""Requests to the HTTP interface of a site, with the name and the token of a student."""

from __future__ import annotations

import base64
import json
import os
import socket
import ssl
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from getpass import getpass
from http.client import HTTPException, HTTPMessage
from ipaddress import ip_address
from typing import IO, Any
from urllib.parse import SplitResult, quote, unquote, urlsplit
from uuid import uuid4

from click.exceptions import Exit

from arena.commands import ExitStatus
from arena.console import plain_console
from arena.parameters import WrongUsage
from formats.printable import printable
from formats.text import Language, Text, reason
from referee.numbers import BYTES, count_text

TOKEN_VARIABLE = "ARENA_TOKEN"
"""Environment variable with the student's token."""
_TIMEOUT = 90.0
"""Seconds that the client waits for the site."""
_TEMPORARY = (429, 502, 503, 504)
"""Statuses of refusals that may end: too many requests, or a site behind a proxy is not up."""
_LARGEST_ANSWER = 64_000_000
"""Bytes of an answer that are read."""
_BAD_ADDRESS = Text(
    "{address} is not the address of a class: https://HOST/ or https://HOST/events/EVENT",
    "{address} — не адрес класса: https://ИМЯ/ или https://ИМЯ/events/ТУРНИР",
)
_NO_ANSWER = Text("{host} does not answer: {why}", "{host} не отвечает: {why}")
_NOT_ARENA = Text(
    "{host} is no site of an arena, or of a version that this arena does not know",
    "{host} — не сайт арены, или его версия этой арене не известна",
)
_TOO_LONG = Text(
    "{host} sends more than {size}: that is too much for an answer",
    "{host} отправляет больше {size}: для ответа это слишком много",
)
_REDIRECTED = Text(
    "{host} redirects to {address}; nothing was sent there: if that is the address of the class,"
    " use it",
    "{host} перенаправляет на {address}; туда ничего не отправлено: если это адрес класса, укажите"
    " его",
)
_NO_TOKEN = Text(
    "the token is missing: put it into the variable {variable}",
    "нет токена: запишите его в переменную {variable}",
)
_NO_NAME = Text("name the entrant with --name", "укажите участника ключом --name")
_TOKEN_PROMPT = Text("token of {name}: ", "токен участника {name}: ")
_UNENCRYPTED = Text(
    "the token is sent to {host} unencrypted: others in the network can read it; use https if the"
    " class has it",
    "токен уходит на {host} без шифрования: его могут прочесть другие в сети; если у класса есть"
    " https, пользуйтесь им",
)


class SiteRefusal(Exception):  # noqa: N818  # The name says what it is.
    """A refusal of the site, in the reader's language."""


class SiteUnavailable(SiteRefusal):
    """A refusal or a silence of the site that may end: it is overloaded, or not up just now."""


@contextmanager
def print_refusals() -> Iterator[None]:
    """Print a refusal of the site, and end the command."""
    try:
        yield
    except SiteRefusal as refusal:
        plain_console(stderr=True).print(str(refusal))
        raise Exit(ExitStatus.BAD) from None


@dataclass(frozen=True)
class ClassSite:
    """A site that answers in the language of the reader."""

    base: str
    """Address without the path."""
    host: str
    event: str | None
    """Name of the event in the address, if one is named."""
    language: Language

    @classmethod
    def at(cls, address: str, language: Language) -> ClassSite:
        """Return the site of an address. Raise WrongUsage for another text."""
        try:
            parts = urlsplit(address)
            port = f":{parts.port}" if parts.port else ""
        except ValueError:
            parts, port = SplitResult("", "", "", "", ""), ""
        path = [unquote(part) for part in parts.path.split("/") if part]
        event = path[1] if len(path) == 2 and path[0] == "events" else None
        if parts.scheme not in ("http", "https") or not parts.hostname or (path and not event):
            raise WrongUsage(_BAD_ADDRESS, address=printable(address))
        host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
        return cls(f"{parts.scheme}://{host}{port}", parts.hostname, event, language)

    def get(self, *path: str, login: Login | None = None) -> Any:
        """Return the data at a path. Raise SiteRefusal."""
        return self._parse(self._ask(path, login))

    def get_text(self, *path: str) -> str:
        return self._ask(path, None).decode("utf-8", "replace")

    def post(
        self,
        *path: str,
        login: Login,
        fields: Mapping[str, str] | None = None,
        files: Mapping[str, tuple[str, bytes]] | None = None,
    ) -> Any:
        """Send a form; return the answer's data. Raise SiteRefusal."""
        body, content_type = _form(fields or {}, files or {})
        return self._parse(self._ask(path, login, body, {"content-type": content_type}))

    @contextmanager
    def refuse_unknown_data(self) -> Iterator[None]:
        """Raise SiteRefusal if the site's data lack a key or have a value that is not known."""
        try:
            yield
        except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise SiteRefusal(self._say(_NOT_ARENA)) from error

    def _parse(self, answer: bytes) -> Any:
        with self.refuse_unknown_data():
            return json.loads(answer)

    def _say(self, text: Text, **values: object) -> str:
        return text.say(self.language, {"host": printable(self.host), **values})

    def _ask(
        self,
        path: tuple[str, ...],
        login: Login | None,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        address = "/".join([self.base, "api", *(quote(part, safe="") for part in path)])
        own_headers = {"accept": "application/json", "accept-language": self.language}
        own_headers |= login.headers if login else {}
        request = urllib.request.Request(address, body, {**own_headers, **(headers or {})})
        opener = urllib.request.build_opener(_SameOriginOnly(self))
        try:
            with opener.open(request, timeout=_TIMEOUT) as answer:
                data: bytes = answer.read(_LARGEST_ANSWER + 1)
        except urllib.error.HTTPError as error:
            refusal = SiteUnavailable if error.code in _TEMPORARY else SiteRefusal
            raise refusal(self._sentence_of(error)) from None
        except (OSError, HTTPException) as error:
            raise SiteUnavailable(self._say(_NO_ANSWER, why=_cause(error))) from None
        except ValueError:  # The address of a redirection is malformed.
            raise SiteRefusal(self._say(_NOT_ARENA)) from None
        if len(data) > _LARGEST_ANSWER:
            size = count_text(_LARGEST_ANSWER, BYTES)
            raise SiteRefusal(self._say(_TOO_LONG, size=size))
        return data

    def _sentence_of(self, error: urllib.error.HTTPError) -> str:
        """Return the sentence of a refusal; the server that answers may be no arena."""
        try:
            sentence = json.loads(error.read(_LARGEST_ANSWER))["error"]
        except (ValueError, LookupError, TypeError, RecursionError, OSError, HTTPException):
            return self._say(_NOT_ARENA)
        return printable(str(sentence))


class _SameOriginOnly(urllib.request.HTTPRedirectHandler):
    """A handler that refuses redirections to another origin, which would receive the token."""

    def __init__(self, site: ClassSite) -> None:
        self._site = site

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        """Return the request to follow the redirection. Raise SiteRefusal."""
        if _origin(newurl) != _origin(self._site.base):
            fp.close()
            parts = urlsplit(newurl)
            host = parts.netloc.rpartition("@")[2]
            address = printable(f"{parts.scheme}://{host}/")
            raise SiteRefusal(self._site._say(_REDIRECTED, address=address))
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _origin(address: str) -> tuple[str, str | None, int | None]:
    """Return scheme, host and port of an address. Raise ValueError for a malformed one."""
    parts = urlsplit(address)
    default = {"http": 80, "https": 443}.get(parts.scheme)
    return parts.scheme, parts.hostname, parts.port or default


def _cause(error: OSError | HTTPException) -> Text | str:
    """Return why there is no answer."""
    cause = getattr(error, "reason", None) or error
    if isinstance(cause, (ssl.SSLError, socket.gaierror)):  # Their numbers are not errno's.
        return printable(cause.strerror or str(cause))
    return reason(cause) if isinstance(cause, OSError) else printable(str(cause))


@dataclass(frozen=True)
class Login:
    """A student's name and token."""

    name: str
    token: str

    @property
    def headers(self) -> dict[str, str]:
        value = base64.b64encode(f"{self.name}:{self.token}".encode()).decode()
        return {"authorization": f"Basic {value}"}


def login_of(name: str | None, site: ClassSite) -> Login:
    """Return the login; the token is read from the environment, or else from the terminal.

    Print a warning if the token would go over the network unencrypted.
    """
    if name is None:
        raise WrongUsage(_NO_NAME)
    token = os.environ.get(TOKEN_VARIABLE, "").strip()
    if site.base.startswith("http://") and not _is_this_machine(site.host):
        warning = _UNENCRYPTED.say(site.language, {"host": site.host})
        plain_console(stderr=True).print(warning)
    if not token and sys.stdin.isatty():
        token = getpass(_TOKEN_PROMPT.say(site.language, {"name": name})).strip()
    if not token:
        raise WrongUsage(_NO_TOKEN, variable=TOKEN_VARIABLE)
    return Login(name, token)


def _is_this_machine(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _form(fields: Mapping[str, str], files: Mapping[str, tuple[str, bytes]]) -> tuple[bytes, str]:
    """Return a form as ``multipart/form-data``, and its content type."""
    boundary = uuid4().hex
    parts = []
    for name, value in fields.items():
        parts.append(f'name="{name}"\r\n\r\n{value}'.encode())
    for name, (file, data) in files.items():
        file_type = "content-type: application/octet-stream"
        file_name = quote(file, errors="replace")  # It may be in another encoding than UTF-8.
        head = f'name="{name}"; filename="{file_name}"\r\n{file_type}\r\n\r\n'
        parts.append(head.encode() + data)
    start = f"--{boundary}\r\ncontent-disposition: form-data; ".encode()
    body = b"".join(start + part + b"\r\n" for part in parts) + f"--{boundary}--\r\n".encode()
    return body, f"multipart/form-data; boundary={boundary}"
