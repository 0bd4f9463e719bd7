"""The seed of an event that nobody knows before the event begins.

With ``seed = "secret"`` the seed is drawn when the event begins. Its hash is published at once, so
that the seed cannot be exchanged later; the seed itself is shown when the event is over, and then
anybody can compute the hash and all that was drawn by lot again. The salt keeps the hash from
being searched for: without it somebody could try one seed after the other.
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
    "зерно жребия тайное до конца турнира; SHA-256 от зерна и соли — {hash}",
)
_OPENED = Text(
    "the seed was {seed}, its salt {salt}: the SHA-256 of «{written}» is {hash}, as was published",
    "зерно жребия было {seed}, соль {salt}: SHA-256 от «{written}» — {hash}, как и объявлено",
)


@dataclass(frozen=True, slots=True)
class SecretSeed:
    """A seed that was drawn, and its salt."""

    value: int
    salt: str
    """32 hexadecimal digits."""

    @classmethod
    def draw(cls) -> SecretSeed:
        """Draw a seed that nobody can guess."""
        return cls(secrets.randbelow(_LARGEST), secrets.token_hex(16))

    @classmethod
    def read(cls, written: str) -> SecretSeed | None:
        """Read what ``written`` gave; return nothing for any other text."""
        match = _WRITTEN.fullmatch(written)
        return cls(int(match[1]), match[2]) if match else None

    @property
    def written(self) -> str:
        """The text that is hashed: the seed and the salt with a space between them."""
        return f"{self.value} {self.salt}"

    @property
    def hash(self) -> str:
        """The hash that is published when the event begins."""
        return sha256(self.written.encode()).hexdigest()

    def sentence(self, *, is_over: bool) -> Text:
        """Return what may be told of the seed: its hash, and all of it once the event is over."""
        text = _OPENED if is_over else _CLOSED
        values = {"hash": self.hash}
        if is_over:
            values |= {"seed": str(self.value), "salt": self.salt, "written": self.written}
        return text.filled(values)
