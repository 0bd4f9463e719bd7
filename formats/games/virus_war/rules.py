"""The options of Virus War, and the rule sets that combine them.

A file or an event names a rule set, and may change single options:
``classic``, or ``classic passing=no first-turn=1``.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from typing import Literal, TypeAlias

from formats.fault import FaultKind
from formats.game import BadRequest
from formats.outcome import Reason
from formats.text import Text

STEPS = 3
SIZES = range(4, 17)

Opening: TypeAlias = Literal["corner", "occupied"]
EndRule: TypeAlias = Literal["kill-all", "last-turn", "full-turn"]

UNKNOWN_RULES = FaultKind(
    "S201",
    Text("there is no rule set «{text}»", "нет правил с названием «{text}»"),
    Text("the rule sets are {known}", "правила бывают такие: {known}"),
)
UNKNOWN_OPTION = FaultKind(
    "S202",
    Text("«{text}» is not an option of the rules", "у правил нет опции «{text}»"),
    Text("the options are {known}", "опции бывают такие: {known}"),
)

KILLED_ALL = Reason(
    "killed-all",
    Text("the last live enemy symbol is killed", "убит последний живой символ соперника"),
)
TWO_PASSES = Reason("two-passes", Text("both players passed", "оба отказались от хода"))
PASSED_FIRST = Reason(
    "passed-first",
    Text(
        "both players passed: the one who passed first loses",
        "оба отказались от хода: проиграл отказавшийся первым",
    ),
)
CUT_TURN = Reason(
    "cut-turn",
    Text(
        "the player to move cannot make a full turn, and so loses",
        "игрок не может сделать полный ход и поэтому проигрывает",
    ),
)

REPEATED_OPTION = FaultKind(
    "S203", Text("the option {key} is named twice", "опция {key} названа дважды")
)


@dataclass(frozen=True, slots=True)
class RuleOptions:
    """The options of a game of Virus War."""

    opening: Opening = "corner"
    """Each player's first step is its corner, or both corners are occupied at the start."""
    first_turn: int = 3
    """Number of steps of the game's first turn."""
    passing: bool = True
    """True if a player who could move may pass."""
    ending: EndRule = "kill-all"
    """Rule for the end of the game; see the docstring of ``virus_war``."""
    size: int = field(default=10, compare=False)
    """Usual size of the board; not compared, since a file's board shows its size."""

    def __str__(self) -> str:
        """Return the rules as a file names them: the nearest rule set with its changed options."""
        return _shortest_line(self)


RULE_SETS = {
    "classic": RuleOptions(),
    "sesc": RuleOptions(ending="last-turn"),
    "petersburg": RuleOptions(
        opening="occupied", first_turn=1, passing=False, ending="full-turn", size=11
    ),
    "last-move": RuleOptions(passing=False, ending="full-turn"),
}

_OPTIONS: dict[str, dict[str, object]] = {
    "opening": {"corner": "corner", "occupied": "occupied"},
    "first-turn": {"1": 1, "2": 2, "3": 3},
    "passing": {"yes": True, "no": False},
    "ending": {"kill-all": "kill-all", "last-turn": "last-turn", "full-turn": "full-turn"},
}


def rules_from_line(text: str) -> RuleOptions:
    """Return the rules that the line names. Raise BadRequest."""
    name, *options = text.split() or [""]
    if name not in RULE_SETS:
        raise BadRequest(UNKNOWN_RULES(text=name[:40], known=", ".join(RULE_SETS)))
    rules = RULE_SETS[name]
    changed_options: set[str] = set()
    for option in options:
        rules = _with_option(rules, option)
        key = option.partition("=")[0]
        if key in changed_options:
            raise BadRequest(REPEATED_OPTION(key=key))
        changed_options.add(key)
    return rules


def _with_option(rules: RuleOptions, option: str) -> RuleOptions:
    key, _, value = option.partition("=")
    if value not in _OPTIONS.get(key, {}):
        known = ", ".join(f"{key}={'|'.join(values)}" for key, values in _OPTIONS.items())
        raise BadRequest(UNKNOWN_OPTION(text=option[:40], known=known))
    # _OPTIONS has values of the right types.
    return replace(rules, **{key.replace("-", "_"): _OPTIONS[key][value]})  # type: ignore[arg-type]


@cache
def _shortest_line(rules: RuleOptions) -> str:
    return min(
        (_line_from_rule_set(rules, name) for name in RULE_SETS), key=lambda text: text.count("=")
    )


def _line_from_rule_set(rules: RuleOptions, name: str) -> str:
    """Return the name of the rule set, followed by the options in which the rules differ."""
    words = [name]
    for key, values in _OPTIONS.items():
        field_name = key.replace("-", "_")
        chosen = getattr(rules, field_name)
        if chosen != getattr(RULE_SETS[name], field_name):
            words += [
                f"{key}={value}" for value, option_value in values.items() if option_value == chosen
            ]
    return " ".join(words)


IN_SHORT = Text(
    (
        "A turn is three steps. A step puts a symbol on an empty cell or kills an enemy "
        "symbol, on a cell that touches (8 ways) a live symbol of yours, or a chain of "
        "enemy symbols you killed that touches one. Each side begins in its own corner. "
        "Under the usual rules you win by killing the last live enemy symbol; you may pass "
        "a whole turn, and two passes in a row are a draw."
    ),
    (
        "Ход — три ходика. Ходик ставит символ на пустую клетку или убивает символ "
        "соперника — на клетке, которая касается (по 8 направлениям) вашего живого символа "
        "или цепочки убитых вами чужих, идущей от него. Каждый начинает в своём углу. По "
        "обычным правилам выигрывает тот, кто убил последний живой символ соперника; от "
        "хода можно отказаться, два отказа подряд — ничья."
    ),
)
