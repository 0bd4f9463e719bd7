"""What the columns of tables are called."""

from __future__ import annotations

from formats.text import Text

PLACE = Text("place", "место")
NUMBER = Text("no.", "№")
NAME = Text("name", "участник")
POINTS = Text("points", "очки")
GAMES = Text("games", "партии")
WINS = Text("won", "победы")
DRAWS = Text("drawn", "ничьи")
LOSSES = Text("lost", "поражения")
DISQUALIFICATIONS = Text("disq.", "дискв.")
BYES = Text("byes", "пропуски")
BONUS = Text("bonus", "бонус")
RATING = Text("rating", "рейтинг")
RATING_ERROR = Text("± 95 %", "± 95 %")
