"""Kinds of faults of decisions, E71; the codes continue those of ``entrant_faults``."""

from __future__ import annotations

from formats.fault import FaultKind
from formats.text import Text

NOBODY = FaultKind(
    "E711",
    Text("{name} does not take part in {section}", "{name} не участвует в разделе {section}"),
    Text("who does: {known}", "участвуют: {known}"),
)
TAKES_PART = FaultKind(
    "E712",
    Text("{name} takes part in {section} already", "{name} уже участвует в разделе {section}"),
)
OUT_ALREADY = FaultKind(
    "E713",
    Text(
        "{name} is out of {section} by an earlier decision: {what} ({reason})",
        "участник «{name}» уже вне раздела {section} по прежнему решению: {what} ({reason})",
    ),
    Text(
        "to replace the earlier decision, take it back first with arena reinstate, then repeat"
        " this command",
        "чтобы заменить прежнее решение, сначала отмените его командой arena reinstate, потом"
        " повторите эту команду",
    ),
)
IS_OUT = Text("{name} is out of the section", "участник «{name}» в нём больше не играет")
NOT_OUT = FaultKind(
    "E714",
    Text(
        "no decision has put {name} out of {section}",
        "решения исключить участника {name} из раздела {section} не было",
    ),
    Text(
        "an entrant who is out because of a game comes back when that game is annulled or replayed",
        "выбывший из-за партии вернётся, если её аннулировать или переиграть",
    ),
)
NO_GAME = FaultKind(
    "E715",
    Text("{section} has no game {game}", "в разделе {section} нет партии {game}"),
)
NOT_PLAYED = FaultKind(
    "E716",
    Text(
        "game {game} of {section} has no result that counts",
        "у партии {game} раздела {section} нет засчитанного результата",
    ),
    Text(
        "arena restore-game makes an annulled one count again",
        "аннулированную снова засчитает arena restore-game",
    ),
)
NEVER_ANNULLED = FaultKind(
    "E717",
    Text(
        "game {game} of {section} has no annulled result",
        "у партии {game} раздела {section} нет аннулированного результата",
    ),
)
CANNOT_REPLAY = FaultKind(
    "E720",
    Text(
        "game {game} of {section} cannot be played again: {names}",
        "партию {game} раздела {section} переиграть некому: {names}",
    ),
    Text(
        "bring the entrant back with arena reinstate, then repeat this command; or arena annul"
        " lets the game count no more",
        "верните участника командой arena reinstate и повторите эту команду; или arena annul"
        " аннулирует партию, и она не засчитывается",
    ),
)
CHANGES_SCHEDULE = FaultKind(
    "E718",
    Text(
        "the format of {section} ({format}) does not allow this decision now: games that"
        " were played would not have been paired: {games}",
        "формат раздела {section} ({format}) сейчас не позволяет такого решения: сыгранные"
        " партии не могли бы состояться: {games}",
    ),
    Text(
        "decide before the next round is played, or play a round robin: it allows every decision",
        "решайте до следующего тура или играйте по кругу: круговой турнир позволяет любое решение",
    ),
)
NO_LATECOMERS = FaultKind(
    "E719",
    Text(
        "this format takes no latecomers ({format}): {why}",
        "опоздавших этот формат не допускает ({format}): {why}",
    ),
    Text(
        "begin the event anew with --to, or let the bot play out of competition (arena match)",
        "начните турнир заново с --to или дайте боту сыграть вне конкурса (arena match)",
    ),
)
