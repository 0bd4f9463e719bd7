"""Log-ins: a browser that has shown a token gets a random number, good for some hours."""

from __future__ import annotations

from collections import OrderedDict
from secrets import token_urlsafe
from time import monotonic

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from arena.site.errors import Refusal
from arena.site.submit import texts as words

_COOKIE = "desk"
_PATH = "/"
_LASTS = 4 * 3600
_MOST = 5000


class Sessions:
    """The numbers that were given out, and to which names they belong."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, tuple[str, float]] = OrderedDict()

    def name_of(self, request: HTTPConnection) -> str | None:
        name, until = self._known.get(request.cookies.get(_COOKIE, ""), (None, 0.0))
        return name if monotonic() < until else None

    def must_be_known(self, request: HTTPConnection) -> str:
        """The same. Raises Refusal."""
        name = self.name_of(request)
        if name is None:
            raise Refusal(403, words.SIGN_IN)
        return name

    def open(self, name: str, request: Request, response: Response) -> None:
        """From now on it is this one's."""
        number = token_urlsafe(24)
        self._known[number] = name, monotonic() + _LASTS
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
