"""Play: a person against a bot, two people at one screen, two bots."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from arena.bots.ours import CHAMPION, path_of_ours, styles_of_ours
from arena.site.errors import Refusal
from arena.site.event_stream import BEAT, SIGN, message
from arena.site.ladder.own_programs import own_programs
from arena.site.play import texts
from arena.site.play.bot_runner import Bots, strangers_in
from arena.site.play.game_store import Games
from arena.site.play.game_view import frame, game_view, legend
from arena.site.play.new_game_form import LARGEST_SIDE, NewGameForm
from arena.site.play.watched_game import MOST_THINK, Play
from arena.site.site import Link, Site
from arena.site.watch.event_index import Events
from formats.board import Look
from formats.games import AnyGame, all_games
from formats.matrix import write_matrix
from formats.record import write_record
from formats.text import Language
from referee.sandbox.stage_choice import chosen

LINK = Link("/play", texts.PLAY, 10)
_MOST_WATCHERS = 20
_MOST_SHOWN = 4
_LONGEST = 16
"""Characters of a step."""


@dataclass(frozen=True)
class PlayPages:
    """The page to begin a game on, the game, and what its script asks for."""

    site: Site
    games: Games
    bots: Bots
    events: Events

    async def new(self, request: Request) -> Response:
        """Asks which game."""
        return self._form(request, {}, await self._strangers(request))

    async def begin(self, request: Request) -> Response:
        """Begins it."""
        fields, file = await _sent(request)
        strangers = await self._strangers(request)
        try:
            play = NewGameForm(fields, file, styles_of_ours(), strangers).play()
        except Refusal as refusal:
            said = refusal.sentence.say(self.site.language(request))
            return self._form(request, fields, strangers, refusal.status_code, said)
        play.client = self.site.client_of(request)
        name = self.games.add(play)
        self.bots.wake(play)
        return RedirectResponse(f"/play/{name}", 303)

    def _form(
        self,
        request: Request,
        fields: Mapping[str, str],
        strangers: Mapping[str, Path],
        status: int = 200,
        wrong: str = "",
    ) -> Response:
        return self.site.render(
            request,
            "play-new.html",
            status,
            words=texts,
            games=all_games(),
            first_game=_first_game(),
            pieces_of=_pieces_of,
            opponents=_opponents(),
            styles=styles_of_ours(),
            strangers=strangers,
            fields=fields,
            wrong=wrong,
            largest_side=LARGEST_SIDE,
            most_think=MOST_THINK,
        )

    async def _strangers(self, request: Request) -> Mapping[str, Path]:
        """Programs that are no bots of ours: the folder's, and those that the visitor handed in."""
        known, name = strangers_in(self.site.settings.bots), self.site.name_of(request)
        if name is None or not (await run_in_threadpool(chosen, self.bots.stage)).isolates:
            return known
        look = partial(own_programs, self.events, name)
        return {**known, **await self.events.disk.read(f"programs of {name}", look)}

    async def board(self, request: Request) -> Response:
        """The game."""
        play = self._game(request)
        speech = self.site.language(request)
        data = {
            "frame": frame(play, speech),
            "view": game_view(play, speech),
            "language": speech,
            "words": {name: getattr(texts, name).say(speech) for name in _FOR_SCRIPT},
        }
        name = request.path_params["name"]
        return self.site.render(
            request,
            "play-board.html",
            words=texts,
            play=play,
            legend=legend(play),
            name=name,
            data=data,
        )

    async def act(self, request: Request) -> Response:
        """Does what a person asks for, and returns the view of the game after it."""
        play = self._game(request)
        order = await _order(request)
        name = str(order.get("do"))
        if name not in _ACTIONS and name != "step":
            raise HTTPException(400)
        if name in _MOVES and order.get("moment") != play.moment:
            raise Refusal(409, texts.MOVED_ON)
        if name == "step":
            play.step(_step_in(order))
            self.bots.wake(play)
        else:
            done, then = _ACTIONS[name]
            done(play)
            then(self.bots, play)
        return JSONResponse(game_view(play, self.site.language(request)))

    async def live(self, request: Request) -> Response:
        """Sends everything that happens in the game, as it happens."""
        play = self._game(request)
        if play.watchers >= _MOST_WATCHERS:
            raise Refusal(429, texts.TOO_MANY_WATCH)
        play.seen_at = monotonic()
        if not play.trouble:
            self.bots.wake(play)
        speech = self.site.language(request)
        return self.site.stream(request, _events(play, speech))

    async def matrix(self, request: Request) -> Response:
        """The position as a file."""
        return _download(write_matrix(self._game(request).game.now), "matrix.txt")

    async def record(self, request: Request) -> Response:
        """The game as a record."""
        play = self._game(request)
        tags: dict[str, str] = {player: seat.title.en for player, seat in play.seats.items()}
        return _download(write_record(play.game.record(tags)), "game.txt")

    def _game(self, request: Request) -> Play:
        return self.games.named(request.path_params["name"])


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
_FOR_SCRIPT = (
    "CAN_STEP",
    "CHOSEN",
    "JUST_MADE",
    "CAPTURED",
    "PENDING",
    "LOST",
    "GONE",
    "NO_STEP",
    "THOUGHTS",
)


