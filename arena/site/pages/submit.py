"""Pages of submission: a bot is sent and checked, and its author sees the result."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from arena.site.errors import Refusal
from arena.site.http_interface import HttpInterface
from arena.site.ladder import texts as ladder_texts
from arena.site.ladder.own_pages import OwnLadderPages
from arena.site.ladder.version_pages import VersionPages
from arena.site.site import Link, Site
from arena.site.submit import my_submissions, texts
from arena.site.submit.check_queue import Checks, QueuedCheck
from arena.site.submit.check_worker import CheckOrder
from arena.site.submit.sessions import Sessions
from arena.site.submit.tokens import (
    JOIN_PATH,
    NO_FILE,
    TOKENS,
    CannotRegister,
    Registration,
    Tokens,
    UnusableFile,
)
from arena.site.supervision import begin_task, log_exceptions, tell_host
from arena.site.traffic.fair_queue import FairQueue
from arena.site.traffic.shares import client_of
from arena.site.watch.event_index import Events, event_in
from arena.texts import HINT
from formats.fault import Fault
from formats.names import normalized, why_not_a_name
from formats.printable import visible
from formats.text import Text
from referee.numbers import number as number_text
from referee.numbers import size_text
from referee.sandbox.isolation_choice import choose_isolation, why_not
from tournaments.submission.attachments import NO_ATTACHMENTS, Attachments, attachments_from_uploads
from tournaments.submission.log import Version

Result = TypeVar("Result")
LINK = Link("/submit", texts.SUBMIT, 30)
CANNOT_CHECK = Text(
    "bots cannot be checked on isolation level {level}: {why}",
    "проверить ботов на уровне изоляции {level} нельзя: {why}",
)
LARGEST = 16_000_000
BODIES = {
    **{"/submit": LARGEST, "/submit/change": 4096, "/submit/versions": 4096},
    JOIN_PATH: 4096,
    "/api/submissions": LARGEST,
}
"""Largest bodies, each with all files of a submission; the check states the event's own limit."""

_BETWEEN_READINGS = 1.0
"""Seconds between two readings of the tokens."""
_FIRST = 5.0
"""Seconds that a page waits for games that are read for the first time."""
_LEAST_FREE = 200_000_000
"""Bytes that are left free on the disk: the event writes there, too."""
_LONGEST_FIELD = 2000
_MOST_SHOWN = 4000
_FORM = "multipart/form-data"
_SIGN_IN_FORM = "application/x-www-form-urlencoded"


