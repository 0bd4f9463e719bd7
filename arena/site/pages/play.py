"""Pages of games: a person against a bot, two people at one screen, two bots."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from functools import partial
from time import monotonic

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from arena.bots.builtin_bots import builtin_path, builtin_styles
from arena.drawing.frames import BoardPicture
from arena.drawing.position import summary
from arena.site.errors import Refusal
from arena.site.ladder.submitted_programs import programs_for
from arena.site.play import texts
from arena.site.play.bot_runner import Bots
from arena.site.play.game_view import frame, game_view, has_steps, legend
from arena.site.play.kept_games import KeptGames
from arena.site.play.links import GameAccess, Games, Links, address, shown_links
from arena.site.play.new_game_form import (
    BOT_CLOCKS,
    CLOCKS,
    LARGEST_SIDE,
    NewGameForm,
    branch,
    fields_from,
    first_game,
    opponents,
    pieces_of,
    position_in,
    rematch,
    small_boards,
)
from arena.site.play.offered_bots import OfferedBot, group_bots
from arena.site.play.orders import HINT, carry_out, half_moves_from, order_in, read_form
from arena.site.play.program_trials import ProgramTrials, program_files_in
from arena.site.play.review import Reviews
from arena.site.play.watched_game import MOST_THINK, WATCH, Play, Role
from arena.site.site import Link, Site
from arena.site.traffic.event_stream import KEEP_ALIVE, KEEP_ALIVE_PAUSE, EventStream, message
from arena.site.watch.event_index import Events
from formats.game import PLAYERS, other
from formats.games import all_games
from formats.matrix import Matrix, write_matrix
from formats.record import write_record
from formats.text import Language
from referee.sandbox.isolation_choice import choose_isolation

LINK = Link("/play", texts.PLAY, 10)
_MOST_WATCHERS = 60
"""Streams of one game, besides those kept for players: a class may watch it."""


@dataclass(frozen=True)
class PlayPages:
    """Form of a new game, the page of a game, and the requests of its script."""

    site: Site
    links: Links
    bots: Bots
    reviews: Reviews
    kept: KeptGames
    trials: ProgramTrials
    events: Events

    async def new(self, request: Request) -> Response:
        """Show the form of a new game; with the position of an event's game that a link names."""
        offered_bots = await self._offered_bots(request)
        fields = dict(request.query_params)
        start = await position_in(self.events, fields) if "event" in fields else None
        if start is not None:
            fields |= fields_from(start)
        return self._form(request, fields, offered_bots, start=start)

    async def begin(self, request: Request) -> Response:
        fields, file = await read_form(request)
        offered_bots = await self._offered_bots(request)
        try:
            if "event" in fields:
                matrix = await position_in(self.events, fields)
                file = write_matrix(matrix).encode()
                fields["against"] = matrix.position.player
            play = NewGameForm(fields, file, builtin_styles(), offered_bots).play()
        except Refusal as refusal:
            error = refusal.sentence.say(self.site.language(request))
            return self._form(request, fields, offered_bots, refusal.status_code, error)
        return self._begin(request, play)

    def _begin(self, request: Request, play: Play, role: Role = "all") -> Response:
        """Register the game, wake its bots and redirect to its page."""
        play.client = self.site.client_of(request)
        self.links.add(play)
        self.kept.keep(play)
        self.bots.wake(play)
        return RedirectResponse(address(play, role), 303)

    async def again(self, request: Request) -> Response:
        """Begin another game of the same players: from the start, or from one of its positions."""
        access = self._access(request)
        async with request.form(max_files=0, max_fields=4) as form:
            swap, half_move = "swap" in form, form.get("at")
        if not access.may_control:
            raise Refusal(403, texts.ONLY_WATCHING)
        role: Role = other(access.role) if swap and access.role in PLAYERS else access.role
        if half_move is not None:
            return self._begin(request, branch(access.play, half_moves_from(half_move)), role)
        next_game = access.play.next
        if next_game is not None and not next_game.is_closed:
            return RedirectResponse(address(next_game, role), 303)
        game = rematch(access.play, swap=swap)
        response = self._begin(request, game, role)
        access.play.next = game
        access.play.notify()
        return response

    def _form(
        self,
        request: Request,
        fields: Mapping[str, str],
        offered_bots: Mapping[str, OfferedBot],
        status: int = 200,
        error: str = "",
        start: Matrix | None = None,
    ) -> Response:
        """Render the form of a new game, with the position to begin with if there is one."""
        language = self.site.language(request)
        return self.site.render(
            request,
            "play-new.html",
            status,
            words=texts,
            games=all_games(),
            first_game=first_game(),
            pieces_of=pieces_of,
            opponents=opponents(),
            small_boards=small_boards(),
            clocks=CLOCKS,
            bot_clocks=BOT_CLOCKS,
            styles=builtin_styles(),
            offered_bots=offered_bots,
            group_bots=group_bots,
            fields=fields,
            error=error,
            start=start and BoardPicture(start.game, start.position.board),
            start_summary=start and summary(start, language),
            largest_side=LARGEST_SIDE,
            most_think=MOST_THINK,
        )

    async def _offered_bots(self, request: Request) -> Mapping[str, OfferedBot]:
        """Return the programs other than built-in bots, by their keys in the form.

        They are those of the folder of bots; for a signed-in visitor also students' bots.
        """
        load = partial(program_files_in, self.site.settings.bots)
        files = await self.events.disk.read("folder of bots", load)
        programs = await self.trials.with_games(files, partial(self.site.release_slot, request))
        name = self.site.name_of(request)
        if (
            name is None
            or not (await run_in_threadpool(choose_isolation, self.bots.isolation)).isolates
        ):
            return programs
        load_submitted = partial(programs_for, self.events, name)
        return {**programs, **await self.events.disk.read(f"programs of {name}", load_submitted)}

    async def board(self, request: Request) -> Response:
        access = self._access(request)
        play, role = access
        play.seen_at = monotonic()
        language = self.site.language(request)
        data = {
            "frame": frame(play, language),
            "role": role,
            "view": game_view(play, language, role),
            "watching": address(play, WATCH),
            "language": language,
            "words": {name: getattr(texts, name).say(language) for name in _FOR_SCRIPT},
        }
        name = request.path_params["name"]
        return self.site.render(
            request,
            "play-board.html",
            words=texts,
            play=play,
            legend=legend(play),
            has_steps=has_steps(play),
            role=role,
            own_side=access.own_side,
            links=shown_links(play) if role == "all" else {},
            players=PLAYERS,
            name=name,
            data=data,
        )

    async def act(self, request: Request) -> Response:
        """Carry out an order of a person, and return the view of the game after it."""
        access = self._access(request)
        access.play.seen_at = monotonic()
        order = await order_in(request)
        if order.get("do") == HINT:
            await self.site.release_slot(request)  # hints wait in a queue of their own
        await carry_out(order, access, self.bots, self.reviews)
        return JSONResponse(game_view(access.play, self.site.language(request), access.role))

    async def at(self, request: Request) -> Response:
        """Return the view of the game after ``n`` half-moves."""
        access = self._access(request)
        play = access.play.at(half_moves_from(request.query_params.get("n")))
        return JSONResponse(game_view(play, self.site.language(request), WATCH))

    async def live(self, request: Request) -> Response:
        """Send every change of the game as it happens.

        A player always has a stream, however many spectators watch this game or others.
        """
        play, role = self._access(request)
        has_own = play.has_stream_for(role)
        if play.watchers >= _MOST_WATCHERS and not has_own:
            raise Refusal(429, texts.TOO_MANY_WATCH)
        play.seen_at = monotonic()
        if not play.fault:
            self.bots.wake(play)
        messages = _events(play, self.site.language(request), role)
        if has_own:
            return EventStream(messages, partial(play.player_stream, role))
        return self.site.stream(request, messages)

    async def matrix(self, request: Request) -> Response:
        play = self._access(request).play
        if half_moves := request.query_params.get("at"):
            play = play.at(half_moves_from(half_moves))
        return _download(write_matrix(play.game.now), "matrix.txt")

    async def record(self, request: Request) -> Response:
        play = self._access(request).play
        tags: dict[str, str] = {player: seat.title.en for player, seat in play.seats.items()}
        return _download(write_record(play.game.record(tags)), "game.txt")

    def _access(self, request: Request) -> GameAccess:
        return self.links.access(request.path_params["name"])


