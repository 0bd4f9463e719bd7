"""Texts of the pages on which events are watched."""

from __future__ import annotations

from formats.text import Text

WATCH = Text("Watch", "Смотреть")
EVENTS = Text("Events", "Турниры")
NO_EVENT = Text("There is no such event here", "Такого турнира здесь нет")
NO_GAME = Text("There is no such game in this event", "В этом турнире нет такой партии")
NO_EVENTS = Text(
    "No event has begun here yet. An event is shown here as soon as it begins.",
    "Здесь ещё не начался ни один турнир. Турнир появится здесь, как только начнётся.",
)
RUNNING = Text("running", "идёт")
STANDS = Text("not running", "не идёт")
FINISHED = Text("finished", "окончен")
PLAYED = Text("games played: {played}", "партий сыграно: {played}")
IN_PLAY = Text("In play", "Сейчас играют")
NOTHING_IN_PLAY = Text("No game is in play.", "Сейчас никто не играет.")
NOT_BEGUN = Text(
    "This event has not begun. This page opens it when it begins.",
    "Этот турнир ещё не начался. Страница откроет его, как только он начнётся.",
)
WORKED_OUT = Text("The tables are being made …", "Таблицы составляются …")
REPORT_LATER = Text(
    "The report is being made and will open when it is ready.",
    "Отчёт составляется и откроется, когда будет готов.",
)
TRY_NOW = Text("Look again", "Посмотреть ещё раз")
REPORT = Text("Report: all games, move by move", "Отчёт: все партии, ход за ходом")
PROGRESS = Text("Progress", "Ход турнира")
GAMES_OF = Text("{played} of {games} games", "партий {played} из {games}")

SCRIPT = {
    "progress": Text("{played} of {games} games", "партий {played} из {games}"),
    "left": Text("about {time} left", "осталось около {time}"),
    "over": Text("all games are played", "все партии сыграны"),
    "running": RUNNING,
    "stands": STANDS,
    "finished": FINISHED,
    "hours": Text("{hours} h {minutes} min", "{hours} ч {minutes} мин"),
    "minutes": Text("{minutes} min", "{minutes} мин"),
    "seconds": Text("{seconds} s", "{seconds} с"),
    "points": Text("points: {points}", "очки: {points}"),
    "game": Text("Game {number}, round {round}", "Партия {number}, тур {round}"),
    "half_move": Text("half-move {number}: {move}", "полуход {number}: {move}"),
    "first": Text("the first half-move", "первый полуход"),
    "thinks": Text("thinks", "думает"),
    "more": Text(
        "and games whose boards are not shown: {count}", "и партии, чьи доски не показаны: {count}"
    ),
    "board": Text("The board of game {number}", "Доска партии {number}"),
    "lost": Text(
        "The connection is lost; the page tries again.",
        "Связь потеряна; страница пробует снова.",
    ),
}
