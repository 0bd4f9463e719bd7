"""What may be asked of a game while it is played: whose it is to ask, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from starlette.exceptions import HTTPException

from arena.site.errors import Refusal
from arena.site.play import texts
from arena.site.play.bot_runner import Bots
from arena.site.play.links import Visit
from arena.site.play.play_requests import step_in
from arena.site.play.review import Reviews, can_be_reviewed
from arena.site.play.watched_game import Play

_ACTIONS: Mapping[str, tuple[Callable[[Play], None], Callable[[Bots, Play], None]]] = {
    "send": (Play.send, Bots.wake),
    "pass": (Play.pass_turn, Bots.wake),
    "undo": (Play.undo, lambda *_: None),
    "back": (Play.take_back, Bots.stop),
    "pause": (Play.pause, Bots.stop),
    "resume": (Play.resume, Bots.wake),
    "once": (lambda _: None, Bots.wake_once),
}
"""What becomes of the game, and what its bots do then."""
_MOVES = ("step", "send", "pass", "undo", "back")
"""What is meant for the position that was seen, and for no other."""


@dataclass(frozen=True)
class Orders:
    bots: Bots
    reviews: Reviews

    async def obey(self, visit: Visit, order: Mapping[str, Any]) -> None:
        """Does it. Raises Refusal."""
        play, name = visit.play, str(order.get("do"))
        if name not in (*_ACTIONS, "step", "hint", "review", "late"):
            raise HTTPException(400)
        _check_role(visit, name)
        if name in _MOVES and order.get("moment") != play.moment:
            raise Refusal(409, texts.MOVED_ON)
        if name == "step":
            play.step(step_in(order))
            self.bots.wake(play)
        elif name == "late":
            play.look_at_clock()
        elif name in ("hint", "review"):
            await self._advise(play, name)
        else:
            done, then = _ACTIONS[name]
            done(play)
            then(self.bots, play)
        self.reviews.wake(play)

    async def _advise(self, play: Play, name: str) -> None:
        if not can_be_reviewed(play) or (name == "hint" and not play.is_persons):
            raise Refusal(409, texts.NOT_NOW)
        if name == "hint":
            await self.reviews.hint(play)
        else:
            self.reviews.begin(play)


def _check_role(visit: Visit, name: str) -> None:
    """Whether he may do that. Raises Refusal."""
    if name == "late":
        return
    if not visit.may_control:
        raise Refusal(403, texts.ONLY_WATCHING)
    if (name in _MOVES or name == "hint") and not visit.may_move:
        raise Refusal(409, texts.NOT_YOUR_SIDE)
    if name == "back" and visit.role != "all":
        raise Refusal(403, texts.NOT_YOUR_SIDE)
