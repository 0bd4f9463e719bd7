"""Endpoints of the HTTP interface.

A student's program names itself by HTTP Basic authentication: the entrant's name and the token that
opens the page of submission. The rules of that page hold here too: its queue of tokens, quotas,
sizes, deadlines. Every answer is JSON but a record; a refusal is ``{"error": sentence}`` in the
language of ``Accept-Language``. The second half of the module describes all this by OpenAPI 3.1.
"""

from __future__ import annotations

import base64
import binascii
import gzip
import sqlite3
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from arena.bots.check_report import FindingData, finding_data
from arena.result_formats import schema_of
from arena.site import texts as site_texts
from arena.site.background import CachedByPath
from arena.site.errors import Refusal
from arena.site.site import RETRY_LATER, DataResponse, Site
from arena.site.submit import my_submissions
from arena.site.submit import texts as submit_texts
from arena.site.submit.check_queue import QueuedCheck
from arena.site.watch import texts as watch_texts
from arena.site.watch.event_index import read_number
from arena.site.watch.event_summary import tournament_in
from formats.names import normalized
from formats.text import LANGUAGES, Language
from tournaments.ledger import open_ledger
from tournaments.ledger.ledger_faults import BadLedger
from tournaments.ledger.ledger_game import LedgerGame, may_see_no_output
from tournaments.run.event_data import GameData, StandingsData, game_data, games_in, standings_data
from tournaments.submission.log import Version

if TYPE_CHECKING:  # The page of submission adds these endpoints to its own.
    from arena.site.pages.submit import SubmissionPages

PREFIX = "/api"
_CHALLENGE = {"www-authenticate": 'Basic realm="Matrix Arena", charset="UTF-8"'}
_LONGEST_WAIT = 10.0
"""Seconds that a program waits for new data; then it gets what was known."""
_FIRST = 60.0
"""Seconds that a program waits for data that is computed for the first time."""


@dataclass(frozen=True)
class EventData:
    """An event as data: JSON packed with gzip."""

    standings: bytes
    games: dict[Language, bytes]


def event_data(folder: Path) -> EventData:
    """Compute the data of the event in the folder, as everybody may see it."""
    tournament = tournament_in(folder)
    games = list(games_in(tournament))
    return EventData(
        _gzipped_json(standings_data(tournament, tournament.sections)),
        {
            language: _gzipped_json(
                {"games": [game_data(game, tournament, language) for game in games]}
            )
            for language in LANGUAGES
        },
    )


def _gzipped_json(data: object) -> bytes:
    return gzip.compress(DataResponse(data).body, 6)