@dataclass
class SubmissionPages:
    """Sign-in, submission and check of bots, and the versions of a student."""

    site: Site
    events: Events
    tokens: Tokens
    checks: Checks
    sessions: Sessions
    registration: Registration
    games: my_submissions.OwnGames
    _guesses: FairQueue = field(default_factory=lambda: FairQueue(slots=1, most_waiting_each=200))
    """Queue of tokens to be examined. A wrong one holds its slot for a while: so guessing is slow,
    clients that share the address of the guesser wait little, and nobody is shut out."""
    _session_task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Begin to end the sessions whose tokens are removed."""
        self._session_task = begin_task(self._end_sessions(), "the tokens of sessions")

    def close(self) -> None:
        if self._session_task is not None:
            self._session_task.cancel()

    async def _end_sessions(self) -> None:
        """End sessions whose tokens are removed, for as long as the site runs."""
        await self._check_sessions()  # until then, no session of an earlier run is known
        with log_exceptions("a look at the event files"), suppress(Refusal):
            await self.events.disk.read("event files", self._read_events)
        while True:
            await asyncio.sleep(_BETWEEN_READINGS)
            await self._check_sessions()

    async def _check_sessions(self) -> None:
        """End sessions whose tokens are removed; leave all as they are while the disk hangs."""
        if self.sessions.is_empty:
            return
        with log_exceptions("a look at the tokens"), suppress(Refusal):
            self.sessions.accept_only(await self._read_tokens(self._digests))

    def _read_events(self) -> None:
        """Read the files of events that take bots, so that faults in them are logged."""
        for path in self.events.files_not_begun().values():
            event_in(path)

    def _digests(self) -> frozenset[tuple[str, str]]:
        """Return the digests of all tokens and other logins; none of a file that is unusable."""
        digests: set[tuple[str, str]] = set()
        for read in (self.tokens.digests, *self.site.login_digests):
            with suppress(UnusableFile):
                digests |= read()
        return frozenset(digests)

    async def _read_tokens(self, load: Callable[[], Result]) -> Result:
        return await self.events.disk.read("tokens", load)

    async def page(self, request: Request) -> Response:
        """Show the sign-in form, or a signed-in student's submissions."""
        return await self._page(request, self.sessions.name_of(request))

    async def _page(
        self,
        request: Request,
        name: str | None,
        status: int = 200,
        error: str = "",
        typed: str = "",
    ) -> Response:
        open_sections = await self._open_sections()
        values: dict[str, object] = {
            "words": texts,
            "open_sections": open_sections,
            "size": size_text,
        }
        values |= {"error": error, "typed": typed, "number_text": number_text}
        if name is None:
            values["closed"] = await self._read_tokens(self._why_closed)
            return self.site.render(request, "submit.html", status, **values)
        check = self.checks.last(name)  # before the versions: it may end while they are read
        versions = await self._versions(name)
        missing = partial(my_submissions.missing_attachments, self.events, name)
        await self.site.release_slot(request)
        games, all_known = await self.games.of(name, _FIRST)
        return self.site.render(
            request,
            "submit_desk.html",
            status,
            **values,
            **self._check_values(check, versions),
            name=name,
            ladder_words=ladder_texts,
            versions=versions,
            playing=_playing_numbers(open_sections, versions),
            open_keys={open_section.key for open_section in open_sections},
            actions=_actions,
            missing=await self.events.disk.read(f"attachments of {name}", missing),
            games=games,
            all_known=all_known,
        )

    async def check(self, request: Request) -> Response:
        """Render the check of the visitor's last submission, a part of the page."""
        name = self.sessions.name_of(request)
        if name is None:
            raise Refusal(403, texts.BAD_TOKEN)
        check = self.checks.last(name)
        # A page asks again and again until the check is over, and versions take long to read.
        has_entered = check is not None and check.version is not None
        values = self._check_values(check, await self._versions(name) if has_entered else ())
        return self.site.render(request, "submit_check.html", 200, words=texts, **values)

    async def send(self, request: Request) -> Response:
        """Take a bot, or only sign in; a refused visitor gets the filled-in form again."""
        async with self._form_of(request) as form:
            name, token = self.sessions.name_of(request), None
            try:
                if name is None or "name" in form:
                    name, token = await self._sign_in(form, request)
                await self._take_from(form, request, name)
                response: Response = RedirectResponse("/submit", 303)
            except Refusal as refusal:
                response = await self._refusal_response(request, refusal, name, _text(form, "name"))
        if name is not None and token is not None:
            self.sessions.open(name, token, request, response)  # even if the bot was refused
        return response

    async def _refusal_response(
        self, request: Request, refusal: Refusal, name: str | None, typed: str
    ) -> Response:
        if "text/html" not in request.headers.get("accept", ""):
            return self.site.refuse(request, refusal)
        error = refusal.sentence.say(self.site.language(request))
        response = await self._page(request, name, refusal.status_code, error, typed)
        response.headers.update(refusal.headers or {})
        return response

    async def change(self, request: Request) -> Response:
        """Let one of the visitor's versions play, withdraw it or have it checked again."""
        name = self.sessions.require_name(request)
        async with request.form(max_files=0, max_fields=2, max_part_size=_LONGEST_FIELD) as form:
            key, action = _text(form, "version"), _text(form, "action")
        try:
            await self.change_version(request, name, key, action)
        except Refusal as refusal:
            return await self._refusal_response(request, refusal, name, "")
        return RedirectResponse("/submit#versions", 303)

    async def change_version(self, request: Request, name: str, key: str, action: str) -> None:
        """Carry out the action on the version of that key. Raise Refusal if it is not possible."""
        if action not in my_submissions.ACTIONS:
            raise Refusal(400, texts.NO_ACTION)
        versions = await self._versions(name)
        version = next((version for version in versions if version.key == key), None)
        if version is None:
            raise Refusal(404, texts.NO_VERSION)
        if action == my_submissions.RECHECK:
            await self._recheck(request, name, version)
            return
        change = partial(my_submissions.change_version, version, action)
        changed = await self.events.disk.read(f"versions of {name}", change)
        if not isinstance(changed, Version):
            raise Refusal(409, changed.text if changed else texts.NO_EVENT)

    async def _recheck(
        self, request: Request, name: str, version: my_submissions.SubmittedVersion
    ) -> None:
        """Have a submitted version checked again. Raise Refusal if it cannot be."""
        await self._must_isolate(version.open_section)
        load = partial(my_submissions.program_of, version)
        program = await self.events.disk.read(f"versions of {name}", load)
        if not isinstance(program, bytes):
            raise Refusal(409, program.text if program else texts.NO_EVENT)
        number = version.version.number
        order = self._check_order(name, version.open_section, program, again=number)
        self.checks.add(order, _client(request))

    async def join(self, request: Request) -> Response:
        """Let a student with an invitation choose a name: the token is shown, and signs in."""
        code = request.path_params["code"]
        await self.site.release_slot(request)  # codes are tokens, and wait in the same queue
        async with self._guesses.slot(_client(request)):
            try:
                invitation = await self._read_tokens(partial(self.registration.find, code))
            except CannotRegister as error:
                await asyncio.sleep(1 / self.site.settings.wrong_tokens)
                raise Refusal(404, error.sentence) from None
        values: dict[str, Any] = {"words": texts, "invitation": invitation}
        values |= {"typed": "", "error": "", "name": "", "token": ""}
        if request.method != "POST":
            return self.site.render(request, "submit_join.html", **values)
        async with request.form(max_files=0, max_fields=1, max_part_size=_LONGEST_FIELD) as form:
            typed = _text(form, "name")
        register = partial(self._register, code, typed, await self.events.folders())
        try:
            name, token = await self.events.disk.read("registration", register)
        except UnusableFile as error:
            tell_host(error.sentence)
            raise Refusal(503, texts.CLOSED) from None
        except CannotRegister as error:
            sentence = error.sentence.say(self.site.language(request))
            values |= {"typed": typed, "error": sentence}
            return self.site.render(request, "submit_join.html", 409, **values)
        response = self.site.render(
            request, "submit_join.html", 200, **{**values, "name": name, "token": token}
        )
        response.headers["cache-control"] = "no-store"
        self.sessions.open(name, token, request, response)
        return response

    def _register(self, code: str, typed: str, folders: Iterable[Path]) -> tuple[str, str]:
        """Register a name that nobody else has: in an event, or for another login."""
        logins = {name for read in self.site.login_digests for name, _ in read()}
        taken = logins | my_submissions.names_in(self.events, folders)
        return self.registration.register(code, typed, sorted(taken))

    async def leave(self, request: Request) -> Response:
        response = RedirectResponse("/submit", 303)
        self.sessions.close(request, response)
        return response

    async def _versions(self, name: str) -> list[my_submissions.SubmittedVersion]:
        """Return the versions of that name, the newest first. Raise Refusal if the disk hangs."""
        load = partial(my_submissions.submitted_versions, self.events, name)
        return await self.events.disk.read(f"versions of {name}", load)

    async def _open_sections(self) -> list[my_submissions.OpenSection]:
        """Return the sections that take bots now. Raise Refusal if the disk hangs."""
        load = partial(my_submissions.open_sections, self.events)
        return await self.events.disk.read("places", load)

    def _why_closed(self) -> Text | None:
        try:
            self.tokens.check()
        except UnusableFile as error:
            if error.sentence == NO_FILE and self.registration.is_open():
                return texts.REGISTER_FIRST
            tell_host(error.sentence)
            return texts.CLOSED
        return None

    async def _sign_in(self, form: FormData, request: Request) -> tuple[str, str]:
        """Return name and token of the form if they fit. Raise Refusal or QueueFull."""
        name, token = normalized(_text(form, "name")), _text(form, "token").strip()
        if why := why_not_a_name(name):
            raise Refusal(400, texts.NO_NAME.filled({"why": why}))
        await self.examine(request, name, token)
        return name, token

    async def examine(self, request: Request, name: str, token: str) -> None:
        """Raise Refusal if that is not the token of the name, or QueueFull."""
        await self.site.release_slot(request)  # tokens have a queue of their own
        async with self._guesses.slot(_client(request)):
            try:
                fits = await self._read_tokens(partial(self.tokens.has_token, name, token))
            except UnusableFile as error:
                tell_host(error.sentence)
                raise Refusal(503, texts.CLOSED) from None
            if not fits:
                await asyncio.sleep(1 / self.site.settings.wrong_tokens)
                raise Refusal(403, texts.BAD_TOKEN)

    async def take(self, request: Request, name: str) -> None:
        """Have the bot in the request's form checked. Raise Refusal if it cannot be."""
        async with self._form_of(request) as form:
            bot = form.get("bot")
            if not isinstance(bot, UploadFile) or not bot.filename:
                raise Refusal(400, texts.NO_BOT)
            await self._take_from(form, request, name)

    @asynccontextmanager
    async def _form_of(self, request: Request) -> AsyncIterator[FormData]:
        """Read the form with a bot, or with name and token alone. Raise Refusal for another."""
        kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
        if kind not in (_FORM, _SIGN_IN_FORM):
            raise Refusal(415, texts.NOT_A_FORM)
        async with request.form(max_files=3, max_fields=6, max_part_size=_LONGEST_FIELD) as form:
            yield form

    async def _take_from(self, form: FormData, request: Request, name: str) -> None:
        """Have the bot in the form checked, if there is one. Raise Refusal if it cannot be."""
        bot = form.get("bot")
        if isinstance(bot, UploadFile) and bot.filename:
            await self._queue_check(request, name, form, bot)
        elif await _file(form, "sources") or await _file(form, "report"):
            raise Refusal(400, texts.PROGRAM_TOO)

    async def _queue_check(
        self, request: Request, name: str, form: FormData, bot: UploadFile
    ) -> None:
        """Queue the check of the bot. Raise Refusal if it cannot be checked.

        The attachments are packed last, since that takes long.
        """
        key = _text(form, "event")
        sections = await self._open_sections()
        section = next((section for section in sections if section.key == key), None)
        if section is None:
            raise Refusal(409, texts.NO_EVENT)
        await self._must_isolate(section)
        data = await bot.read()
        if not data:
            raise Refusal(400, texts.EMPTY)
        self.checks.must_have_room(name, len(data))
        load = partial(my_submissions.stored_versions, section, name)
        stored = await self.events.disk.read(f"versions of {name}", load)
        self._must_have_room(stored, len(data))
        attachments = await _attachments(form)
        self._must_have_room(stored, len(data) + attachments.size)
        self.checks.add(self._check_order(name, section, data, attachments), _client(request))

    def _check_order(
        self,
        name: str,
        open_section: my_submissions.OpenSection,
        program: bytes,
        attachments: Attachments = NO_ATTACHMENTS,
        again: int | None = None,
    ) -> CheckOrder:
        section, background = open_section.section.name, self.site.settings.background
        return CheckOrder(
            name,
            open_section.path,
            section,
            program,
            open_section.title,
            background,
            attachments,
            again,
        )

    async def _must_isolate(self, open_section: my_submissions.OpenSection) -> None:
        """Raise Refusal if bots of the section cannot be checked in a sandbox here."""
        isolation = await run_in_threadpool(choose_isolation, open_section.section.limits.isolation)
        if not isolation.isolates:
            raise Refusal(403, texts.NO_SANDBOX)
        why = await run_in_threadpool(why_not, isolation)
        if why is not None:
            tell_host(CANNOT_CHECK.filled({"level": isolation.value, "why": why}))
            raise Refusal(503, texts.CANNOT_CHECK)

    def _must_have_room(self, stored: my_submissions.StoredVersions, size: int) -> None:
        """Raise Refusal if so many more bytes cannot be kept."""
        settings = self.site.settings
        is_over_size = stored.size + size > settings.most_kept_each
        if stored.versions >= settings.most_versions or is_over_size:
            raise Refusal(409, texts.QUOTA)
        if stored.size_of_all + size > settings.most_kept or stored.free - size < _LEAST_FREE:
            raise Refusal(503, texts.NO_ROOM)

    def _check_values(
        self, check: QueuedCheck | None, versions: Iterable[my_submissions.SubmittedVersion]
    ) -> dict[str, object]:
        """Return the values for the part of the page about a check."""
        return {
            "check": check,
            "is_as_entered": check is not None and _is_as_entered(check, versions),
            "before": self.checks.count_ahead(check) if check else 0,
            "hint": HINT,
            "visible": lambda text: visible(text, _MOST_SHOWN),
        }


