"""The teacher's file of tokens, with a line for each student: a name and a token.

    ivanov       8XfTq2nV0aWc
    Anna Smith   mH3c9LrP-2sK

The last word is the token. A line that begins with ``#`` is a comment. A name may have several
tokens, but no two names may look alike. The file is read anew each time, so that a new line counts
at once; it must be readable by its owner alone.

Invitations are links with which students register themselves and get a token. They are in the file
``invitations.txt`` beside the tokens, a line for each: a code, the last day, and the most names
that may register.

    x7Kq2vTz0aWcL8mP 2026-12-31 30

A name that registers is added to the file of tokens, below a comment with the code: so that file
alone says how many names an invitation has let in. Whoever has a link can take any free name, so
the teacher gives it to a class and not to the world.
"""

from __future__ import annotations

import errno
import hmac
import os
import stat
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from hashlib import sha256
from pathlib import Path
from secrets import token_hex, token_urlsafe
from typing import Annotated

from arena.console import plain_console
from arena.files import FileFailure
from arena.options import LanguageOption, reader_language
from arena.parameters import Argument, Option
from formats.names import are_alike, clashes, normalized, why_not_a_name
from formats.printable import printable
from formats.text import Text
from referee.machine import write_whole
from tournaments.spreadsheet import decode_text
from tournaments.storage import hold_lock

JOIN_PATH = "/submit/join"
"""Path of the links by which students register themselves; the code of the invitation follows."""
NO_FILE = Text(
    "nobody can submit: there is no file of names and tokens that can be read",
    "сдавать нельзя: нет файла с именами и токенами, который можно прочесть",
)
OPEN_FILE = Text(
    "nobody can submit: others can read the file of tokens (chmod 600 closes it)",
    "сдавать нельзя: файл с токенами могут читать другие (chmod 600 закроет его)",
)
BAD_LINE = Text(
    "nobody can submit: line {line} of the file of tokens needs a name and a token of at least 8"
    " characters",
    "сдавать нельзя: в строке {line} файла с токенами нужны имя и токен хотя бы из 8 знаков",
)
BAD_NAME = Text(
    "nobody can submit: in line {line} of the file of tokens, «{name}» cannot be a name: {why}",
    "сдавать нельзя: в строке {line} файла с токенами «{name}» не может быть именем: {why}",
)
ALIKE = Text(
    "nobody can submit: in the file of tokens, «{name}» looks like «{other}»",
    "сдавать нельзя: в файле с токенами «{name}» похоже на «{other}»",
)
SHORTEST_TOKEN = 8
"""Least number of characters of a token: a shorter one can be guessed."""
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


class OpenToOthers(OSError):  # noqa: N818  # The name says what it is.
    """Raised for a file that others than its owner can read."""


def private_text(path: Path) -> str:
    """Return the text of a file that is closed to others.

    Raise OpenToOthers if it is not, or another OSError.
    """
    if not path.is_file():  # opening a pipe might wait for ever
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    with path.open("rb") as file:
        if os.fstat(file.fileno()).st_mode & _OTHERS:
            raise OpenToOthers(errno.EPERM, "others can read it", str(path))
        return decode_text(file.read())


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a teacher's file with their numbers, without comments and empty ones."""
    for number, line in enumerate(text.splitlines(), start=1):
        stripped = line.strip().replace("\t", " ")
        if stripped and not stripped.startswith("#"):
            yield number, stripped


def name_and_word(line: str) -> tuple[str, str]:
    """Return the name at the beginning of a line, and its last word."""
    name, _, word = line.rpartition(" ")
    return normalized(name), word


class UnusableFile(Exception):  # noqa: N818  # The name says what it is.
    """Raised for a teacher's file that cannot be used; the reason is for who runs the site."""

    def __init__(self, sentence: Text) -> None:
        super().__init__(sentence.en)
        self.sentence = sentence


