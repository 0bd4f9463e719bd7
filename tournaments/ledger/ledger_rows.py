"""Conversion between the rows of a ledger's tables and entrants, games and decisions.

A row may have any values: a disk can fail, and a ledger can be edited. A row that stands for no
entry raises ``BadRow`` with the name of the column.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from decimal import Decimal
from enum import StrEnum
from math import isfinite
from operator import methodcaller
from typing import cast

from formats.game import Player
from formats.outcome import Winner
from formats.seconds import write_seconds
from formats.text import Text
from referee.verdict import Ending
from tournaments.entrants.enrolment import BotVersion
from tournaments.ledger.chain import Row
from tournaments.ledger.decision import Decision, Verb
from tournaments.ledger.ledger_game import LedgerGame, Printed, json_from_printed
from tournaments.ledger.ledger_schema import VERSION
from tournaments.standings.scoring import Removed

GAME_COLUMNS = (
    *("section", "id", "attempt", "number", "round", "start", "first", "second", "winner"),
    *("ending", "sentence_en", "sentence_ru", "seconds_a", "seconds_b", "half_moves", "record"),
    *("printed", "evidence", "voided", "machine", "began", "ended", "busy", "changes"),
)
DECISION_COLUMNS = ("section", "verb", "subject", "reason", "at", "removed", "program")
ENTRANT_COLUMNS = ("section", "seed", "name", "sha256", "size", "source", "arguments")
text_from_bytes = methodcaller("decode", "utf-8", "surrogateescape")
"""Function that returns a text of the file; bytes that are not UTF-8 become surrogates."""
_SECONDS = re.compile(r"[0-9]{1,10}(\.[0-9]{1,6})?", re.ASCII)
_LATEST = 1e11
"""Latest possible time, in seconds since 1970."""


GAME, DECISION = "game", "decision"
"""Kinds of entries: the names of their tables."""


def game_columns(version: int) -> tuple[str, ...]:
    """Return the columns of games in a ledger of the version."""
    return GAME_COLUMNS[: None if version >= VERSION else -1]


def hashed_values(kind: str, entry: object, row: Row) -> Row:
    """Return the values that the hash of an entry is computed from."""
    return (kind, entry, *row)


class BadRow(Exception):  # noqa: N818  # The name says the condition.
    """A row that stands for no entry, with the column that cannot be read."""

    def __init__(self, column: str) -> None:
        super().__init__(column)
        self.column = column


def row_from_entrant(entrant: BotVersion) -> Row:
    """Return the values of an entrant in the order of ENTRANT_COLUMNS."""
    arguments = "\0".join(entrant.arguments)
    return (
        *(entrant.section, entrant.seed, entrant.name, entrant.sha256, entrant.size),
        *(entrant.source, arguments),
    )


def entrant_from_row(row: Row) -> BotVersion:
    """Return the entrant of a row; raise BadRow if it is damaged."""
    fields = _Fields(ENTRANT_COLUMNS, row)
    return BotVersion(
        section=fields.text("section"),
        seed=fields.whole("seed"),
        name=fields.text("name"),
        sha256=fields.text("sha256"),
        size=fields.whole("size"),
        source=fields.text("source"),
        arguments=tuple(filter(None, fields.text("arguments").split("\0"))),
    )


def row_from_decision(decision: Decision) -> Row:
    """Return the values of a decision in the order of DECISION_COLUMNS."""
    program = decision.program and json.dumps(
        row_from_entrant(decision.program), ensure_ascii=False
    )
    return (
        *(decision.section, str(decision.verb), decision.subject, decision.reason),
        *(float(decision.at), decision.removed and str(decision.removed), program),
    )


def decision_from_row(row: Row) -> Decision:
    """Return the decision of a row; raise BadRow if it is damaged."""
    fields = _Fields(DECISION_COLUMNS, row)
    decision = Decision(
        section=fields.text("section"),
        verb=Verb(fields.word("verb", Verb)),
        subject=fields.text("subject"),
        reason=fields.text("reason"),
        at=fields.moment("at"),
        removed=None if fields.is_nothing("removed") else Removed(fields.word("removed", Removed)),
        program=None if fields.is_nothing("program") else _program(fields.text("program")),
    )
    if (decision.verb is Verb.ADMIT) != (decision.program is not None):
        raise BadRow("program")
    return decision


def _program(text: str) -> BotVersion:
    try:
        return entrant_from_row(list(json.loads(text)))
    except (ValueError, TypeError, RecursionError, BadRow):
        raise BadRow("program") from None


def row_from_game(game: LedgerGame) -> Row:
    """Return the values of a game in the order of GAME_COLUMNS."""
    return (
        *(game.section, game.id, game.attempt, game.number, game.round, game.start),
        *(game.first, game.second, game.winner, game.ending.label),
        *(game.sentence.en, game.sentence.ru),
        *map(write_seconds, game.seconds),
        *(game.half_moves, game.record, json_from_printed(game.printed), game.evidence),
        *(game.voided, game.machine, *map(_stored_number, (game.began, game.ended, game.busy))),
        game.changes,
    )


def _stored_number(number: float) -> float:
    """Return the number as SQLite stores it: without a negative zero."""
    return float(number) + 0.0


def game_from_row(row: Row) -> LedgerGame:
    """Return the game of a row; raise BadRow if it is damaged.

    The row of an older ledger lacks the changes.
    """
    fields = _Fields(GAME_COLUMNS[: len(row)], row)
    game = LedgerGame(
        section=fields.text("section"),
        id=fields.text("id"),
        attempt=fields.whole("attempt"),
        number=fields.whole("number"),
        round=fields.whole("round"),
        start=fields.whole("start"),
        first=fields.text("first"),
        second=fields.text("second"),
        winner=fields.winner("winner"),
        ending=fields.ending("ending"),
        sentence=Text(fields.text("sentence_en"), fields.text("sentence_ru")),
        seconds=(fields.seconds("seconds_a"), fields.seconds("seconds_b")),
        half_moves=fields.whole("half_moves"),
        record=fields.text("record"),
        printed=fields.printed("printed"),
        evidence=fields.data("evidence"),
        voided=fields.whole("voided"),
        machine=fields.text("machine"),
        began=fields.moment("began"),
        ended=fields.moment("ended"),
        busy=fields.moment("busy"),
        changes=fields.text_or_nothing("changes"),
    )
    if not game.matches_id:
        raise BadRow("id")
    return game


class _Fields:
    """The values of a row, each read as the type of its column; raise BadRow for another type."""

    def __init__(self, columns: tuple[str, ...], row: Row) -> None:
        self._values: Mapping[str, object] = dict(zip(columns, row, strict=True))

    def text(self, column: str) -> str:
        value = self._values[column]
        if not isinstance(value, str) or not _is_unicode(value):
            raise BadRow(column)
        return value

    def text_or_nothing(self, column: str) -> str | None:
        """Return the text; None if there is none, or no such column."""
        return self.text(column) if self._values.get(column) is not None else None

    def word(self, column: str, words: type[StrEnum]) -> str:
        if self.text(column) not in list(words):
            raise BadRow(column)
        return self.text(column)

    def is_nothing(self, column: str) -> bool:
        return self._values[column] is None

    def whole(self, column: str) -> int:
        value = self._values[column]
        if not isinstance(value, int) or value < 0:
            raise BadRow(column)
        return value

    def moment(self, column: str) -> float:
        value = self._values[column]
        if not isinstance(value, float) or not isfinite(value) or not 0 <= value < _LATEST:
            raise BadRow(column)
        return value

    def data(self, column: str) -> bytes | None:
        value = self._values[column]
        if value is not None and not isinstance(value, bytes):
            raise BadRow(column)
        return value

    def winner(self, column: str) -> Winner:
        if self.text(column) not in ("A", "B", "D"):
            raise BadRow(column)
        return cast("Winner", self.text(column))

    def ending(self, column: str) -> Ending:
        try:
            return Ending.from_label(self.text(column))
        except LookupError:
            raise BadRow(column) from None

    def seconds(self, column: str) -> Decimal:
        text = self.text(column)
        if not _SECONDS.fullmatch(text):
            raise BadRow(column)
        return Decimal(text)

    def printed(self, column: str) -> tuple[Printed, ...]:
        try:
            lines = json.loads(self.text(column))
            printed = tuple(_printed(*fields) for fields in lines)
        except (ValueError, TypeError, RecursionError):
            raise BadRow(column) from None
        return printed


_PLAYERS: tuple[Player, ...] = ("A", "B")


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:  # It has a surrogate.
        return False
    return True


def _printed(half_move: object, player: object, text: object) -> Printed:
    """Return an output of a bot; raise ValueError if a value is damaged."""
    if not isinstance(half_move, int) or player not in _PLAYERS:
        raise ValueError("no half-move")
    if not isinstance(text, str) or not _is_unicode(text):
        raise ValueError("no text")
    return Printed(half_move, player, text)