def _actions(version: my_submissions.SubmittedVersion) -> list[str]:
    """Return the actions that the student may take on the version while its section takes bots."""
    if version.plays:
        return [my_submissions.WITHDRAW, my_submissions.RECHECK]
    choice = [my_submissions.PLAY] if version.version.is_fit else []
    return [*choice, my_submissions.RECHECK]


def _is_as_entered(check: QueuedCheck, versions: Iterable[my_submissions.SubmittedVersion]) -> bool:
    """Return whether the checked version still plays if it passed, and does not if it failed."""
    version, order = check.version, check.order
    if version is None:
        return False
    key = f"{order.event.stem}/{order.section}/{version.number}"
    return any(entry.key == key and entry.plays == version.is_fit for entry in versions)


def _playing_numbers(
    open_sections: Iterable[my_submissions.OpenSection],
    versions: Sequence[my_submissions.SubmittedVersion],
) -> Iterator[tuple[str, int | None]]:
    """Yield titles of sections that take bots, and the number of the version that plays there.

    None stands for a section where none of the student's versions plays.
    """
    for open_section in open_sections:
        own = [version for version in versions if version.open_section.key == open_section.key]
        if own:
            playing = (version.version.number for version in own if version.plays)
            yield open_section.title, next(playing, None)


async def _attachments(form: FormData) -> Attachments:
    """Return the attachments in the form. Raise Refusal if they cannot be kept."""
    files = await _file(form, "sources"), await _file(form, "report")
    attachments = await run_in_threadpool(attachments_from_uploads, *files)
    if isinstance(attachments, Fault):
        raise Refusal(413, attachments.text)
    return attachments


