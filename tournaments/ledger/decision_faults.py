"""Kinds of faults of decisions: codes continue those of ``entrant_faults``, E71 the desk."""

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
    Text("{name} is out of {section} already", "{name} уже вне раздела {section}"),
    Text(
        "arena reinstate brings the entrant back; then decide anew",
        "вернуть участника можно командой arena reinstate, а потом решить заново",
    ),
)
NOT_OUT = FaultKind(
    "E714",
    Text(
        "{name} is not out of {section} by anybody's decision",
        "решения исключить участника {name} из раздела {section} не было",
    ),
    Text(
        "who is out because of a game comes back if that is annulled or replayed",
        "исключённый из-за партии вернётся, если её аннулировать или переиграть",
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
        "nothing of game {game} of {section} was annulled",
        "у партии {game} раздела {section} ничего не аннулировано",
    ),
)
NEVER_REPLAYED = FaultKind(
    "E720",
    Text(
        "game {game} of {section} cannot be replayed: no longer in the event: {names}",
        "партию {game} раздела {section} нельзя переиграть: в турнире больше нет: {names}",
    ),
    Text(
        "`arena reinstate` brings an entrant back; `arena annul` makes the game not count",
        "`arena reinstate` возвращает участника; `arena annul` делает партию незачётной",
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
        "nobody can come late to this format ({format}): {why}",
        "опоздавших этот формат не примет ({format}): {why}",
    ),
    Text(
        "begin the event anew with --to, or let the bot play out of competition (arena match)",
        "начните турнир заново с --to или дайте боту сыграть вне конкурса (arena match)",
    ),
)
