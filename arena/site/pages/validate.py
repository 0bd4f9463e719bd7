"""Validate: is a matrix.txt right, and does a legal move lead from one to another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from arena.site import texts as site_texts
from arena.site.errors import Refusal
from arena.site.site import Link, Site
from arena.site.traffic.fair_queue import QueueFull
from arena.site.validate import texts as words
from arena.site.validate.validators import Validators
from formats.matrix.faults import LARGEST

LINK = Link("/validate", words.VALIDATE, 40)
_MOST_FIELDS = 8
_FRAME = 4096
"""What a form has around its files."""
BODIES = {"/validate": 2 * LARGEST + _FRAME}
"""Two files of the largest size there is."""


@dataclass(frozen=True, slots=True)
class Validating:
    site: Site
    validators: Validators

    async def form(self, request: Request) -> Response:
        return self._page(request)

    async def check(self, request: Request) -> Response:
        async with request.form(max_files=2, max_fields=_MOST_FIELDS) as sent:
            files = [await _file(sent, name) for name in ("before", "after")]
        texts = [(data or b"").decode("utf-8", "replace") for data in files]
        given = [data for data in files if data is not None]
        speech = self.site.language(request)
        if not given:
            return self._page(request, 400, texts, wrong=words.NOTHING_SENT.say(speech))
        client = self.site.client_of(request)
        await self.site.end_turn(request)
        try:
            result = await self.validators.result(client, given, speech)
        except QueueFull:
            raise Refusal(429, site_texts.TOO_MANY, {"retry-after": "5"}) from None
        except TimeoutError:
            return self._page(request, 400, texts, wrong=words.TOO_LONG.say(speech))
        return self._page(request, 200, texts, result)

    def _page(
        self,
        request: Request,
        status: int = 200,
        texts: Sequence[str] = ("", ""),
        result: Markup | None = None,
        wrong: str = "",
    ) -> Response:
        return self.site.render(
            request,
            "validate.html",
            status,
            words=words,
            texts=texts,
            result=result,
            wrong=wrong,
        )


def routes(site: Site) -> list[BaseRoute]:
    validating = Validating(site, Validators())
    site.at_end.append(validating.validators.close)
    return [
        Route("/validate", validating.form),
        Route("/validate", validating.check, methods=["POST"]),
    ]


async def _file(sent: FormData, name: str) -> bytes | None:
    """A file that was chosen, else the text that was pasted, if there is any."""
    chosen, pasted = sent.get(f"{name}-file"), sent.get(name)
    if isinstance(chosen, UploadFile) and chosen.filename:
        return await chosen.read()
    if not isinstance(pasted, str) or not pasted.strip():
        return None
    return pasted.encode("utf-8", "surrogatepass")
