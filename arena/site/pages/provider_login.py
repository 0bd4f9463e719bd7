"""Login by OpenID Connect: students sign in at the provider of their school or university.

The teacher's file ``provider.conf`` in the folder of events names the provider, in TOML:

    issuer = "https://login.example/"
    client-id = "matrix-arena"
    client-secret = "..."
    title = "University login"
    claim = "email"

and ``logins.txt`` beside it has a line for each student: the entrant's name and the value of that
claim. Both must be readable by their owner alone. What the provider says is verified by Authlib:
state, nonce, signature, issuer, audience and expiry.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import Any

from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from arena.site.errors import Refusal
from arena.site.site import Link, Site
from arena.site.submit import texts
from arena.site.submit.tokens import (
    OpenToOthers,
    UnusableFile,
    digest_of,
    name_and_word,
    numbered_lines,
    private_text,
)
from arena.site.supervision import tell_host
from arena.site.watch.event_index import Disk
from formats.names import why_not_a_name
from formats.printable import printable
from formats.text import Text, reason

SETTINGS, LOGINS = "provider.conf", "logins.txt"
PATH = "/submit/provider"
_MINUTES = 10
"""Minutes that a student has to sign in at the provider."""
BAD_SETTINGS = Text(
    "nobody can sign in at a provider: {file}: {why}", "войти у провайдера нельзя: {file}: {why}"
)
OPEN_FILE = Text(
    "others can read it (chmod 600 closes it)", "его могут читать другие (chmod 600 закроет его)"
)
NOT_TEXTS = Text("every value must be a text", "каждое значение должно быть текстом")
NO_LIBRARY = Text(
    "install the extra oidc of matrix-arena", "установите дополнение oidc для matrix-arena"
)
NOT_ANSWERED = Text(
    "the provider {issuer} did not confirm a login: {why}",
    "провайдер {issuer} не подтвердил вход: {why}",
)


@dataclass(frozen=True, slots=True)
class Provider:
    """A provider as the teacher's file names it."""

    issuer: str
    client_id: str
    client_secret: str
    title: str = "OpenID Connect"
    claim: str = "email"


@dataclass
class ProviderLogin:
    """The pages that lead to the provider and back."""

    site: Site
    provider: Provider
    client: Any
    """Client of Authlib, which has no types."""
    logins: Path
    disk: Disk

    async def begin(self, request: Request) -> Response:
        """Send the student to the provider."""
        await self.site.release_slot(request)
        back = str(request.url_for("provider-answer"))
        try:
            response: Response = await self.client.authorize_redirect(request, back)
        except Exception as error:  # The libraries below raise many kinds.
            raise self._refusal(error) from None
        return response

    async def answer(self, request: Request) -> Response:
        """Verify what the provider says, and sign the student in."""
        await self.site.release_slot(request)
        try:
            token = await self.client.authorize_access_token(request)
            claims = token.get("userinfo") or await self.client.userinfo(token=token)
        except Exception as error:  # The libraries below raise many kinds.
            raise self._refusal(error) from None
        value = claims.get(self.provider.claim)
        verified = self.provider.claim != "email" or claims.get("email_verified") is not False
        load = partial(names_by_claim, self.logins)
        try:
            names = await self.disk.read("logins", load)
        except UnusableFile as error:
            tell_host(error.sentence)
            raise Refusal(503, texts.CLOSED) from None
        name = names.get(value) if isinstance(value, str) and verified else None
        if name is None:
            raise Refusal(403, texts.NOT_LISTED)
        response = RedirectResponse("/submit", 303)
        self.site.sessions.open(name, _key(str(value)), request, response)
        return response

    def digests(self) -> frozenset[tuple[str, str]]:
        """Return names with the digests of their logins. Raise UnusableFile."""
        names = names_by_claim(self.logins)
        return frozenset((name, digest_of(_key(value))) for value, name in names.items())

    def _refusal(self, error: Exception) -> Refusal:
        """Tell the host why the provider failed; return the exception for the visitor."""
        why = printable(f"{type(error).__name__}: {error}")  # the visitor's address may be in it
        tell_host(NOT_ANSWERED.filled({"issuer": self.provider.issuer, "why": why}))
        return Refusal(502, texts.PROVIDER_FAILED)


def _key(value: str) -> str:
    """Return the text that stands for a login in a session, as a token does."""
    return f"provider login {value}"


def read_provider(path: Path) -> Provider:
    """Read the settings of the provider. Raise UnusableFile."""
    try:
        values: dict[str, Any] = tomllib.loads(_private_text(path))
        provider = Provider(**{key.replace("-", "_"): value for key, value in values.items()})
    except (ValueError, TypeError) as error:
        raise _unusable(path, str(error)) from None
    if not all(isinstance(value, str) and value for value in values.values()):
        raise _unusable(path, NOT_TEXTS)
    return provider


def names_by_claim(path: Path) -> dict[str, str]:
    """Return the names of entrants by the values of the claim. Raise UnusableFile."""
    names: dict[str, str] = {}
    for _, line in numbered_lines(_private_text(path)):
        name, value = name_and_word(line)
        if why := why_not_a_name(name):
            raise _unusable(path, why)
        names[value] = name
    return names


def _private_text(path: Path) -> str:
    try:
        return private_text(path)
    except OpenToOthers:
        raise _unusable(path, OPEN_FILE) from None
    except OSError as error:
        raise _unusable(path, reason(error)) from None


def _unusable(path: Path, why: Text | str) -> UnusableFile:
    return UnusableFile(BAD_SETTINGS.filled({"file": path.name, "why": why}))


def routes(site: Site) -> list[BaseRoute]:
    """Return the routes of the login and add it to the site, if the folder of events names one."""
    folder = site.settings.events
    if folder is None or not (folder / SETTINGS).is_file():
        return []
    try:
        provider = read_provider(folder / SETTINGS)
        client = _client_of(provider)
        from starlette.middleware.sessions import SessionMiddleware  # noqa: PLC0415 - of the extra
    except UnusableFile as error:
        tell_host(error.sentence)
        return []
    except ImportError:
        tell_host(_unusable(folder / SETTINGS, NO_LIBRARY).sentence)
        return []
    login = ProviderLogin(site, provider, client, folder / LOGINS, Disk())
    site.login_digests.append(login.digests)
    site.other_logins.append(Link(f"{PATH}/login", Text(provider.title, provider.title), 10))
    state = Middleware(
        SessionMiddleware,
        secret_key=token_hex(),
        session_cookie="provider",
        max_age=60 * _MINUTES,
        path=PATH,
    )
    paths = [
        Route("/login", login.begin),
        Route("/answer", login.answer, name="provider-answer"),
    ]
    return [Mount(PATH, routes=paths, middleware=[state])]


def _client_of(provider: Provider) -> Any:
    """Return the client of the provider; may raise ImportError."""
    from authlib.integrations.starlette_client import (  # type: ignore[import-untyped]  # noqa: PLC0415 - of the extra
        OAuth,
    )

    return OAuth().register(
        "provider",
        client_id=provider.client_id,
        client_secret=provider.client_secret,
        server_metadata_url=f"{provider.issuer.rstrip('/')}/.well-known/openid-configuration",
        client_kwargs={"scope": "openid email profile", "code_challenge_method": "S256"},
    )
