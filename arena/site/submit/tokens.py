"""The teacher's file of tokens, with a line for each student: a name and a token.

    ivanov       8XfTq2nV0aWc
    Anna Smith   mH3c9LrP-2sK

The last word is the token. A line that begins with ``#`` is a comment. A name may have several
tokens, but no two names may look alike. The file is read anew each time, so that a new line counts
at once; it must be readable by its owner alone.
"""

from __future__ import annotations

import hmac
import os
import stat
from hashlib import sha256
from pathlib import Path

from formats.names import clashes, normalized, why_not_a_name
from formats.printable import printable
from formats.text import Text
from tournaments.spreadsheet import decode_text

NO_FILE = Text(
    "nobody can submit: there is no file of names and tokens that can be read",
    "сдавать нельзя: нет файла с именами и пропусками, который можно прочесть",
)
OPEN_FILE = Text(
    "nobody can submit: others can read the file of tokens (chmod 600 closes it)",
    "сдавать нельзя: файл с пропусками могут читать другие (chmod 600 закроет его)",
)
BAD_LINE = Text(
    "nobody can submit: line {line} of the file of tokens needs a name and a token of at least 8"
    " characters",
    "сдавать нельзя: в строке {line} файла с пропусками нужны имя и пропуск хотя бы из 8 знаков",
)
BAD_NAME = Text(
    "nobody can submit: in line {line} of the file of tokens, «{name}» cannot be a name: {why}",
    "сдавать нельзя: в строке {line} файла с пропусками «{name}» не может быть именем: {why}",
)
ALIKE = Text(
    "nobody can submit: in the file of tokens, «{name}» looks like «{other}»",
    "сдавать нельзя: в файле с пропусками «{name}» похоже на «{other}»",
)
SHORTEST = 8
"""Least number of characters of a token: a shorter one can be guessed."""
_LARGEST = 1_000_000
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


class NoTokens(Exception):  # noqa: N818  # it says what is wrong, as all names of errors here
    """Raised when the file cannot be used; the reason is for the person who runs the site."""

    def __init__(self, sentence: Text) -> None:
        super().__init__(sentence.en)
        self.sentence = sentence


class Tokens:
    """File of tokens."""

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def fit(self, name: str, token: str) -> bool:
        """Return whether this is the token of that name, in the same time whatever is wrong.

        Raise NoTokens if the file cannot be used.
        """
        fits = False
        for known_name, known_token in self._lines():
            is_same = hmac.compare_digest(known_token.encode(), token.encode("utf-8", "replace"))
            fits |= is_same and known_name == name
        return fits

    def digests(self) -> frozenset[tuple[str, str]]:
        """Return each name with the digest of its token. Raise NoTokens if there are none."""
        return frozenset((name, digest_of(token)) for name, token in self._lines())

    def check(self) -> None:
        """Raise NoTokens if the file cannot be used."""
        self._lines()

    def _lines(self) -> list[tuple[str, str]]:
        lines = enumerate(map(str.strip, self._text().splitlines()), 1)
        pairs = [_pair(line, n) for n, line in lines if line and not line.startswith("#")]
        if not pairs:
            raise NoTokens(NO_FILE)
        names = list(dict.fromkeys(name for name, _ in pairs))
        for index, earlier in clashes(names):
            values = {"name": names[index], "other": names[earlier]}
            raise NoTokens(ALIKE.filled(values))
        return pairs

    def _text(self) -> str:
        if self._path is None or not self._path.is_file():  # opening a pipe might wait for ever
            raise NoTokens(NO_FILE)
        try:
            with self._path.open("rb") as file:
                if os.fstat(file.fileno()).st_mode & _OTHERS:
                    raise NoTokens(OPEN_FILE)
                return decode_text(file.read(_LARGEST))
        except OSError:
            raise NoTokens(NO_FILE) from None


def digest_of(token: str) -> str:
    """Return the digest of a token, which a session keeps instead of it."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()


def _pair(line: str, number: int) -> tuple[str, str]:
    name, _, token = line.replace("\t", " ").rpartition(" ")
    name = normalized(name)
    if len(token) < SHORTEST:
        raise NoTokens(BAD_LINE.filled({"line": number}))
    if why := why_not_a_name(name):
        raise NoTokens(BAD_NAME.filled({"line": number, "name": printable(name), "why": why}))
    return name, token
