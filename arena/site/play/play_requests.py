"""What the page of a game and its form send, read with care."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request

_LONGEST = 16
"""Characters of a step."""
_NUMBER = re.compile(r"[0-9]{1,4}", re.ASCII)


async def sent(request: Request) -> tuple[dict[str, str], bytes]:
    """The fields of the form, and the file: an uploaded one, else the text that was pasted."""
    async with request.form(max_files=1, max_fields=40) as form:
        fields = {name: value for name, value in form.items() if isinstance(value, str)}
        file = form.get("file")
        data = await file.read() if isinstance(file, UploadFile) else b""
    return fields, data or fields.get("matrix", "").encode("utf-8", "surrogatepass")


async def order_in(request: Request) -> Mapping[str, Any]:
    """What the script asks for. Raises Refusal."""
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise HTTPException(415)
    try:
        order = json.loads(await request.body())
    except (ValueError, RecursionError):
        raise HTTPException(400) from None
    if not isinstance(order, dict):
        raise HTTPException(400)
    return order


def step_in(order: Mapping[str, Any]) -> str:
    """The step that is to be made. Raises Refusal."""
    text = order.get("step")
    if not isinstance(text, str) or len(text) > _LONGEST:
        raise HTTPException(400)
    return text


def number(text: object) -> int:
    """A number of half-moves. Raises Refusal."""
    if not isinstance(text, str) or not _NUMBER.fullmatch(text):
        raise HTTPException(400)
    return int(text)
