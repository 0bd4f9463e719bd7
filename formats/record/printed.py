r"""What a bot printed, as a remark beside its move: on one line, with its line ends kept.

It is spelled as JSON spells a text, ``printed: "depth 4\n  best a2-a3"``, so that it can be read by
a person and given back exactly. Braces would end the remark, blanks in a row would be lost, and
what cannot be shown may command a terminal: so those are spelled by their numbers. Older records
have the words alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Container
from itertools import count

from formats.game import PLAYERS, Player

_SAYS = "printed: "
_MOVES = re.compile(r"(?<=\[%emt )([^\]{}]*\])[^{}]*(?=\})")
"""The time of a move with the remark behind it, as ``write_record`` spells them."""
VERDICT = "Verdict"
"""The tag that says why a game ended, where the referee has written the record."""
_VERDICT = re.compile(rf"^(\[{VERDICT} ).*\]$", re.MULTILINE)
_BY_NUMBER = re.compile(r"[{}]|(?<= ) |^ | $|[^\x20-\x7e]")


def remark_of(printed: str) -> str:
    """The remark that keeps it."""
    spelled = json.dumps(printed, ensure_ascii=False)[1:-1]
    return f'{_SAYS}"{_BY_NUMBER.sub(_spelled, spelled)}"'


def printed_in(remark: str) -> str | None:
    """What was printed, if the remark says that something was."""
    if not remark.startswith(_SAYS):
        return None
    said = remark.removeprefix(_SAYS)
    try:
        printed = json.loads(said)
    except ValueError:
        return said
    return printed if isinstance(printed, str) else said


def without_remarks(record: str, kept: Container[Player] = (), verdict: str = "") -> str:
    """Return the text of a record without the remarks on the moves of all other players.

    Where a verdict is given, it stands for that of the record. The text is not parsed: a ledger has
    many records, and reading one plays its game again.
    """
    tags, blank, moves = record.partition("\n\n")
    b_began = tags.partition('[Start "')[2].startswith("B")
    numbers = count(int(b_began))

    def spelled(move: re.Match[str]) -> str:
        return move[0] if PLAYERS[next(numbers) % 2] in kept else move[1]

    if verdict:
        tags = _VERDICT.sub(lambda tag: f'{tag[1]}"{verdict}"]', tags)
    return tags + blank + _MOVES.sub(spelled, moves)


def _spelled(character: re.Match[str]) -> str:
    shown = character[0]
    if shown not in "{} " and shown.isprintable():
        return shown
    return json.dumps(shown)[1:-1] if ord(shown) > 0x7F else f"\\u{ord(shown):04x}"
