"""What the command itself says, beside what the law says."""

from __future__ import annotations

from formats.fault import Severity
from formats.text import Text
from referee.check.finding import Grade
from referee.clock import Clock

SEVERITIES = {
    Severity.ERROR: Text("error", "ошибка"),
    Severity.WARNING: Text("warning", "предупреждение"),
}
HINT = Text("hint", "подсказка")

GOOD = Text("{name}: good: {summary}", "{name}: верно: {summary}")
BAD = Text("{name}: bad ({count})", "{name}: неверно ({count})")
MORE = Text("and {count} more of this kind", "и ещё {count} таких же")
LEGAL = Text("{before} -> {after}: legal: {move}", "{before} -> {after}: верный ход: {move}")
ILLEGAL = Text("{before} -> {after}: not one legal move", "{before} -> {after}: это не верный ход")
TWO_FILES = Text(
    "two files are taken for a change; to check each by itself, add --each",
    "два файла считаются ходом; чтобы проверить каждый отдельно, добавьте --each",
)

HALF_MOVE = Text("half-move {number}", "полуход {number}")
TO_MOVE = Text("{side} ({player}) to move", "ход: {side} ({player})")
WON = Text("{side} ({winner}) won: {reason}", "победа, {side} ({winner}): {reason}")
DRAWN = Text("a draw: {reason}", "ничья: {reason}")
CLOCK = Text("{side} ({player}) {seconds} s", "{side} ({player}) {seconds} с")
LAST_MOVE = Text("last move {move}", "последний ход {move}")

NO_MOVES = Text("the game is over: there are no moves", "партия окончена: ходов нет")

KEYS = Text(
    "Enter next, b back, a number goes to it, q quits: ",
    "Enter вперёд, b назад, число - к этому полуходу, q выход: ",
)
BEFORE_FIRST = Text("{players}: the start", "{players}: начало")
AFTER_MOVE = Text(
    "{players}: after {number}, {move} in {seconds} s",
    "{players}: после {number}, {move} за {seconds} с",
)
RESULT = Text("result {result}, {termination}", "итог {result}, {termination}")

BUILDING = Text("building {name} ...", "собираю {name} ...")
MATCH = Text(
    "{game}; {seconds} s each by {clock}; seed {seed}; {isolation}",
    "{game}; по {seconds} с, {clock}; зерно {seed}; {isolation}",
)
CLOCKS = {
    Clock.CPU: Text("processor time", "процессорное время"),
    Clock.WALL: Text("the clock on the wall", "часы на стене"),
    Clock.FILE: Text("what the bots write", "по записям ботов"),
}
IN_SANDBOX = Text("in a sandbox", "в песочнице")
NO_SANDBOX = Text("without a sandbox", "без песочницы")
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

CHECKING = Text("checking {name} ...", "проверяю {name} ...")
GRADES = {
    Grade.PASSED: Text("good", "верно"),
    Grade.WARNED: Text("warning", "внимание"),
    Grade.FAILED: Text("BAD", "НЕВЕРНО"),
}
FIT = Text("{name} is fit to be entered", "{name} можно заявлять")
UNFIT = Text(
    "{name} is not fit to be entered: {count} bad", "{name} заявлять рано: неверно {count}"
)
PROVEN_WIN = Text("{side} ({winner}) wins, proven", "победа, {side} ({winner}), доказано")
PROVEN_WIN_IN = Text(
    "{side} ({winner}) wins in {count}, proven, and not sooner",
    "победа, {side} ({winner}), полуходов: {count}, доказано, быстрее нельзя",
)
PROVEN_WIN_WITHIN = Text(
    "{side} ({winner}) wins in {count} at the most, proven",
    "победа, {side} ({winner}), полуходов: не больше {count}, доказано",
)
PROVEN_DRAW = Text("a draw, proven", "ничья, доказано")
UNKNOWN = Text("not proven", "не доказано")
UNPROVEN = Text(
    "not proven; chance of the player to move {chance}",
    "не доказано; шансы ходящего {chance}",
)
TOOK = Text("{nodes} nodes, {seconds} s", "узлов: {nodes}, {seconds} с")
THINKING = Text(
    "{seconds} s, {nodes} nodes, depth {depth}, best {best}",
    "{seconds} с, узлов: {nodes}, глубина {depth}, лучший {best}",
)
THINKING_BEST_FIRST = Text(
    "{seconds} s, {nodes} nodes, by proof numbers, best {best}",
    "{seconds} с, узлов: {nodes}, доказательными числами, лучший {best}",
)
NOT_TAKEN = Text(
    "{game}: its kernel cannot solve this position: {why}",
    "{game}: её программа не решает эту позицию: {why}",
)
NOT_SOLVED = Text(
    "{game}: its kernel cannot solve positions, only play",
    "{game}: её программа не решает позиции, а только играет",
)


def half_moves(count: int) -> Text:
    """So many of them; in Russian the number alone, after a word that fits every number."""
    return Text(f"{count} half-move{'' if count == 1 else 's'}", str(count))