def _first_game() -> str:
    """The game that is chosen before anybody has: one that most can be asked of, and bots play."""
    played = [law for name, law in all_games().items() if name in _opponents()]
    return max(played or all_games().values(), key=lambda law: len(law.rule_sets)).name


def _opponents() -> dict[str, str]:
    """The style that a person is offered to play against, in the games that have bots of ours."""
    return {
        game: CHAMPION if CHAMPION in styles else styles[0]
        for game, styles in styles_of_ours().items()
        if styles
    }


def _pieces_of(game: type[AnyGame]) -> list[Look]:
    """What a game's card shows: what stands on its boards, but for empty cells."""
    return [look for character, look in game.looks.items() if character != "-"][:_MOST_SHOWN]


def routes(site: Site) -> list[BaseRoute]:
    """All of them."""
    settings = site.settings
    bots = Bots(
        path_of_ours("en"),
        settings.stage,
        settings.background,
        settings.most_thinking,
    )
    site.at_end.append(bots.stop_all)
    games = Games(settings.most_games, bots.drop)
    site.at_close.append(games.close)
    pages = PlayPages(site, games, bots, Events(site.settings.events))
    return [
        Route("/play", pages.new),
        Route("/play", pages.begin, methods=["POST"]),
        Route("/play/{name}", pages.board),
        Route("/play/{name}", pages.act, methods=["POST"]),
        Route("/play/{name}/live", pages.live),
        Route("/play/{name}/matrix.txt", pages.matrix),
        Route("/play/{name}/game.txt", pages.record),
    ]


async def _sent(request: Request) -> tuple[dict[str, str], bytes]:
    """The fields of the form, and the file: an uploaded one, else the text that was pasted."""
    async with request.form(max_files=1, max_fields=40) as form:
        fields = {name: value for name, value in form.items() if isinstance(value, str)}
        file = form.get("file")
        data = await file.read() if isinstance(file, UploadFile) else b""
    return fields, data or fields.get("matrix", "").encode("utf-8", "surrogatepass")


async def _order(request: Request) -> Mapping[str, Any]:
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


def _step_in(order: Mapping[str, Any]) -> str:
    """The step that is to be made. Raises Refusal."""
    text = order.get("step")
    if not isinstance(text, str) or len(text) > _LONGEST:
        raise HTTPException(400)
    return text


async def _events(play: Play, speech: Language) -> AsyncGenerator[bytes, None]:
    """A view for each change; and a sign of life now and then, or a proxy would hang up."""
    play.watchers += 1
    seen = -1
    try:
        while not play.is_closed:
            try:
                await asyncio.wait_for(play.changed(seen), BEAT)
            except TimeoutError:
                yield SIGN
                continue
            seen = play.version
            yield message(game_view(play, speech))
    finally:
        play.watchers -= 1
        play.seen_at = monotonic()


def _download(text: str, name: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="text/plain", headers=headers)
