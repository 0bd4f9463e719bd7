"""Sessions: a browser that has shown a token gets a random number, good for some hours.

A session is good only while the token that opened it is in the teacher's file. The file is on a
disk that may hang, and every request has to be recognised: so the tokens are read once a second, in
a thread, and requests are compared with the last reading.

Only the hash of a number is kept, here and in the site's memory: reading it lets nobody sign in.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Collection
from functools import partial
from hashlib import sha256
from secrets import token_urlsafe
from time import time
from typing import NamedTuple

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from arena.site.errors import Refusal
from arena.site.memory import SiteMemory
from arena.site.submit import texts
from arena.site.submit.tokens import digest_of

_COOKIE = "desk"
_PATH = "/"
_LIFETIME = 4 * 3600
"""Seconds after which a session ends."""
_MOST_SESSIONS = 5000
_MOST_SESSIONS_EACH = 20
"""Largest number of sessions of one name: nobody ends the sessions of others."""
_KIND = "login"


class _Session(NamedTuple):
    """The session of a signed-in student."""

    name: str
    digest: str
    """Digest of the token that opened it."""
    until: float
    """Time at which it ends."""


class Sessions:
    """Sessions by the hashes of their numbers."""

    def __init__(self, memory: SiteMemory | None = None) -> None:
        self._memory = memory or SiteMemory()
        self._known: OrderedDict[str, _Session] = OrderedDict()
        self._valid: set[tuple[str, str]] = set()
        """Names and digests of the tokens in the file."""

    @property
    def is_empty(self) -> bool:
        return not self._known

    def accept_only(self, valid: Collection[tuple[str, str]]) -> None:
        """Accept only sessions whose name and digest of the token are in ``valid``, from now on."""
        self._valid = set(valid)

    def restore(self) -> None:
        """Read the sessions that were open before the site was restarted."""
        for key, text in self._memory.read(_KIND, _LIFETIME).items():
            name, digest, until = json.loads(text)
            self._known[key] = _Session(str(name), str(digest), float(until))

    def name_of(self, request: HTTPConnection) -> str | None:
        session = self._known.get(_key_of(request))
        if session is None or time() >= session.until:
            return None
        return session.name if (session.name, session.digest) in self._valid else None

    def require_name(self, request: HTTPConnection) -> str:
        """Return the name of the signed-in student. Raise Refusal if there is none."""
        name = self.name_of(request)
        if name is None:
            raise Refusal(403, texts.SIGN_IN)
        return name

    def open(self, name: str, token: str, request: Request, response: Response) -> None:
        """Open a session for a student who has shown the token; set the cookie in the response."""
        number, digest = token_urlsafe(24), digest_of(token)
        key = _hash(number)
        self._known[key] = session = _Session(name, digest, time() + _LIFETIME)
        self._valid.add((name, digest))
        self._memory.write(_KIND, key, partial(json.dumps, session))
        own_keys = [own for own, other in self._known.items() if other.name == name]
        if len(own_keys) > _MOST_SESSIONS_EACH:
            self._forget(own_keys[0])
        elif len(self._known) > _MOST_SESSIONS:
            self._forget(next(iter(self._known)))
        response.set_cookie(
            _COOKIE,
            number,
            _LIFETIME,
            path=_PATH,
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="lax",
        )

    def close(self, request: Request, response: Response) -> None:
        """End the session of the request and delete its cookie."""
        self._forget(_key_of(request))
        response.delete_cookie(_COOKIE, path=_PATH, httponly=True, samesite="lax")

    def _forget(self, key: str) -> None:
        if self._known.pop(key, None):
            self._memory.forget(_KIND, key)


def _key_of(request: HTTPConnection) -> str:
    return _hash(request.cookies.get(_COOKIE, ""))


def _hash(number: str) -> str:
    return sha256(number.encode("utf-8", "replace")).hexdigest()
