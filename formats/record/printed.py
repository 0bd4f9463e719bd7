r"""Output of a bot as a remark beside its move: on one line, with its line ends kept.

It is spelled as in JSON, ``printed: "depth 4\n  best a2-a3"``, so that a person can read it and the
output can be restored exactly. Braces would end the remark, repeated blanks would be lost, and
unprintable characters may control a terminal: so these are spelled by their numbers. Older records
have only the words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Container
from itertools import count

from formats.game import PLAYERS, Player

_SAYS = "printed: "
_MOVES = re.compile(r"(?<=\[%emt )([^\]{}]*\])[^{}]*(?=\})")
"""The time of a move with the remark after it, as ``write_record`` writes them."""
VERDICT = "Verdict"
"""Tag with the reason why a game ended, in records that the referee has written."""
_VERDICT = re.compile(rf"^(\[{VERDICT} ).*\]$", re.MULTILINE)
_BY_NUMBER = re.compile(r"[{}]|(?<= ) |^ | $|[^\x20-\x7e]")


def remark_of(printed: str) -> str:
    """Return the remark that contains the output."""
    spelled = json.dumps(printed, ensure_ascii=False)[1:-1]
    return f'{_SAYS}"{_BY_NUMBER.sub(_spelled, spelled)}"'


def printed_in(remark: str) -> str | None:
    """Return the output in the remark; None if the remark is about something else."""
    if not remark.startswith(_SAYS):
        return None
    spelled = remark.removeprefix(_SAYS)
    try:
        printed = json.loads(spelled)
    except ValueError:
        return spelled
    return printed if isinstance(printed, str) else spelled


def without_remarks(record: str, kept: Container[Player] = (), verdict: str = "") -> str:
    """Return the text of a record without remarks on moves of players that are not ``kept``.

    A given verdict replaces that of the record. The text is not parsed: a ledger has many
    records, and reading a record plays its game again.
    """
    tags, blank, moves = record.partition("\n\n")
    b_began = tags.partition('[Start "')[2].startswith("B")
    numbers = count(int(b_began))

    def spelled(move: re.Match[str]) -> str:
        return move[0] if PLAYERS[next(numbers) % 2] in kept else move[1]

    if verdict:
        tags = _VERDICT.sub(lambda tag: f'{tag[1]}"{verdict}"]', tags)
    return tags + blank + _MOVES.sub(spelled, moves)


def _spelled(match: re.Match[str]) -> str:
    character = match[0]
    if character not in "{} " and character.isprintable():
        return character
    return json.dumps(character)[1:-1] if ord(character) > 0x7F else f"\\u{ord(character):04x}"