@dataclass
class HttpInterface:
    """The endpoints, over the same submissions and events as the pages."""

    site: Site
    pages: SubmissionPages

    @cached_property
    def _known(self) -> CachedByPath[EventData]:
        """Data of events by their folders."""
        return CachedByPath(event_data, self.site.background)

    async def openapi(self, _: Request) -> Response:
        return DataResponse(description())

    async def events(self, _: Request) -> Response:
        """List the events that have begun, and the sections that take bots."""
        events = self.pages.events
        begun = [
            {
                "name": event.name,
                "title": event.title,
                "games": event.played,
                "running": event.running,
            }
            for event in await events.list_begun()
        ]
        open_sections = await events.disk.read(
            "places", partial(my_submissions.open_sections, events)
        )
        return DataResponse(
            {"events": begun, "open": [_open_data(open_section) for open_section in open_sections]}
        )

    async def standings(self, request: Request) -> Response:
        return self._send(request, (await self._data(request)).standings)

    async def games(self, request: Request) -> Response:
        data = await self._data(request)
        return self._send(request, data.games[self.site.language(request)])

    def _send(self, request: Request, data: bytes) -> Response:
        return self.site.send_packed(request, data, "application/json")

    async def record(self, request: Request) -> Response:
        """Send the record of the last attempt at a game, or of the attempt that is asked for."""
        values, events = request.path_params, self.pages.events
        folder, _ = await events.find(values["name"])
        number = read_number(values["number"])
        if number is None:
            raise Refusal(404, watch_texts.NO_GAME)
        load = partial(_attempts, folder, values["section"], number)
        attempts = {game.attempt + 1: game for game in await events.disk.read(folder, load)}
        asked = request.query_params.get("attempt", str(max(attempts, default=0)))
        game = attempts.get(read_number(asked) or 0)
        if game is None:
            raise Refusal(404, watch_texts.NO_GAME)
        return PlainTextResponse(game.visible_to(may_see_no_output).record)

    async def submissions(self, request: Request) -> Response:
        """Tell a student the state of the last check, and the versions submitted."""
        name = await self._student(request)
        return DataResponse(await self._own_data(request, name))

    async def submit(self, request: Request) -> Response:
        """Take a bot; its check begins as soon as others are done."""
        name = await self._student(request)
        await self.pages.take(request, name)
        return DataResponse(await self._own_data(request, name), 202)

    async def change(self, request: Request) -> Response:
        """Let a version play, withdraw it or have it checked again."""
        name = await self._student(request)
        key = "/".join(request.path_params[part] for part in ("name", "section", "number"))
        await self.pages.change_version(request, name, key, request.path_params["action"])
        return DataResponse(await self._own_data(request, name))

    async def feedback(self, request: Request) -> Response:
        """Tell a student the games of the bot, and why they were lost."""
        name, language = await self._student(request), self.site.language(request)
        games, all_known = await self.pages.games.of(name, _FIRST)
        if not all_known:
            raise Refusal(503, site_texts.LATER, RETRY_LATER)
        return DataResponse({"games": [_own_game_data(game, language) for game in games]})

    async def _own_data(self, request: Request, name: str) -> dict[str, object]:
        language, events = self.site.language(request), self.pages.events
        submitted = partial(my_submissions.submitted_versions, events, name)
        versions = await events.disk.read(f"versions of {name}", submitted)
        check = self.pages.checks.last(name)
        ahead = self.pages.checks.count_ahead(check) if check else 0
        return {
            "check": _check_data(check, ahead, language) if check else None,
            "versions": [_version_data(version, language) for version in versions],
        }

    async def _student(self, request: Request) -> str:
        """Return the student that the request names. Raise Refusal."""
        scheme, _, value = request.headers.get("authorization", "").partition(" ")
        try:
            text = base64.b64decode(value.strip(), validate=True).decode()
        except (binascii.Error, UnicodeDecodeError):
            text = ""
        name, colon, token = text.partition(":")  # a token may have a colon, and no name has
        if scheme.lower() != "basic" or not colon:
            raise Refusal(401, submit_texts.NAME_AND_TOKEN, _CHALLENGE)
        name = normalized(name)
        await self.pages.examine(request, name, token)
        return name

    async def _data(self, request: Request) -> EventData:
        """Return the data of the event in the request's address. Raise Refusal."""
        folder, _ = await self.pages.events.find(request.path_params["name"])
        await self.site.release_slot(request)
        data = await self._known[folder].newest_within(_LONGEST_WAIT, _FIRST)
        if data is None:
            raise Refusal(503, site_texts.LATER, RETRY_LATER)
        return data

    def routes(self) -> list[BaseRoute]:
        event = f"{PREFIX}/events/{{name}}"
        version = f"{PREFIX}/submissions/{{name}}/{{section}}/{{number}}/{{action}}"
        return [
            Route(f"{PREFIX}/openapi.json", self._json(self.openapi)),
            Route(f"{PREFIX}/events", self._json(self.events)),
            Route(event, self._json(self.standings)),
            Route(f"{event}/games", self._json(self.games)),
            Route(f"{event}/games/{{section}}/{{number}}", self._json(self.record)),
            Route(f"{PREFIX}/submissions", self._json(self.submissions)),
            Route(f"{PREFIX}/submissions", self._json(self.submit), methods=["POST"]),
            Route(version, self._json(self.change), methods=["POST"]),
            Route(f"{PREFIX}/feedback", self._json(self.feedback)),
        ]

    def _json(
        self, endpoint: Callable[[Request], Awaitable[Response]]
    ) -> Callable[[Request], Awaitable[Response]]:
        """Wrap an endpoint: its refusals are JSON, whatever the client accepts."""

        async def answered(request: Request) -> Response:
            try:
                return await endpoint(request)
            except Refusal as refusal:
                return self.site.refuse_program(request, refusal)

        return answered