async def _file(form: FormData, name: str) -> tuple[str, bytes] | None:
    """Return the name and the bytes of a file of the form; None where none was chosen."""
    upload = form.get(name)
    if not isinstance(upload, UploadFile) or not upload.filename:
        return None
    return upload.filename, await upload.read()


def _client(request: Request) -> str:
    return client_of(request.client.host if request.client else "")


def _text(form: FormData, name: str) -> str:
    value = form.get(name, "")
    return value if isinstance(value, str) else ""


def routes(site: Site) -> list[BaseRoute]:
    """Return the routes of submission, and of the pages on a student's ladder and versions."""
    settings = site.settings
    default = settings.events / TOKENS if settings.events else None
    path = settings.tokens or default
    tokens, registration = Tokens(path), Registration(path)
    checks, sessions = Checks(settings.most_checks, site.memory), site.sessions
    site.at_start.append(sessions.restore)
    if settings.events:
        site.at_start.append(partial(checks.restore, settings.background, settings.events))
    events = Events(settings.events)
    games = my_submissions.OwnGames(events, site.background)
    pages = SubmissionPages(site, events, tokens, checks, sessions, registration, games)
    site.logins.append(pages.sessions.name_of)
    site.at_start.append(pages.begin)
    site.at_end.append(pages.close)
    return [
        Route("/submit", pages.page),
        Route("/submit", pages.send, methods=["POST"]),
        Route("/submit/change", pages.change, methods=["POST"]),
        Route("/submit/leave", pages.leave, methods=["POST"]),
        Route(f"{JOIN_PATH}/{{code}}", pages.join),
        Route(f"{JOIN_PATH}/{{code}}", pages.join, methods=["POST"]),
        Route("/submit/check", pages.check),
        *HttpInterface(site, pages).routes(),
        *OwnLadderPages(site, pages.events, pages.sessions).routes(),
        *VersionPages(site, pages.events, pages.sessions).routes(),
    ]
