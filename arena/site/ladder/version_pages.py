"""Where one lets two of his versions play each other, and sees which is the stronger one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from secrets import randbelow
from typing import NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from arena.match.scoreboard import score_lines
from arena.site.errors import Refusal
from arena.site.ladder import texts as words
from arena.site.ladder.handed_in import own_versions
from arena.site.ladder.ladder_view import match_page
from arena.site.ladder.version_matches import GAMES, MatchOrder, VersionMatch, VersionMatches
from arena.site.site import Site
from arena.site.submit.my_submissions import OpenSection, Submitted
from arena.site.submit.sessions import Sessions
from arena.site.watch.event_index import Events
from formats.text import Text
from referee.match.elo import elo
from referee.sandbox.stage_choice import chosen

_SEEDS = 1_000_000
_MOST_FIELDS = 4


class Choice(NamedTuple):
    """A section in which there are versions of one's own to choose from."""

    place: OpenSection
    versions: Sequence[Submitted]


@dataclass
class VersionPages:
    """The pages; they lie below ``/submit``, where the browser shows who it is."""

    site: Site
    events: Events
    sessions: Sessions
    matches: VersionMatches = field(default_factory=VersionMatches)

    def routes(self) -> list[BaseRoute]:
        self.site.at_end.append(self.matches.close)
        return [
            Route("/submit/versions", self.page),
            Route("/submit/versions", self.begin, methods=["POST"]),
            Route("/submit/versions/state", self.state),
            Route("/submit/versions/games", self.games),
        ]

    async def page(self, request: Request) -> Response:
        return await self._page(request, self.sessions.must_be_known(request))

    async def _page(
        self, request: Request, name: str, status: int = 200, wrong: str = ""
    ) -> Response:
        choices = [one for one in await self._choices(name) if len(one.versions) > 1]
        values = {"choices": choices, "counts": GAMES, "wrong": wrong}
        return self._rendered(request, "submit_versions.html", name, status, **values)

    async def state(self, request: Request) -> Response:
        """The match as it stands, a part of the page."""
        name = self.sessions.must_be_known(request)
        return self._rendered(request, "submit_versions_state.html", name)

    def _rendered(
        self, request: Request, template: str, name: str, status: int = 200, **values: object
    ) -> Response:
        match = self.matches.last(name)
        told = partial(score_lines, speech=self.site.language(request))
        response = self.site.render(
            request, template, status, words=words, match=match, told=told, answer=_answer, **values
        )
        response.headers["cache-control"] = "no-store"
        return response

    async def begin(self, request: Request) -> Response:
        name = self.sessions.must_be_known(request)
        async with request.form(max_files=0, max_fields=_MOST_FIELDS) as form:
            asked = [str(form.get(field, "")) for field in ("first", "second", "games")]
        try:
            self.matches.add(await self._order(name, *asked))
        except Refusal as refusal:
            wrong = refusal.sentence.say(self.site.language(request))
            return await self._page(request, name, refusal.status_code, wrong)
        return RedirectResponse("/submit/versions", 303)

    async def games(self, request: Request) -> Response:
        """The games of the match, to be stepped through, with the policy that the page states."""
        match = self.matches.last(self.sessions.must_be_known(request))
        if match is None or not match.games:
            raise Refusal(404, words.NO_GAME)
        played = [match.games[number] for number in sorted(match.games)]
        work = partial(match_page, match.order, played, self.site.language(request))
        page, _ = await self.matches.process.do(work)
        headers = {"content-security-policy": "frame-ancestors 'none'", "cache-control": "no-store"}
        return HTMLResponse(page.encode("utf-8", "replace"), headers=headers)

    async def _order(self, name: str, first: str, second: str, games: str) -> MatchOrder:
        """Raises Refusal."""
        if games not in map(str, GAMES):
            shown = ", ".join(map(str, GAMES))
            raise Refusal(400, words.HOW_MANY.filled({"games": shown}))
        known = dict(_by_key(await self._choices(name)))
        if first not in known or second not in known or first == second:
            raise Refusal(400, words.CHOOSE_TWO)
        (place, one), (other_place, other) = known[first], known[second]
        if place.key != other_place.key:
            raise Refusal(400, words.CHOOSE_TWO)
        stage = await run_in_threadpool(chosen, self.site.settings.stage)
        if not stage.isolates:
            raise Refusal(403, words.NO_SANDBOX)
        versions = (one.version.number, other.version.number)
        title, section = place.title, place.section.name
        seed = randbelow(_SEEDS)
        beside = self.site.settings.beside_games
        order = (name, place.path, section, title, versions, int(games), seed, stage, beside)
        return MatchOrder(*order)

    async def _choices(self, name: str) -> list[Choice]:
        look = partial(own_versions, self.events, name)
        found = await self.events.disk.read(f"own versions of {name}", look)
        return [Choice(place, versions) for place, versions in found]


def _by_key(choices: Sequence[Choice]) -> Iterator[tuple[str, tuple[OpenSection, Submitted]]]:
    for place, versions in choices:
        for one in versions:
            yield one.key, (place, one)


def _answer(match: VersionMatch) -> Text:
    """Which is the stronger one, as far as can be told."""
    told, pairs = elo(match.score.pairs), match.score.pairs
    for name, won in zip(match.order.names, (pairs[-1], pairs[0]), strict=True):
        if won == sum(pairs) > 1:
            return words.WON_ALL.filled({"name": name})
    if told is None:
        return words.NO_ERROR
    if abs(told.difference) <= told.error:
        return words.NOT_CLEAR
    return words.IS_STRONGER.filled({"name": match.order.names[told.difference < 0]})