def _attempts(folder: Path, section: str, number: int) -> list[LedgerGame]:
    try:
        with open_ledger(folder) as ledger:
            return ledger.attempts(section, number)
    except (sqlite3.Error, BadLedger):
        return []


def _open_data(open_section: my_submissions.OpenSection) -> dict[str, object]:
    deadline = open_section.section.hand_in.deadline
    return {
        "key": open_section.key,
        "event": open_section.path.stem,
        "section": open_section.section.name,
        "title": open_section.title,
        "game": open_section.section.game.name,
        "deadline": deadline.isoformat() if deadline else None,
        "largest": open_section.section.limits.program_size,
    }


def _check_data(check: QueuedCheck, ahead: int, language: Language) -> dict[str, object]:
    version = check.version
    return {
        "event": check.order.title,
        "sha256": check.sha256,
        "state": "over" if check.over else "running" if check.begun else "waiting",
        "ahead": ahead,
        "findings": [finding_data(finding, language) for finding in check.findings],
        "faults": [fault.sentence(language) for fault in check.faults],
        "version": version.number if isinstance(version, Version) else None,
        "passed": version.is_fit if isinstance(version, Version) else None,
    }


def _version_data(
    submitted: my_submissions.SubmittedVersion, language: Language
) -> dict[str, object]:
    version = submitted.version
    return {
        "event": submitted.open_section.path.stem,
        "section": submitted.open_section.section.name,
        "number": version.number,
        "time": version.time,
        "sha256": version.sha256,
        "size": version.size,
        "passed": version.is_fit,
        "plays": submitted.plays,
        "state": submitted.state.say(language),
        "attachments": submitted.attachments,
    }


def _own_game_data(game: my_submissions.GameOfEvent, language: Language) -> dict[str, Any]:
    own = game.game
    return {
        "event": game.event,
        "section": own.entry.section,
        "game": own.entry.number,
        "attempt": own.entry.attempt + 1,
        "opponent": own.opponent,
        "side": own.side,
        "outcome": own.outcome.say(language),
        "why": own.why.say(language),
        "lost-by-fault": own.is_by_fault,
        "seconds": str(own.seconds),
        "counts": game.counting.say(language) if game.counting else None,
        "record": own.entry.record,
        "printed": own.printed,
    }


_NUMBER, _TEXT, _FLAG = {"type": "integer"}, {"type": "string"}, {"type": "boolean"}
_TEXT_OR_NOTHING = {"type": ["string", "null"]}


def _object(**properties: Any) -> dict[str, Any]:
    """Return the schema of an object that has all these properties, and may have others."""
    named = {name.replace("_", "-"): schema for name, schema in properties.items()}
    return {"type": "object", "properties": named, "required": list(named)}


def _list(items: object) -> dict[str, object]:
    return {"type": "array", "items": items}


