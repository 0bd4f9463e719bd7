"""The teacher's desk: what is decided once play has begun, each with its reason.

``arena admit``, ``withdraw``, ``disqualify``, ``reinstate``, ``replay-game``, ``annul`` and
``restore-game``. Nothing is played here; ``arena run`` plays what is due afterwards.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, TypeAlias

from click.exceptions import Exit

from arena.bots.resolve import entrant
from arena.commands import ExitStatus
from arena.console import plain_console
from arena.event import texts
from arena.event.event_folder import EventArgument, folder_of, tell
from arena.event_files import beside, event_file
from arena.files import failed_at
from arena.options import LangOption, language
from arena.parameters import Argument, Option, WrongUsage
from formats.fault import Fault
from formats.names import normal
from formats.text import Language, Text
from tournaments.entrants import entrant_faults
from tournaments.entrants.enrolment import CannotEnrol, FoundProgram, program_of
from tournaments.ledger.decision import Verb
from tournaments.ledger.ledger_faults import BadLedger
from tournaments.run.desk import CannotDecide, Desk
from tournaments.run.setup import event_folder
from tournaments.run.tournament import SectionState, Tournament
from tournaments.standings.scoring import Removed

NameArgument = Annotated[
    str, Argument(metavar="NAME", help=Text("The entrant's name.", "Имя участника."))
]
GameArgument = Annotated[
    int,
    Argument(metavar="GAME", min=1, help=Text("The game's number.", "Номер партии.")),
]
ReasonOption = Annotated[
    str,
    Option(
        "--reason",
        help=Text(
            "Why; the ledger, the table and the report say it.",
            "Почему; это скажут журнал, таблица и отчёт.",
        ),
    ),
]
SectionOption = Annotated[
    str | None,
    Option(
        "--section",
        help=Text("In this section only.", "Только в этом разделе."),
    ),
]
_GAMES = Text(
    "What becomes of his games: all lost, all annulled, or those played stand and the rest is lost",
    "Что с его партиями: все проиграны, все аннулированы или сыгранные остаются, прочие проиграны",
)
_STAND = Text(" (default: stand).", " (по умолчанию stand).")
_AS_EVENT = Text(" (default: as the event has it).", " (по умолчанию — как в турнире).")

_Decided: TypeAlias = Callable[[Desk], Tournament]


def admit(
    event: EventArgument,
    name: NameArgument,
    reason: ReasonOption,
    program: Annotated[
        str | None,
        Option(
            "--program",
            metavar="BOT",
            help=Text(
                "His program, or a bot of ours (default: the one in the event's folder of bots).",
                "Его программа или наш бот (по умолчанию — та, что в папке ботов турнира).",
            ),
        ),
    ] = None,
    section: SectionOption = None,
    lang: LangOption = None,
) -> None:
    """Let in a latecomer: only his own games are added."""
    speech = language(lang)

    def decided(desk: Desk) -> Tournament:
        state = _one_section(desk, section)
        return desk.admit(_program(event, state, normal(name), program, speech))

    _decide(event, reason, decided, speech)


def withdraw(
    event: EventArgument,
    name: NameArgument,
    reason: ReasonOption,
    games: Annotated[
        Removed,
        Option(
            "--games", show_default=False, help=Text(_GAMES.en + _STAND.en, _GAMES.ru + _STAND.ru)
        ),
    ] = Removed.STAND,
    section: SectionOption = None,
    lang: LangOption = None,
) -> None:
    """Let an entrant leave: he plays no more, and stands below those who stay."""
    _of_entrant(Verb.WITHDRAW, event, name, reason, section, lang, games)


def disqualify(
    event: EventArgument,
    name: NameArgument,
    reason: ReasonOption,
    games: Annotated[
        Removed | None,
        Option("--games", help=Text(_GAMES.en + _AS_EVENT.en, _GAMES.ru + _AS_EVENT.ru)),
    ] = None,
    section: SectionOption = None,
    lang: LangOption = None,
) -> None:
    """Disqualify an entrant: he plays no more, and stands last."""
    _of_entrant(Verb.DISQUALIFY, event, name, reason, section, lang, games)


def reinstate(
    event: EventArgument,
    name: NameArgument,
    reason: ReasonOption,
    section: SectionOption = None,
    lang: LangOption = None,
) -> None:
    """Take back who withdrew or was disqualified by hand; his games count and go on."""
    _of_entrant(Verb.REINSTATE, event, name, reason, section, lang)


def _of_game(verb: Verb) -> Callable[..., None]:
    """The command by which a game is decided about."""

    def command(
        event: EventArgument,
        game: GameArgument,
        reason: ReasonOption,
        section: SectionOption = None,
        lang: LangOption = None,
    ) -> None:
        def decided(desk: Desk) -> Tournament:
            return desk.decide_game(verb, game, _one_section(desk, section).section.name)

        _decide(event, reason, decided, language(lang))

    return command


replay_game = _of_game(Verb.REPLAY)
annul = _of_game(Verb.ANNUL)
restore_game = _of_game(Verb.RESTORE)


def _of_entrant(
    verb: Verb,
    event: str,
    name: str,
    reason: str,
    section: str | None,
    lang: LangOption,
    games: Removed | None = None,
) -> None:
    """In the section that is named, or in all in which he takes part."""

    def decided(desk: Desk) -> Tournament:
        sections = [_one_section(desk, section)] if section else _sections_of(desk, normal(name))
        usual = sections[0].section.scoring.removed if verb is Verb.DISQUALIFY else None
        names = [one.section.name for one in sections]
        return desk.decide(verb, normal(name), names, games or usual)

    _decide(event, reason, decided, language(lang))


def _decide(event: str, reason: str, decided: _Decided, speech: Language) -> None:
    """Decides, and says what was decided and what is to be played now."""
    if not reason.strip():
        raise WrongUsage(texts.SAY_WHY)
    folder = folder_of(event)
    try:
        with event_folder(folder) as kept:
            desk = Desk(kept, reason.strip())
            before, after = desk.tournament, decided(desk)
    except (CannotDecide, CannotEnrol, BadLedger) as error:
        tell(error.faults, speech)
        raise Exit(ExitStatus.BAD) from None
    except (OSError, sqlite3.OperationalError) as error:
        said = {"folder": folder, "why": error}
        plain_console(stderr=True).print(texts.CANNOT_GO_ON.say(speech, said))
        raise Exit(ExitStatus.OWN_FAULT) from None
    _tell(before, after, event, speech)


def _tell(before: Tournament, after: Tournament, event: str, speech: Language) -> None:
    console = plain_console()
    for was, now in zip(before.sections, after.sections, strict=True):
        for decision in now.decisions.entries[len(was.decisions.entries) :]:
            what = decision.summary(now.decisions.number_of(decision))
            said = {"section": now.section.name, "what": what, "reason": decision.reason}
            console.print(texts.DECIDED.say(speech, said))
    due = sum(len(list(state.progress.to_play())) for state in after.sections)
    file = beside(Path(event)) if Path(event).is_dir() else event
    text = texts.DUE if due else texts.NOTHING_DUE
    console.print(text.say(speech, {"games": due, "event": file}))


def _one_section(desk: Desk, name: str | None) -> SectionState:
    sections = {one.section.name: one for one in desk.tournament.sections}
    known = ", ".join(sections)
    if name is None and len(sections) > 1:
        raise CannotDecide([entrant_faults.WHICH_SECTION(known=known)])
    found = sections.get(name) if name is not None else next(iter(sections.values()))
    if found is None:
        raise CannotDecide([entrant_faults.NO_SECTION(section=name, known=known)])
    return found


def _sections_of(desk: Desk, name: str) -> Sequence[SectionState]:
    """Those in which he takes part; where he does in none, the first, which says so."""
    sections = desk.tournament.sections
    return [one for one in sections if name in one.decisions.names] or sections[:1]


def _program(
    event: str, state: SectionState, name: str, program: str | None, speech: Language
) -> FoundProgram:
    """What the latecomer plays with."""
    section = state.section
    if program is None:
        found = None if Path(event).is_dir() else program_of(section, name, event_file(event).base)
        if found is None:
            raise WrongUsage(texts.NO_PROGRAM, name=name)
        if isinstance(found, Fault):
            raise CannotDecide([found])
        return found
    named = entrant(program, speech).program
    try:
        data = named.path.read_bytes()
    except OSError as error:
        raise failed_at(named.path, error) from None
    source = program if Path(program).is_file() else named.name
    return FoundProgram(section.name, name, data, source, named.arguments)
