"""Requests of the page of a game: how they are read, who may make them, and their effect."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

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

HINT = "hint"
"""Action that is over only when a background worker has valued the position."""
_REVIEW = "review"
_LATE = "late"
"""Action of the page of any visitor, once a clock has run out on it."""

_Order: TypeAlias = Mapping[str, Any]
"""Request of a page: ``do`` is the action, ``moment`` the number of the position that it shows."""


class _Action(NamedTuple):
    """Effect of an action on the game, and then on its bots."""

    change: Callable[[Play, _Order], None]
    notify_bots: Callable[[Bots, Play], None] = lambda *_: None
    is_for_position: bool = False
    """True if the action is meant for the position that the visitor saw, and for no other."""
    needs_side: bool = False
    """True if only who plays the side to move may take the action."""


def _of_side(
    change: Callable[[Play, _Order], None],
    notify_bots: Callable[[Bots, Play], None] = lambda *_: None,
) -> _Action:
    """Return an action on a position, for who plays the side to move."""
    return _Action(change, notify_bots, is_for_position=True, needs_side=True)


_ACTIONS = {
    "step": _of_side(lambda play, order: play.step(step_in(order)), Bots.wake),
    "send": _of_side(lambda play, _: play.send(), Bots.wake),
    "pass": _of_side(lambda play, _: play.pass_turn(), Bots.wake),
    "undo": _of_side(lambda play, _: play.undo()),
    "back": _of_side(lambda play, _: play.take_back(), Bots.stop),
    "pause": _Action(lambda play, _: play.pause(), Bots.stop),
    "resume": _Action(lambda play, _: play.resume(), Bots.wake),
    "once": _Action(lambda *_: None, Bots.wake_once, is_for_position=True),
    _LATE: _Action(lambda play, _: play.check_clock()),
}

_LONGEST_STEP = 16
"""Largest number of characters of a step."""
_NUMBER = re.compile(r"[0-9]{1,4}", re.ASCII)
_FIELDS_OF_GAME, _OTHER_FIELDS = 6, 10
"""Largest numbers of fields of the form for each game, and for all together."""


async def carry_out(order: _Order, access: GameAccess, bots: Bots, reviews: Reviews) -> None:
    """Carry out the order. Raise Refusal if it is not possible now."""
    play, name = access.play, str(order.get("do"))
    action = _ACTIONS.get(name)
    if action is None and name not in (HINT, _REVIEW):
        raise HTTPException(400)
    needs_side = name == HINT or (action is not None and action.needs_side)
    _check_role(access, name, needs_side=needs_side)
    if action is not None and action.is_for_position and order.get("moment") != play.moment:
        raise Refusal(409, texts.MOVED_ON)
    if action is None:
        await _advise(play, name, reviews)
    else:
        action.change(play, order)
        action.notify_bots(bots, play)
    reviews.wake(play)


async def _advise(play: Play, name: str, reviews: Reviews) -> None:
    """Have the position or the game valued. Raise Refusal if that is not possible now."""
    if not can_be_reviewed(play) or (name == HINT and not play.is_person_to_move):
        raise Refusal(409, texts.NOT_NOW)
    if name == HINT:
        await reviews.hint(play)
    else:
        reviews.begin(play)


def _check_role(access: GameAccess, name: str, *, needs_side: bool) -> None:
    """Raise Refusal if the visitor's role does not allow the action."""
    if name == _LATE:
        return
    if not access.may_control:
        raise Refusal(403, texts.ONLY_WATCHING)
    if needs_side and not access.may_move:
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


async def order_in(request: Request) -> _Order:
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


def step_in(order: _Order) -> str:
    """Return the step to be made. Raise HTTPException if it is malformed."""
    text = order.get("step")
    if not isinstance(text, str) or len(text) > _LONGEST_STEP:
        raise HTTPException(400)
    return text


def half_moves_from(text: object) -> int:
    """Return the number of half-moves in a request. Raise HTTPException if it is malformed."""
    if not isinstance(text, str) or not _NUMBER.fullmatch(text):
        raise HTTPException(400)
    return int(text)