def _schema(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


_SCHEMAS = {
    "Error": _object(error=_TEXT),
    "Events": _object(
        events=_list(_object(name=_TEXT, title=_TEXT, games=_NUMBER, running=_FLAG)),
        open=_list(
            _object(
                key=_TEXT,
                event=_TEXT,
                section=_TEXT,
                title=_TEXT,
                game=_TEXT,
                deadline=_TEXT_OR_NOTHING,
                largest=_NUMBER,
            )
        ),
    ),
    "Standings": schema_of(StandingsData),
    "Games": _object(games=_list(schema_of(GameData))),
    "Check": _object(
        event=_TEXT,
        sha256=_TEXT,
        state={"enum": ["waiting", "running", "over"]},
        ahead=_NUMBER,
        findings=_list(schema_of(FindingData)),
        faults=_list(_TEXT),
        version={"type": ["integer", "null"]},
        passed={"type": ["boolean", "null"]},
    ),
    "Submissions": _object(
        check={"anyOf": [_schema("Check"), {"type": "null"}]},
        versions=_list(
            _object(
                event=_TEXT,
                section=_TEXT,
                number=_NUMBER,
                time=_TEXT,
                sha256=_TEXT,
                size=_NUMBER,
                passed=_FLAG,
                plays=_FLAG,
                state=_TEXT,
                attachments=_list(_TEXT),
            )
        ),
    ),
    "Feedback": _object(
        games=_list(
            _object(
                event=_TEXT,
                section=_TEXT,
                game=_NUMBER,
                attempt=_NUMBER,
                opponent=_TEXT,
                side={"enum": ["A", "B"]},
                outcome=_TEXT,
                why=_TEXT,
                lost_by_fault=_FLAG,
                seconds=_TEXT,
                counts=_TEXT_OR_NOTHING,
                record=_TEXT,
                printed=_TEXT,
            )
        )
    ),
}
_FORM = {
    "type": "object",
    "required": ["event", "bot"],
    "properties": {
        "event": {"type": "string", "description": "The key of an open section, EVENT/SECTION."},
        "bot": {"type": "string", "format": "binary", "description": "The executable file."},
        "sources": {"type": "string", "format": "binary"},
        "report": {"type": "string", "format": "binary"},
    },
}
_TYPES = {"number": _NUMBER, "action": {"enum": ["play", "withdraw", "recheck"]}}


def _operation(
    summary: str, schema: str, *path: str, status: int = 200, needs_token: bool = False
) -> dict[str, Any]:
    """Return an operation whose answer has the schema; ``needs_token`` asks for name and token."""
    content = {"application/json": {"schema": _schema(schema)}}
    error = {"application/json": {"schema": _schema("Error")}}
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": _TYPES.get(name, _TEXT)}
        for name in path
    ]
    return {
        "summary": summary,
        "parameters": parameters,
        "responses": {
            str(status): {"description": summary, "content": content},
            "default": {"description": "A refusal, in one sentence.", "content": error},
        },
        "security": [{"token": []}] if needs_token else [],
    }


def description() -> dict[str, Any]:
    """Return the description of the interface."""
    record = _operation("The record of a game.", "Error", "name", "section", "number")
    record["responses"]["200"] = {
        "description": "The record, a text.",
        "content": {"text/plain": {"schema": _TEXT}},
    }
    record["parameters"].append(
        {"name": "attempt", "in": "query", "required": False, "schema": _NUMBER}
    )
    submit = _operation("A bot is sent to be checked.", "Submissions", status=202, needs_token=True)
    submit["requestBody"] = {
        "required": True,
        "content": {"multipart/form-data": {"schema": _FORM}},
    }
    change = _operation(
        "A version plays, is withdrawn, or is checked again.",
        "Submissions",
        *("name", "section", "number", "action"),
        needs_token=True,
    )
    own = _operation("The last check, and the versions.", "Submissions", needs_token=True)
    feedback = _operation("Games of the student's bots.", "Feedback", needs_token=True)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Matrix Arena",
            "version": "1",
            "description": "Events, standings, games and submissions of a class.",
        },
        "paths": {
            "/api/openapi.json": {
                "get": {
                    "summary": "This description.",
                    "responses": {"200": {"description": "OpenAPI 3.1"}},
                    "security": [],
                }
            },
            "/api/events": {"get": _operation("Events, and sections that take bots.", "Events")},
            "/api/events/{name}": {"get": _operation("Standings.", "Standings", "name")},
            "/api/events/{name}/games": {"get": _operation("Games.", "Games", "name")},
            "/api/events/{name}/games/{section}/{number}": {"get": record},
            "/api/submissions": {"get": own, "post": submit},
            "/api/submissions/{name}/{section}/{number}/{action}": {"post": change},
            "/api/feedback": {"get": feedback},
        },
        "components": {
            "schemas": _SCHEMAS,
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "basic",
                    "description": "The entrant's name and the token from the teacher.",
                }
            },
        },
    }