class Tokens:
    """Names and tokens in the teacher's file, read anew for each question."""

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def has_token(self, name: str, token: str) -> bool:
        """Return whether the name has this token; the time taken does not tell why it has not.

        Raise UnusableFile if the file cannot be used.
        """
        fits = False
        for known_name, known_token in self._lines():
            is_same = hmac.compare_digest(known_token.encode(), token.encode("utf-8", "replace"))
            fits |= is_same and known_name == name
        return fits

    def digests(self) -> frozenset[tuple[str, str]]:
        """Return each name with the digest of its token. Raise UnusableFile if there are none."""
        return frozenset((name, digest_of(token)) for name, token in self._lines())

    def check(self) -> None:
        """Raise UnusableFile if the file cannot be used."""
        self._lines()

    def _lines(self) -> list[tuple[str, str]]:
        pairs = _pairs_in(self._text())
        if not pairs:
            raise UnusableFile(NO_FILE)
        return pairs

    def _text(self) -> str:
        if self._path is None:
            raise UnusableFile(NO_FILE)
        try:
            return private_text(self._path)
        except OpenToOthers:
            raise UnusableFile(OPEN_FILE) from None
        except OSError:
            raise UnusableFile(NO_FILE) from None


def digest_of(token: str) -> str:
    """Return the digest of a token, which a session keeps instead of it."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()


def _pairs_in(text: str) -> list[tuple[str, str]]:
    """Return the names and tokens of a file's text. Raise UnusableFile."""
    pairs = [_pair(line, number) for number, line in numbered_lines(text)]
    names = list(dict.fromkeys(name for name, _ in pairs))
    for index, earlier in clashes(names):
        values = {"name": names[index], "other": names[earlier]}
        raise UnusableFile(ALIKE.filled(values))
    return pairs


def _pair(line: str, number: int) -> tuple[str, str]:
    name, token = name_and_word(line)
    if len(token) < SHORTEST_TOKEN:
        raise UnusableFile(BAD_LINE.filled({"line": number}))
    if why := why_not_a_name(name):
        raise UnusableFile(BAD_NAME.filled({"line": number, "name": printable(name), "why": why}))
    return name, token


TOKENS, INVITATIONS = "tokens.txt", "invitations.txt"
"""Names of the files in the folder of events."""
NOT_INVITED = Text(
    "this invitation is not valid, or not any more: ask your teacher",
    "это приглашение недействительно или больше не действует: обратитесь к преподавателю",
)
FULL = Text(
    "as many names have registered with this invitation as it allows: ask your teacher",
    "по этому приглашению зарегистрировалось столько имён, сколько можно: обратитесь к"
    " преподавателю",
)
TAKEN = Text(
    "the name «{name}» is taken, or looks like «{other}»",
    "имя «{name}» занято или похоже на «{other}»",
)
NO_NAME = Text("this cannot be a name: {why}", "это не может быть именем: {why}")
_INVITED = Text(
    "{site}/submit/join/{code}\nup to {most} names can register until {day}; to end it, remove its"
    " line from {file}",
    "{site}/submit/join/{code}\nзарегистрироваться могут до {most} имён до {day}; чтобы отменить,"
    " удалите строку из {file}",
)
_MARK = "# invited"
_CODE_BYTES, _TOKEN_BYTES = 15, 10
_PRIVATE = 0o600


class CannotRegister(Exception):  # noqa: N818  # The name says what it is.
    """A name that cannot register; the reason is for the student."""

    def __init__(self, sentence: Text) -> None:
        super().__init__(sentence.en)
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Invitation:
    """A line of the file of invitations."""

    code: str
    last_day: date
    most: int
    """Largest number of names that may register."""

    @property
    def is_valid(self) -> bool:
        """Return whether it has not expired."""
        return date.today() <= self.last_day


def invite(path: Path, last_day: date, most: int) -> Invitation:
    """Add an invitation to the file of invitations; may raise OSError."""
    invitation = Invitation(token_urlsafe(_CODE_BYTES), last_day, most)
    _append(path, f"{invitation.code} {last_day.isoformat()} {most}\n")
    return invitation


