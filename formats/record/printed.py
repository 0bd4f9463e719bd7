r"""What a bot printed, as a remark beside its move: on one line, with its line ends kept.

It is spelled as JSON spells a text, ``printed: "depth 4\n  best a2-a3"``, so that it can be read by
a person and given back exactly. Braces would end the remark, blanks in a row would be lost, and
what cannot be shown may command a terminal: so those are spelled by their numbers. Older records
have the words alone.
"""

from __future__ import annotations

import json
import re

_SAYS = "printed: "
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


def _spelled(character: re.Match[str]) -> str:
    shown = character[0]
    if shown not in "{} " and shown.isprintable():
        return shown
    return json.dumps(shown)[1:-1] if ord(shown) > 0x7F else f"\\u{ord(shown):04x}"
