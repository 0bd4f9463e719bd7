"""Pages on which a student has two versions of the own bot play each other."""

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

from arena.drawing.html import isolated
from arena.match.scoreboard import score_lines
from arena.site.errors import Refusal
from arena.site.ladder import texts
from arena.site.ladder.ladder_view import match_page
from arena.site.ladder.submitted_programs import own_versions
from arena.site.ladder.version_matches import GAMES, MatchOrder, VersionMatch, VersionMatches
from arena.site.site import Site
from arena.site.submit.my_submissions import OpenSection, SubmittedVersion
from arena.site.submit.sessions import Sessions
from arena.site.watch.event_index import Events
from formats.text import Text
from referee.match.score import elo
from referee.sandbox.isolation_choice import choose_isolation

_SEEDS = 1_000_000
_MOST_FIELDS = 4


class Choice(NamedTuple):
    """A section in which the student has versions to choose from."""

    open_section: OpenSection
    versions: Sequence[SubmittedVersion]


@dataclass
class VersionPages:
    """Pages about versions, below ``/submit``, where the browser sends the session cookie."""

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
        return await self._page(request, self.sessions.require_name(request))

    async def _page(
        self, request: Request, name: str, status: int = 200, error: str = ""
    ) -> Response:
        choices = [choice for choice in await self._choices(name) if len(choice.versions) > 1]
        values = {"choices": choices, "counts": GAMES, "error": error}
        return self._render(request, "submit_versions.html", name, status, **values)

    async def state(self, request: Request) -> Response:
        """Render the state of the match, a part of the page."""
        name = self.sessions.require_name(request)
        return self._render(request, "submit_versions_state.html", name)

    def _render(
        self, request: Request, template: str, name: str, status: int = 200, **values: object
    ) -> Response:
        match = self.matches.last(name)
        lines = partial(score_lines, language=self.site.language(request))
        response = self.site.render(
            request,
            template,
            status,
            words=texts,
            match=match,
            score_lines=lines,
            answer=_answer,
            **values,
        )
        response.headers["cache-control"] = "no-store"
        return response

    async def begin(self, request: Request) -> Response:
        name = self.sessions.require_name(request)
        async with request.form(max_files=0, max_fields=_MOST_FIELDS) as form:
            values = [str(form.get(field, "")) for field in ("first", "second", "games")]
        try:
            self.matches.add(await self._order(name, *values))
        except Refusal as refusal:
            error = refusal.sentence.say(self.site.language(request))
            return await self._page(request, name, refusal.status_code, error)
        return RedirectResponse("/submit/versions", 303)

    async def games(self, request: Request) -> Response:
        """Show the games of the match, with the policy that the page states."""
        match = self.matches.last(self.sessions.require_name(request))
        if match is None or not match.games:
            raise Refusal(404, texts.NO_GAME)
        played = [match.games[number] for number in sorted(match.games)]
        work = partial(match_page, match.order, played, self.site.language(request))
        page = await self.site.result_for(request, self.matches.worker, work)
        headers = {"content-security-policy": "frame-ancestors 'none'", "cache-control": "no-store"}
        return HTMLResponse(page.encode("utf-8", "replace"), headers=headers)

    async def _order(self, name: str, first: str, second: str, games: str) -> MatchOrder:
        """Build the order of a match. Raise Refusal if the choice is not possible."""
        if games not in map(str, GAMES):
            allowed = ", ".join(map(str, GAMES))
            raise Refusal(400, texts.HOW_MANY.filled({"games": allowed}))
        choice_by_key = dict(_choice_by_key(await self._choices(name)))
        if first not in choice_by_key or second not in choice_by_key or first == second:
            raise Refusal(400, texts.CHOOSE_TWO)
        (section, first_version), (other_section, second_version) = (
            choice_by_key[first],
            choice_by_key[second],
        )
        if section.key != other_section.key:
            raise Refusal(400, texts.CHOOSE_TWO)
        isolation = await run_in_threadpool(choose_isolation, self.site.settings.isolation)
        if not isolation.isolates:
            raise Refusal(403, texts.NO_SANDBOX)
        versions = (first_version.version.number, second_version.version.number)
        return MatchOrder(
            name=name,
            event=section.path,
            section=section.section.name,
            title=section.title,
            versions=versions,
            games=int(games),
            seed=randbelow(_SEEDS),
            isolation=isolation,
            beside_games=self.site.settings.beside_games,
        )

    async def _choices(self, name: str) -> list[Choice]:
        load = partial(own_versions, self.events, name)
        choices = await self.events.disk.read(f"own versions of {name}", load)
        return [Choice(open_section, versions) for open_section, versions in choices]


def _choice_by_key(
    choices: Sequence[Choice],
) -> Iterator[tuple[str, tuple[OpenSection, SubmittedVersion]]]:
    for open_section, versions in choices:
        for version in versions:
            yield version.key, (open_section, version)


def _answer(match: VersionMatch) -> Text:
    """Return which version is stronger, as far as the games tell."""
    estimate, pairs = elo(match.score.pairs), match.score.pairs
    names = [isolated(name) for name in match.order.names]
    for name, pairs_won in zip(names, (pairs[-1], pairs[0]), strict=True):
        if pairs_won == sum(pairs) > 1:
            return texts.WON_ALL.filled({"name": name})
    if estimate is None:
        return texts.NO_ERROR
    if abs(estimate.difference) <= estimate.error:
        return texts.NOT_CLEAR
    return texts.IS_STRONGER.filled({"name": names[estimate.difference < 0]})
