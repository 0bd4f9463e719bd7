"""Texts about a match, and the games in it."""

from __future__ import annotations

from formats.text import Text
from referee.clock import Clock

MATCH = Text(
    "{game}; {time_a} s each by {clock}; seed {seed}; {isolation}",
    "{game}; по {time_a} с, {clock}; seed {seed}; {isolation}",
)
MATCH_WITH_UNEQUAL_TIMES = Text(
    "{game}; {time_a} s for A and {time_b} s for B by {clock}; seed {seed}; {isolation}",
    "{game}; {time_a} с у A и {time_b} с у B, {clock}; seed {seed}; {isolation}",
)
CLOCKS = {
    Clock.CPU: Text("processor time", "процессорное время"),
    Clock.WALL: Text("real time", "реальное время"),
    Clock.FILE: Text("what the bots write", "по записям ботов"),
}
GAME = Text(
    "{round}  {a} - {b}  {result}  {ending}: {sentence}; {moves} in {time_a} s and {time_b} s",
    "{round}  {a} - {b}  {result}  {ending}: {sentence}; {moves} за {time_a} с и {time_b} с",
)
RESTARTS = Text(
    "; restarted through our own fault: {count}",
    "; начата заново по нашей вине: {count}",
)
SCORE = Text(
    "{points} - {other_points}  {first} against {second}: {wins} won, {draws} drawn, {losses} lost",
    "{points} - {other_points}  {first} против {second}:"
    " побед {wins}, ничьих {draws}, поражений {losses}",
)
PAIRS = Text(
    "pairs of games that earned 0, 1/2, 1, 3/2 and 2 points: {pairs}",
    "пар партий, принёсших 0, 1/2, 1, 3/2 и 2 очка: {pairs}",
)
ELO = Text(
    "Elo {difference} ± {error}, likelihood of superiority {superiority}",
    "Эло {difference} ± {error}, вероятность превосходства {superiority}",
)
LLR = Text(
    "Elo {elo0} or {elo1}? LLR {llr}, bounds {low} and {high}: {answer}",
    "Эло {elo0} или {elo1}? LLR {llr}, границы {low} и {high}: {answer}",
)
NOT_KNOWN_YET = Text("not known yet", "пока неизвестно")
INTERRUPTED = Text("interrupted", "прервано")
ODD_NUMBER_OF_GAMES = Text(
    "games are played in pairs: --games takes an even number, not {games}",
    "партии играются парами: для --games нужно чётное число, а не {games}",
)
TOO_MANY_JOBS = Text(
    "--jobs is at most {cores}, the number of cores here",
    "--jobs не больше {cores}: столько здесь ядер",
)
LOWER_FIRST = Text(
    "--sprt takes two numbers, the lower one first",
    "у --sprt два числа, сначала меньшее",
)