_FOR_SCRIPT = (
    "CAN_STEP",
    "CHOSEN",
    "JUST_MADE",
    "CAPTURED",
    "PENDING",
    "LOST",
    "NO_ANSWER",
    "NO_STEP",
    "THOUGHTS",
    "CHANCE_CURVE",
    "NOW",
    "HINT_SAID",
    "NO_HINT",
    "NO_WEAK_MOVE",
    "REVIEWING",
    "YOU_WATCH",
    "OVER_ONLOOKERS",
    "COPIED",
    "WEAK_MOVE_MARK",
)


def routes(site: Site) -> list[BaseRoute]:
    settings = site.settings
    bots = Bots(
        builtin_path("en"),
        settings.isolation,
        settings.background,
        settings.most_thinking,
    )

    def drop(play: Play) -> None:
        bots.drop(play)
        kept.forget(play)

    games = Games(settings.most_games, drop)
    links = Links(games)
    kept = KeptGames(site.memory, links)
    trials = ProgramTrials(site.memory, bots.try_game)
    site.at_start.append(kept.restore)
    site.at_start.append(lambda: trials.begin(program_files_in(settings.bots)))
    site.at_close.append(games.close)
    reviews = Reviews(settings.background)
    site.at_end.extend((games.close, bots.stop_all, reviews.close, trials.close))
    pages = PlayPages(site, links, bots, reviews, kept, trials, Events(settings.events))
    return [
        Route("/play", pages.new),
        Route("/play", pages.begin, methods=["POST"]),
        Route("/play/{name}", pages.board),
        Route("/play/{name}", pages.act, methods=["POST"]),
        Route("/play/{name}/live", pages.live),
        Route("/play/{name}/again", pages.again, methods=["POST"]),
        Route("/play/{name}/at", pages.at),
        Route("/play/{name}/matrix.txt", pages.matrix),
        Route("/play/{name}/game.txt", pages.record),
    ]


async def _events(
    play: Play, language: Language, role: Role = "all"
) -> AsyncGenerator[bytes, None]:
    """Yield the view of the game after each change; keep the connection open in between.

    Meanwhile the visitor is counted among those who watch the game.
    """
    is_onlooker = role == WATCH
    play.watchers += 1
    version = -1
    if is_onlooker:
        play.onlookers += 1
        play.notify()
    try:
        while not play.is_closed:
            try:
                await asyncio.wait_for(play.wait_for_change(version), KEEP_ALIVE_PAUSE)
            except TimeoutError:
                yield KEEP_ALIVE
                continue
            version = play.version
            yield message(game_view(play, language, role))
    finally:
        play.watchers -= 1
        play.seen_at = monotonic()
        if is_onlooker:
            play.onlookers -= 1
            play.notify()


def _download(text: str, name: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="text/plain", headers=headers)
