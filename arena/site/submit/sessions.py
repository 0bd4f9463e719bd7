"""Log-ins: a browser that has shown a token gets a random number, good for some hours.

A session is good only while the token that opened it is in the teacher's file. The file is on a
disk that may hang, and every request asks who sends it: so the tokens are read once a second, in
a thread, and requests are compared with what was read last.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection
from secrets import token_urlsafe
from time import monotonic
from typing import NamedTuple

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from arena.site.errors import Refusal
from arena.site.submit import texts as words
from arena.site.submit.tokens import digest_of

_COOKIE = "desk"
_PATH = "/"
_LASTS = 4 * 3600
_MOST = 5000


class _Session(NamedTuple):
    name: str
    digest: str
    """Digest of the token that opened it."""
    until: float
    """Monotonic time at which it ends."""


class Sessions:
    """The numbers that were given out, and to which names they belong."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, _Session] = OrderedDict()
        self._valid: set[tuple[str, str]] = set()
        """Names and digests of the tokens that are in the file."""

    @property
    def is_empty(self) -> bool:
        return not self._known

    def keep_only(self, valid: Collection[tuple[str, str]]) -> None:
        """Take no session whose token is not among these, as long as it is not."""
        self._valid = set(valid)

    def name_of(self, request: HTTPConnection) -> str | None:
        session = self._known.get(request.cookies.get(_COOKIE, ""))
        if session is None or monotonic() >= session.until:
            return None
        return session.name if (session.name, session.digest) in self._valid else None

    def must_be_known(self, request: HTTPConnection) -> str:
        """The same. Raises Refusal."""
        name = self.name_of(request)
        if name is None:
            raise Refusal(403, words.SIGN_IN)
        return name

    def open(self, name: str, token: str, request: Request, response: Response) -> None:
        """Open a session for the name whose token was shown."""
        number, digest = token_urlsafe(24), digest_of(token)
        self._known[number] = _Session(name, digest, monotonic() + _LASTS)
        self._valid.add((name, digest))
        if len(self._known) > _MOST:
            self._known.popitem(last=False)
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
        self._known.pop(request.cookies.get(_COOKIE, ""), None)
        response.delete_cookie(_COOKIE, path=_PATH, httponly=True, samesite="lax")
