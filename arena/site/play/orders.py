"""Requests of the page of a game: how they are read, who may make them, and their effect."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request

from arena.site.errors import Refusal
from arena.site.play import texts
from arena.site.play.bot_runner import Bots
from arena.site.play.links import GameAccess
from arena.site.play.review import Reviews, can_be_reviewed
from arena.site.play.watched_game import Play
from formats.games import all_games

_ACTIONS: Mapping[str, tuple[Callable[[Play], None], Callable[[Bots, Play], None]]] = {
    "send": (Play.send, Bots.wake),
    "pass": (Play.pass_turn, Bots.wake),
    "undo": (Play.undo, lambda *_: None),
    "back": (Play.take_back, Bots.stop),
    "pause": (Play.pause, Bots.stop),
    "resume": (Play.resume, Bots.wake),
    "once": (lambda _: None, Bots.wake_once),
}
"""Effect of each action on the game, and then on its bots."""
HINT = "hint"
"""Action that is over only when a background worker has valued the position."""
_MOVES = ("step", "send", "pass", "undo", "back")
"""Actions meant for the position that the visitor saw, and for no other."""

_LONGEST = 16
"""Largest number of characters of a step."""
_NUMBER = re.compile(r"[0-9]{1,4}", re.ASCII)
_FIELDS_OF_GAME, _OTHER_FIELDS = 6, 10
"""Largest numbers of fields of the form for each game, and for all together."""


@dataclass(frozen=True)
class Orders:
    """Carries out the requests of pages."""

    bots: Bots
    reviews: Reviews

    async def obey(self, access: GameAccess, order: Mapping[str, Any]) -> None:
        """Carry out the order. Raise Refusal if it is not possible now."""
        play, name = access.play, str(order.get("do"))
        if name not in (*_ACTIONS, "step", HINT, "review", "late"):
            raise HTTPException(400)
        _check_role(access, name)
        if name in _MOVES and order.get("moment") != play.moment:
            raise Refusal(409, texts.MOVED_ON)
        if name == "step":
            play.step(step_in(order))
            self.bots.wake(play)
        elif name == "late":
            play.check_clock()
        elif name in (HINT, "review"):
            await self._advise(play, name)
        else:
            change, notify_bots = _ACTIONS[name]
            change(play)
            notify_bots(self.bots, play)
        self.reviews.wake(play)

    async def _advise(self, play: Play, name: str) -> None:
        if not can_be_reviewed(play) or (name == HINT and not play.is_person_to_move):
            raise Refusal(409, texts.NOT_NOW)
        if name == HINT:
            await self.reviews.hint(play)
        else:
            self.reviews.begin(play)


def _check_role(access: GameAccess, name: str) -> None:
    """Raise Refusal if the visitor's role does not allow the action."""
    if name == "late":
        return
    if not access.may_control:
        raise Refusal(403, texts.ONLY_WATCHING)
    if (name in _MOVES or name == HINT) and not access.may_move:
        raise Refusal(409, texts.NOT_YOUR_SIDE)
    if name == "back" and access.role != "all":
        raise Refusal(403, texts.NOT_YOUR_SIDE)


async def read_form(request: Request) -> tuple[dict[str, str], bytes]:
    """Return the fields of the form, and the file: an uploaded one, else the pasted text."""
    most_fields = _FIELDS_OF_GAME * len(all_games()) + _OTHER_FIELDS
    async with request.form(max_files=1, max_fields=most_fields) as form:
        fields = {name: value for name, value in form.items() if isinstance(value, str)}
        file = form.get("file")
        data = await file.read() if isinstance(file, UploadFile) else b""
    return fields, data or fields.get("matrix", "").encode("utf-8", "surrogatepass")


async def order_in(request: Request) -> Mapping[str, Any]:
    """Return the order in the request of the script. Raise HTTPException if it is malformed."""
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
    """Return the step to be made. Raise HTTPException if it is malformed."""
    text = order.get("step")
    if not isinstance(text, str) or len(text) > _LONGEST:
        raise HTTPException(400)
    return text


def half_moves_from(text: object) -> int:
    """Return the number of half-moves in a request. Raise HTTPException if it is malformed."""
    if not isinstance(text, str) or not _NUMBER.fullmatch(text):
        raise HTTPException(400)
    return int(text)