class Registration:
    """Registration of names by invitations beside a file of tokens."""

    def __init__(self, tokens: Path | None) -> None:
        self._tokens = tokens

    def find(self, code: str) -> Invitation:
        """Return the invitation with the code. Raise CannotRegister if it is not valid today."""
        fitting = [
            invitation
            for invitation in self._invitations()
            if hmac.compare_digest(invitation.code.encode(), code.encode("utf-8", "replace"))
        ]
        if not fitting or not fitting[0].is_valid:
            raise CannotRegister(NOT_INVITED)
        return fitting[0]

    def is_open(self) -> bool:
        """Return whether names can register today."""
        try:
            return any(invitation.is_valid for invitation in self._invitations())
        except CannotRegister:
            return False

    def register(self, code: str, text: str, taken: Collection[str]) -> tuple[str, str]:
        """Add a name to the file of tokens; return the name and its token.

        ``taken`` are names of others: whoever registers one could see and replace their bots.
        Raise CannotRegister, UnusableFile if nobody could sign in with the token, or OSError.
        """
        invitation, name = self.find(code), normalized(text)
        if why := why_not_a_name(name):
            raise CannotRegister(NO_NAME.filled({"why": why}))
        assert self._tokens is not None, "an invitation was found beside it"
        with hold_lock(self._tokens.with_suffix(".lock")):
            text = _text_of(self._tokens)
            if list(map(str.strip, text.splitlines())).count(f"{_MARK} {code}") >= invitation.most:
                raise CannotRegister(FULL)
            names = [registered for registered, _ in _pairs_in(text)]
            for other in [*names, *taken]:
                if are_alike(name, other):
                    raise CannotRegister(TAKEN.filled({"name": name, "other": other}))
            token = token_hex(_TOKEN_BYTES)
            _append(self._tokens, f"{_MARK} {code}\n{name} {token}\n")
            if not Tokens(self._tokens).has_token(name, token):
                raise UnusableFile(NO_FILE)
        return name, token

    def _invitations(self) -> list[Invitation]:
        if self._tokens is None:
            return []
        invitations = []
        for _, line in numbered_lines(_text_of(self._tokens.with_name(INVITATIONS))):
            try:
                code, day, most = line.split()
                invitations.append(Invitation(code, date.fromisoformat(day), int(most)))
            except ValueError:
                continue  # The teacher sees that the link does not work.
        return invitations


def _text_of(path: Path) -> str:
    """Return the text of a private file; an empty one if there is none."""
    try:
        return private_text(path)
    except FileNotFoundError:
        return ""
    except OpenToOthers:
        raise CannotRegister(NOT_INVITED) from None


def _append(path: Path, text: str) -> None:
    """Add lines to a private file, on the disk on return; convert the file to UTF-8 if need be."""
    with open(path, "a+b", opener=partial(os.open, mode=_PRIVATE)) as file:
        file.seek(0)
        before = file.read()
        lines = text if not before or before.endswith(b"\n") else f"\n{text}"
        if _is_utf8(before):
            file.write(lines.encode())
            file.flush()
            os.fsync(file.fileno())
            return
    converted = f"{decode_text(before)}{lines}".encode()
    write_whole(path.resolve(), converted, mode=_PRIVATE, lasting=True)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def invite_students(
    folder: Annotated[
        Path,
        Argument(
            metavar="DIR",
            help=Text(
                "Folder of events that the site serves.", "Папка турниров, которую показывает сайт."
            ),
        ),
    ],
    most: Annotated[
        int,
        Option(
            "--most", min=1, max=10_000, help=Text("Most names.", "Сколько имён самое большее.")
        ),
    ] = 40,
    days: Annotated[
        int,
        Option("--days", min=1, max=1000, help=Text("Days from today.", "Сколько дней.")),
    ] = 30,
    tokens: Annotated[
        Path | None,
        Option(
            "--tokens",
            metavar="FILE",
            help=Text(
                "File of tokens that the site uses (default: tokens.txt in that folder).",
                "Файл токенов, с которым работает сайт (по умолчанию tokens.txt в этой папке).",
            ),
            dir_okay=False,
        ),
    ] = None,
    site: Annotated[
        str,
        Option(
            "--site",
            metavar="URL",
            help=Text("Address of the site, for the link.", "Адрес сайта для ссылки."),
        ),
    ] = "http://127.0.0.1:8080",
    lang: LanguageOption = None,
) -> None:
    """Carry out ``arena invite``: add an invitation and print its link."""
    last_day = date.today() + timedelta(days)
    path = (tokens or folder / TOKENS).with_name(INVITATIONS)
    try:
        invitation = invite(path, last_day, most)
    except OSError as error:
        raise FileFailure.at(path, error) from None
    values = {"site": site.rstrip("/"), "code": invitation.code, "most": most}
    text = _INVITED.say(reader_language(lang), {**values, "day": last_day, "file": path})
    plain_console().print(text)
