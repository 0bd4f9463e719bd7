"""What is said of a match, and of the games in it."""

from __future__ import annotations

from formats.text import Text
from referee.clock import Clock

MATCH = Text(
    "{game}; {seconds} s each by {clock}; seed {seed}; {isolation}",
    "{game}; по {seconds} с, {clock}; зерно {seed}; {isolation}",
)
CLOCKS = {
    Clock.CPU: Text("processor time", "процессорное время"),
    Clock.WALL: Text("the clock on the wall", "часы на стене"),
    Clock.FILE: Text("what the bots write", "по записям ботов"),
}
GAME = Text(
    "{round}  {a} - {b}  {result}  {ending}: {sentence}; {moves} in {time_a} s and {time_b} s",
    "{round}  {a} - {b}  {result}  {ending}: {sentence};"
    " полуходов {moves} за {time_a} с и {time_b} с",
)
VOIDED = Text(
    "; begun {count} times more, the fault was ours",
    "; начиналась ещё раз: {count}, виноваты мы",
)
SCORE = Text(
    "{points} - {other_points}  {first} against {second}: {wins} won, {draws} drawn, {losses} lost",
    "{points} - {other_points}  {first} против {second}:"
    " побед {wins}, ничьих {draws}, поражений {losses}",
)
PAIRS = Text(
    "pairs of games that brought 0, 1/2, 1, 3/2, 2 points: {pairs}",
    "пар партий, давших 0, 1/2, 1, 3/2, 2 очка: {pairs}",
)
ELO = Text("Elo {difference} +- {error}", "Эло {difference} +- {error}")
LLR = Text(
    "Elo {elo0} or {elo1}? LLR {llr} of {low} to {high}: {answer}",
    "Эло {elo0} или {elo1}? LLR {llr}, границы {low} и {high}: {answer}",
)
OPEN = Text("not known yet", "пока неизвестно")
INTERRUPTED = Text("interrupted", "прервано")
GAME_IS_OVER = Text("{name}: the game is over there", "{name}: партия здесь уже окончена")
