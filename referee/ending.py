"""All the ways in which a game can end."""

from __future__ import annotations

from enum import Enum

from formats.text import Text


class Ending(Enum):
    """A name for programs, a title for tables, and whether it disqualifies the one who lost."""

    WON = ("won", Text("won", "победа"), False)
    NO_MOVES = ("no-moves", Text("won without a move", "победа без хода"), False)
    HALF_MOVE_LIMIT = ("half-move-limit", Text("half-move limit", "предел полуходов"), False)
    REPETITION = ("repetition", Text("repetition", "повторение"), False)
    TWO_PASSES = ("two-passes", Text("two passes", "два отказа от хода"), False)
    OUT_OF_TIME = ("out-of-time", Text("out of time", "просрочено время"), False)
    MALFORMED_FILE = ("malformed-file", Text("malformed file", "испорченный файл"), True)
    ILLEGAL_MOVE = ("illegal-move", Text("illegal move", "неверный ход"), True)
    NO_MOVE = ("no-move", Text("no move made", "ход не сделан"), True)
    FALSE_TIME = ("false-time", Text("falsified time", "подделано время"), True)
    FALSE_HEADER = ("false-header", Text("falsified header", "подделан заголовок"), True)
    OTHER_FILES = ("other-files", Text("changed other files", "изменены другие файлы"), True)
    OUT_OF_MEMORY = ("out-of-memory", Text("out of memory", "не хватило памяти"), True)
    WROTE_TOO_MUCH = ("wrote-too-much", Text("wrote too much", "слишком много записано"), True)
    CRASH = ("crash", Text("crashed", "аварийное завершение"), True)
    NOT_STARTED = ("not-started", Text("would not start", "не запускается"), True)

    def __init__(self, label: str, title: Text, disqualifies: bool) -> None:
        self.label = label
        self.title = title
        self.disqualifies = disqualifies

    @classmethod
    def labelled(cls, label: str) -> Ending:
        """The ending of that name."""
        return next(ending for ending in cls if ending.label == label)
