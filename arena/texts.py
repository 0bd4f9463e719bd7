"""What commands about one position say, beside what the law says."""

from __future__ import annotations

from formats.fault import Severity
from formats.text import Text

SEVERITIES = {
    Severity.ERROR: Text("error", "ошибка"),
    Severity.WARNING: Text("warning", "предупреждение"),
}
HINT = Text("hint", "подсказка")

GOOD = Text("{name}: good: {summary}", "{name}: верно: {summary}")
BAD = Text("{name}: bad ({count})", "{name}: неверно ({count})")
MORE = Text("and {count} more of this kind", "и ещё {count} таких же")
LEGAL = Text("{before} -> {after}: legal: {move}", "{before} -> {after}: допустимый ход: {move}")
LEGAL_BUT_WRONG = Text(
    "{before} -> {after}: {move} is legal, but the file is wrong",
    "{before} -> {after}: ход {move} допустимый, но файл неверен",
)
ILLEGAL = Text(
    "{before} -> {after}: no legal move leads there", "{before} -> {after}: допустимого хода нет"
)
TWO_FILES = Text(
    "two files are taken for a change; to check them separately, add --each",
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
    "Enter вперёд, b назад, число — к этому полуходу, q выход: ",
)
BEFORE_FIRST = Text("{players}: the start", "{players}: начало")
AFTER_MOVE = Text(
    "{players}: after {number}, {move} in {seconds} s",
    "{players}: после {number}, {move} за {seconds} с",
)
RESULT = Text("result {result}, {termination}", "итог {result}, {termination}")

BUILDING = Text("building {name} ...", "собираю {name} ...")
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
NO_BENCHMARK = Text(
    "there is no benchmark {name}; there are {known}", "измерения {name} нет; есть {known}"
)
SHORTER = Text("the game has only {count}", "в партии только {count}")
NO_BENCHMARKS = Text(
    "the measurements are scripts of the project's folder, which is not here",
    "измерения — это скрипты из папки проекта, а её здесь нет",
)
NOT_COMPILED = Text(
    "{game}: positions are solved by a compiled part, which this installation of arena lacks:"
    " install a C compiler, then arena anew from its source",
    "{game}: позиции решает скомпилированная часть, а в этой установке arena её нет:"
    " поставьте компилятор C, затем заново arena из исходных текстов",
)
NOT_SOLVED = Text(
    "{game}: its kernel cannot solve positions, only play",
    "{game}: её программа не решает позиции, а только играет",
)


def half_moves(count: int) -> Text:
    """So many of them; in Russian the number alone, after a word that fits every number."""
    return Text(f"{count} half-move{'' if count == 1 else 's'}", str(count))
