"""Log-ins: a browser that has shown a token gets a random number, good for some hours.

Only the hash of a number is kept, here and in the site's memory: whoever reads that signs in as
nobody.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from functools import partial
from hashlib import sha256
from secrets import token_urlsafe
from time import time

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from arena.site.errors import Refusal
from arena.site.memory import SiteMemory
from arena.site.submit import texts as words

_COOKIE = "desk"
_PATH = "/"
_LASTS = 4 * 3600
_MOST = 5000
_KIND = "login"


class Sessions:
    """The hashes of the numbers that were given out, with names and the times when they end."""

    def __init__(self, memory: SiteMemory | None = None) -> None:
        self._memory = memory or SiteMemory()
        self._known: OrderedDict[str, tuple[str, float]] = OrderedDict()

    def restore(self) -> None:
        """Know again whoever was known before the site was restarted."""
        for key, text in self._memory.read(_KIND, _LASTS).items():
            name, until = json.loads(text)
            self._known[key] = str(name), float(until)

    def name_of(self, request: HTTPConnection) -> str | None:
        name, until = self._known.get(_key_of(request), (None, 0.0))
        return name if time() < until else None

    def must_be_known(self, request: HTTPConnection) -> str:
        """The same. Raises Refusal."""
        name = self.name_of(request)
        if name is None:
            raise Refusal(403, words.SIGN_IN)
        return name

    def open(self, name: str, request: Request, response: Response) -> None:
        """From now on it is this one's."""
        number = token_urlsafe(24)
        key = _hashed(number)
        self._known[key] = login = name, time() + _LASTS
        self._memory.write(_KIND, key, partial(json.dumps, login))
        if len(self._known) > _MOST:
            oldest, _ = self._known.popitem(last=False)
            self._memory.forget(_KIND, oldest)
        response.set_cookie(
            _COOKIE,
            number,
            _LASTS,
            path=_PATH,
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="lax",
        )

    def close(self, request: Request, response: Response) -> None:
        """It is nobody's any more."""
        key = _key_of(request)
        if self._known.pop(key, None):
            self._memory.forget(_KIND, key)
        response.delete_cookie(_COOKIE, path=_PATH, httponly=True, samesite="lax")


def _key_of(request: HTTPConnection) -> str:
    return _hashed(request.cookies.get(_COOKIE, ""))


def _hashed(number: str) -> str:
    return sha256(number.encode("utf-8", "replace")).hexdigest()
