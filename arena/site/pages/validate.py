"""Page that says whether a matrix.txt is right, and whether a legal move leads to another one."""

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
from arena.site.validate import texts
from arena.site.validate.validation import Validators
from formats.matrix.faults import LARGEST

LINK = Link("/validate", texts.VALIDATE, 40)
_MOST_FIELDS = 8
_FORM_OVERHEAD = 4096
"""Bytes of a form besides its files."""
BODIES = {"/validate": 2 * LARGEST + _FORM_OVERHEAD}
"""Largest body: two files of the largest size."""


@dataclass(frozen=True, slots=True)
class ValidationPages:
    """Form of files to validate, and the result."""

    site: Site
    validators: Validators

    async def form(self, request: Request) -> Response:
        return self._page(request)

    async def check(self, request: Request) -> Response:
        async with request.form(max_files=2, max_fields=_MOST_FIELDS) as form:
            files = [await _file(form, name) for name in ("before", "after")]
        contents = [(data or b"").decode("utf-8", "replace") for data in files]
        sent = [data for data in files if data is not None]
        language = self.site.language(request)
        if not sent:
            return self._page(request, 400, contents, error=texts.NOTHING_SENT.say(language))
        client = self.site.client_of(request)
        await self.site.release_slot(request)
        try:
            result = await self.validators.result(client, sent, language)
        except QueueFull:
            raise Refusal(429, site_texts.TOO_MANY, {"retry-after": "5"}) from None
        except TimeoutError:
            return self._page(request, 400, contents, error=texts.TOO_LONG.say(language))
        return self._page(request, 200, contents, result)

    def _page(
        self,
        request: Request,
        status: int = 200,
        contents: Sequence[str] = ("", ""),
        result: Markup | None = None,
        error: str = "",
    ) -> Response:
        return self.site.render(
            request,
            "validate.html",
            status,
            words=texts,
            contents=contents,
            result=result,
            error=error,
        )


def routes(site: Site) -> list[BaseRoute]:
    pages = ValidationPages(site, Validators())
    site.at_end.append(pages.validators.close)
    return [
        Route("/validate", pages.form),
        Route("/validate", pages.check, methods=["POST"]),
    ]


async def _file(form: FormData, name: str) -> bytes | None:
    """Return the chosen file, else the pasted text; None if there is neither."""
    chosen, pasted = form.get(f"{name}-file"), form.get(name)
    if isinstance(chosen, UploadFile) and chosen.filename:
        return await chosen.read()
    if not isinstance(pasted, str) or not pasted.strip():
        return None
    return pasted.encode("utf-8", "surrogatepass")
