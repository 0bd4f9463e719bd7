"""The secret seed of an event: a seed that nobody knows before the event begins.

With ``seed = "secret"`` the seed is drawn when the event begins. Its hash is published at once, so
that the seed cannot be exchanged later; the seed itself is shown when the event is over, and then
anybody can compute the hash and repeat every draw. Without the salt somebody could find the seed
of a hash by trying one seed after the other.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from hashlib import sha256

from formats.text import Text

SECRET = "secret"

_LARGEST = 2**63
_WRITTEN = re.compile(r"(\d{1,19}) ([0-9a-f]{32})", re.ASCII)
_CLOSED = Text(
    "the seed is secret until the event is over; the SHA-256 of seed and salt is {hash}",
    "seed останется тайным до конца турнира; SHA-256 от seed и соли — {hash}",
)
_OPENED = Text(
    "the seed was {seed}, its salt {salt}: the SHA-256 of «{written}» is {hash}, as was published",
    "seed был {seed}, соль {salt}: SHA-256 от «{written}» — {hash}, как и объявлено",
)


@dataclass(frozen=True, slots=True)
class SecretSeed:
    """A drawn seed with its salt."""

    value: int
    salt: str
    """32 hexadecimal digits."""

    @classmethod
    def draw(cls) -> SecretSeed:
        """Draw a seed that nobody can guess."""
        return cls(secrets.randbelow(_LARGEST), secrets.token_hex(16))

    @classmethod
    def read(cls, written: str) -> SecretSeed | None:
        """Return the seed that ``written`` stands for, or None for a text of another form."""
        match = _WRITTEN.fullmatch(written)
        return cls(int(match[1]), match[2]) if match else None

    @property
    def written(self) -> str:
        """Return the text that is hashed: the seed and the salt with a space between them."""
        return f"{self.value} {self.salt}"

    @property
    def hash(self) -> str:
        """Return the hash that is published when the event begins."""
        return sha256(self.written.encode()).hexdigest()

    def sentence(self, *, is_over: bool) -> Text:
        """Return a sentence with the hash, and with seed and salt once the event is over."""
        text = _OPENED if is_over else _CLOSED
        values = {"hash": self.hash}
        if is_over:
            values |= {"seed": str(self.value), "salt": self.salt, "written": self.written}
        return text.filled(values)
